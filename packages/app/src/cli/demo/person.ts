import { setTimeout as sleep } from 'node:timers/promises';
import type { Status, Step } from '@portcullis/domain';
import {
  AnalysisAnswer,
  CredentialsAnswer,
  type FlowProfile,
  FlowProfileAnswer,
  ResultAnswer,
  SessionAnswer,
  SettingsAnswer,
} from './answers.ts';
import type { Caller } from './caller.ts';
import type { DocumentImage } from './document-image.ts';
import { demoFailure } from './failure.ts';

/** The person's browser: it has the link, and nothing else from the partner. */
export type Person = {
  readonly api: Caller;
  readonly profileId: string;
  readonly flowToken: string;
  readonly image: DocumentImage;
};

const pauseMs = 400;
const patienceMs = 120_000;
const maxRounds = 8;

/** Takes the flow token out of the link's fragment, which a browser does not send to any server. */
export const flowTokenOf = (verificationUrl: string): string => {
  const token = URL.canParse(verificationUrl)
    ? new URLSearchParams(new URL(verificationUrl).hash.slice(1)).get('token')
    : null;
  if (token === null) throw demoFailure('The verification URL has no flow token in its fragment.');
  return token;
};

const told = (reasons: readonly { readonly code: string }[]): string =>
  reasons.length === 0 ? '' : ` (${reasons.map(({ code }) => code).join(', ')})`;

const profileText = ({ status, status_reasons: reasons, attempt }: FlowProfile): string =>
  `${status}${told(reasons)}, attempt ${attempt.number} of ${attempt.max}`;

const asPerson = ({ flowToken }: Person) => ({ who: 'person', token: flowToken }) as const;

const ownProfile = (person: Person): Promise<FlowProfile> =>
  person.api.call(
    { ...asPerson(person), method: 'GET', path: `/api/profiles/${person.profileId}` },
    FlowProfileAnswer,
    profileText,
  );

const patch = (person: Person, body: { readonly json: unknown } | { readonly form: FormData }, what: string) =>
  person.api.call(
    { ...asPerson(person), method: 'PATCH', path: `/api/profiles/${person.profileId}`, ...body },
    FlowProfileAnswer,
    ({ status }) => `${what}; ${status}`,
  );

const giveConsent = async (person: Person): Promise<void> => {
  const { consent, languages } = await person.api.call(
    { ...asPerson(person), method: 'GET', path: '/api/settings' },
    SettingsAnswer,
    (settings) => `consent text ${settings.consent.text_versions.at(-1) ?? '-'}`,
  );
  const version = consent.text_versions.at(-1);
  if (version === undefined) throw demoFailure('The service names no consent text.');
  const json = { consent: { text_version: version, locale: languages[0] ?? 'en', granted: true } };
  await patch(person, { json }, 'consent recorded');
};

const photo = ({ image }: Person): FormData => {
  const form = new FormData();
  form.append('document_front', new Blob([image.bytes], { type: image.type }), image.name);
  return form;
};

/** A browser never gets the ids of files, so it sends the photo again; the service recognises the one it has stored. */
const showDocument = async (person: Person): Promise<void> => {
  const kib = Math.ceil(person.image.bytes.length / 1024);
  await patch(person, { form: photo(person) }, `photo of ${kib} KiB stored`);
  await person.api.call(
    { ...asPerson(person), method: 'POST', path: '/api/ai/document-analysis', form: photo(person) },
    AnalysisAnswer,
    ({ document, reasons, profile_status: status }) =>
      `${document.type ?? 'no document found'}${told(reasons)}; ${status}`,
  );
};

const showFace = async (person: Person): Promise<void> => {
  const session = await person.api.call(
    { ...asPerson(person), method: 'POST', path: '/api/face-liveness/session', json: {} },
    SessionAnswer,
    ({ session_id: id, region, challenge }) => `session ${id.slice(0, 8)}… in ${region}, ${challenge}`,
  );
  await person.api.call(
    { ...asPerson(person), method: 'GET', path: '/api/cloud/credentials' },
    CredentialsAnswer,
    ({ region, expiration }) => `for ${region} until ${expiration.slice(11, 19)} UTC`,
  );
  const path = `/api/face-liveness/results/${session.session_id}`;
  const shown = `${path.slice(0, 35)}…`;
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    const { live } = await person.api.call(
      { ...asPerson(person), method: 'GET', path, shown },
      ResultAnswer,
      ({ status, live: isLive, reasons, profile_status: now }) =>
        `${status}, ${isLive === null ? 'still running' : isLive ? 'live' : `not live${told(reasons)}`}; ${now}`,
    );
    if (live !== null) return;
    await sleep(pauseMs);
  }
  throw demoFailure('The liveness session did not come to an end.');
};

const nameDevice = async (person: Person): Promise<void> => {
  await patch(person, { json: { device: { event_id: `sim-${person.profileId}` } } }, 'device event recorded');
};

const acts: Readonly<Partial<Record<Step, (person: Person) => Promise<void>>>> = {
  consent: giveConsent,
  document_front: showDocument,
  liveness: showFace,
  device: nameDevice,
};

const doSteps = async (person: Person, steps: readonly Step[]): Promise<void> => {
  for (const step of steps) {
    const act = acts[step];
    if (act === undefined) throw demoFailure(`The service asks for ${step}, which the demo cannot give.`);
    await act(person);
  }
};

/** Polls until the checks are complete. During an outage the service calls the provider again, not the browser. */
const settled = async (person: Person): Promise<FlowProfile> => {
  const deadline = performance.now() + patienceMs;
  let profile = await ownProfile(person);
  for (let wait = pauseMs; profile.status === 'processing' && performance.now() < deadline; wait = wait * 1.5) {
    await sleep(wait);
    profile = await ownProfile(person);
  }
  return profile;
};

/** The statuses in which the person must act: again after a retry, or still after a session without a result. */
const waiting: ReadonlySet<Status> = new Set<Status>(['created', 'in_progress', 'requires_input']);

const asked = ({ status, requirements }: FlowProfile): readonly Step[] => {
  const open = requirements.filter(({ state }) => state === 'missing' || state === 'rejected');
  return waiting.has(status) ? open.map(({ step }) => step) : [];
};

const needsPhoto = (steps: readonly Step[]): boolean =>
  steps.includes('document_front') || steps.includes('document_back');

/**
 * Does the steps as a browser would, then repeats the steps that are requested again, until nothing more is requested.
 * A better photo is the one thing that the demo cannot provide: then the profile is left as it is.
 */
export const actAsPerson = async (person: Person, steps: readonly Step[]): Promise<FlowProfile> => {
  await doSteps(person, steps);
  let profile = await settled(person);
  for (let round = 0; round < maxRounds; round += 1) {
    const again = asked(profile);
    if (again.length === 0 || needsPhoto(again)) break;
    await doSteps(person, again);
    profile = await settled(person);
  }
  return profile;
};
