// Profiles that have gone through the domain, of which all others of a filled database are copies.
import { standardPolicy } from '@portcullis/domain';
import { flawless } from '../decision-cases.mjs';
import { entriesOf, fillPartner } from './fill-plan.mjs';
import { changed, newProfile, note } from './stores.mjs';

const specimens = standardPolicy({ livenessThreshold: 75, specimens: true });
const consent = { kind: 'consent', textVersion: '1', locale: 'en', granted: true };

const notes = (count) => Array.from({ length: count }, (_, n) => ({ action: note(n) }));

const noted = (count) => ({
  actions: [
    { by: 'flow', action: { type: 'open_flow' } },
    { by: 'flow', action: { type: 'supply', evidence: [consent] } },
    ...notes(count - 3),
  ],
});

/** A passport that is flawless, and two faces that are so similar: the checks approve, or decline. */
const decided = (similarity) => (count) => {
  const { observed, supplied } = flawless(similarity);
  const [reading, ...results] = observed;
  const observe = (...evidence) => ({ by: 'system', action: { type: 'observe', forAttempt: 1, evidence } });
  const actions = [
    { by: 'flow', action: { type: 'open_flow' } },
    ...supplied.map((piece) => ({ by: 'flow', action: { type: 'supply', evidence: [piece] } })),
    observe(reading),
    observe(...results),
    { by: 'system', action: { type: 'complete_checks' } },
  ];
  return { actions, policy: specimens, padTo: count };
};

/**
 * Of eight people whose checks have decided one is declined, and of two the faces are less similar than those of
 * others. Those who wait for a reviewer have a face that is nearly alike.
 */
const histories = {
  noted: [noted],
  decided: [98.1, 97.2, 98.9, 92.4, 99.3, 12.5, 96.8, 91.7].map(decided),
  reviewed: [85.2, 83.4, 88.9, 81.1].map(decided),
};

/** Does what a history says; answers the profile at its end, and all of its entries. */
const lived = ({ actions, policy, padTo = 0 }) => {
  const opened = newProfile('template', fillPartner, undefined, policy);
  let { profile } = opened;
  const entries = [...opened.entries];
  const act = ({ action, by }) => {
    const change = changed(profile, action, undefined, by, policy);
    profile = change.profile;
    entries.push(...change.entries);
  };
  actions.forEach(act);
  notes(Math.max(0, padTo - entries.length)).forEach(act);
  return { profile, entries };
};

/** The profiles of a history, each with all of its entries, of which there are equally many. */
export const templatesOf = (history) =>
  histories[history].map((make) => {
    const template = lived(make(entriesOf[history]));
    if (template.entries.length === entriesOf[history]) return template;
    throw new Error(`a profile has ${template.entries.length} entries (${history})`);
  });
