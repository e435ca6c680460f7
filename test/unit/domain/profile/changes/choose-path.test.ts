import type { Policy, Profile, Status } from '@portcullis/domain';
import type { PolicyWithPaths } from '@portcullis/domain/checks';

import { recordedDecision } from '@portcullis/domain/serialization';
import { expect } from 'chai';
import type { NewEvidence, ProfileAction } from '#domain/profile/commands';
import { viewProfile } from '#domain/profile/view-profile';
import {
  type ActionOptions,
  advanceTime,
  applyAction,
  applyActions,
  back,
  completeAction,
  consent,
  created,
  expectRejection,
  flow,
  front,
  inState,
  match,
  now,
  observeAction,
  policy,
  reading,
  result,
  supplyAction,
} from '../../../../support/builders/profile-states.ts';

const { checks, optionalSteps: _, steps: __, ...rules } = policy;
const { duplicates: ___, velocity: ____, ...own } = checks;
const { face_match: _____, liveness: ______, ...withoutFace } = own;

/** The person shows a document and their face, or both sides of a document. */
const under: PolicyWithPaths = {
  ...rules,
  paths: [
    { id: 'whole', steps: ['consent', 'document_front', 'liveness'], optionalSteps: ['device'], checks: own },
    { id: 'paper', steps: ['consent', 'document_front', 'document_back'], optionalSteps: [], checks: withoutFace },
  ],
  always: { duplicates: 'optional', velocity: 'optional' },
};

type Step = readonly [ProfileAction, ActionOptions?];

const inPaths = (...[action, options]: Step): Step => [action, { ...options, under }];

const choice = (path: string): NewEvidence => ({ kind: 'path_chosen', path });
const choose = (path: string): Step => inPaths({ type: 'supply', evidence: [choice(path)] }, { actor: flow });

const fresh = created(under);
const reached = (...steps: readonly Step[]): Profile => applyActions(fresh, ...steps.map((step) => inPaths(...step)));

const stepsOf = (profile: Profile, of: Policy = under) =>
  viewProfile(of, profile, now).requirements.map(({ step }) => step);
const pathsOf = (profile: Profile, of: Policy = under) =>
  viewProfile(of, profile, now).paths.map(({ id, isOpen }) => `${id}${isOpen ? ' (open)' : ''}`);

describe('the choice of a path', () => {
  const supplied = [supplyAction(consent(), front()), observeAction(1, reading())] as const;
  const bothSides = (attempt: number): readonly Step[] => [
    supplyAction(back),
    observeAction(attempt, reading({}, { backFileId: 'back00000000001' })),
  ];
  const lowScore = [...supplied, observeAction(1, result({ confidence: 50 }), match()), completeAction] as const;

  it('begins with the first path, and the requirements follow the one that is open', () => {
    expect([stepsOf(fresh), pathsOf(fresh)]).to.deep.equal([
      ['consent', 'document_front', 'liveness'],
      ['whole (open)', 'paper'],
    ]);
    const chosen = reached(choose('paper'));
    expect([chosen.status, stepsOf(chosen), pathsOf(chosen)]).to.deep.equal([
      'in_progress',
      ['consent', 'document_front', 'document_back'],
      ['whole', 'paper (open)'],
    ]);
  });

  it('is recorded once, in clear, and not where it changes nothing', () => {
    const { entries, profile } = applyAction(fresh, ...choose('paper'));
    expect(entries.map(({ data, type }) => [type, data])).to.deep.include([
      'path.chosen',
      { path: 'paper', attempt: 1 },
    ]);
    expect(applyAction(profile, ...choose('paper')).entries).to.deep.equal([]);
    expect(applyAction(fresh, ...choose('whole')).entries).to.deep.equal([]);
  });

  it('is refused with the paths that there are where the policy has no such path', () => {
    expect(expectRejection(fresh, ...choose('wallet'))).to.deep.equal({
      _tag: 'Invalid',
      faults: [{ pointer: '/path', message: 'the policy has whole, paper' }],
    });
    expect(expectRejection(created(), { type: 'supply', evidence: [choice('paper')] })).to.deep.equal({
      _tag: 'Invalid',
      faults: [{ pointer: '/path', message: 'the policy has document' }],
    });
  });

  it('is none in a flat policy, or with one path', () => {
    expect(pathsOf(created(), policy)).to.deep.equal([]);
    expect(pathsOf(fresh, { ...under, paths: under.paths.slice(0, 1) })).to.deep.equal([]);
  });

  it('makes what another path failed in innocently no obstacle, and the decision says so', () => {
    const asked = reached(...lowScore);
    expect([asked.status, asked.attempt.number, asked.askedSteps]).to.deep.equal(['requires_input', 2, ['liveness']]);
    const chosen = applyActions(asked, choose('paper'));
    expect(stepsOf(chosen)).to.deep.equal(['consent', 'document_front', 'document_back']);
    const shown = applyActions(chosen, ...bothSides(2).map((step) => inPaths(...step)));
    const { entries, profile } = applyAction(shown, ...inPaths(...completeAction));
    const passedOver = [{ path: 'whole', reasons: ['path_incomplete'] }];
    expect([profile.status, profile.decision?.path, profile.decision?.passedOver]).to.deep.equal([
      'approved',
      'paper',
      passedOver,
    ]);
    expect(entries.at(-1)?.data).to.deep.include({ path: 'paper', passed_over: passedOver });
    const [recorded] = entries.flatMap((entry) => recordedDecision(entry) ?? []);
    expect([recorded?.path, recorded?.passedOver]).to.deep.equal(['paper', passedOver]);
    const { assurance } = viewProfile(under, profile, now);
    expect([assurance.path, assurance.face, assurance.liveness]).to.deep.equal(['paper', false, false]);
  });

  it('does not leave a sign of fraud behind that was seen in another path', () => {
    const attacked = reached(supplyAction(consent()), observeAction(1, result({ confidence: 1 })), choose('paper'));
    const judged = applyActions(
      attacked,
      ...[supplyAction(front()), ...bothSides(1), completeAction].map((step) => inPaths(...step)),
    );
    expect([judged.status, judged.statusReasons, judged.decision?.passedOver]).to.deep.equal([
      'in_review',
      ['path_contradicted'],
      [{ path: 'whole', reasons: ['liveness_attack'] }],
    ]);
  });

  it('leaves nobody waiting for a step that only another path has, where the open one asks for it', () => {
    const [whole, paper] = under.paths;
    const paths = [paper, whole].flatMap((path) => path ?? []);
    const turned: PolicyWithPaths = { ...under, paths };
    const card = { documentType: 'id_card', issuingCountry: 'UTO', mrzLines: null } as const;
    const steps: readonly Step[] = [
      choose('whole'),
      supplyAction(consent(), front()),
      observeAction(1, reading(card), result(), match()),
      completeAction,
    ];
    const asked = applyActions(
      created(turned),
      ...steps.map(([action, options]): Step => [action, { ...options, under: turned }]),
    );
    expect([asked.status, asked.statusReasons, asked.askedSteps]).to.deep.equal([
      'requires_input',
      ['document_back_missing'],
      ['document_back'],
    ]);
    expect(stepsOf(asked, turned)).to.deep.equal(['consent', 'document_front', 'liveness', 'document_back']);
  });

  it('waits while a reviewer waits for what they asked for', () => {
    const inReview = reached(
      supplyAction(consent(), front()),
      observeAction(1, reading(), result({ confidence: 80 }), match({ similarity: 85 })),
      completeAction,
    );
    expect(inReview.status).to.equal('in_review');
    const reviewer = { id: 'r-1', name: 'Grace' };
    const asked = applyActions(
      inReview,
      inPaths({ type: 'input_requested', steps: ['liveness'], note: 'Once more.', reviewer }),
    );
    expect(expectRejection(asked, ...choose('paper'))).to.include({ _tag: 'InvalidTransition', event: 'path_chosen' });
    expect(pathsOf(asked)).to.deep.equal([]);
  });

  it('asks for the steps of every path again when a lapsed approval is renewed', () => {
    const approved = reached(...supplied, observeAction(1, result(), match()), completeAction);
    const { profile: lapsed } = advanceTime(approved, approved.lapsesAt ?? '', under);
    const later = lapsed.updatedAt;
    const renewed = applyActions(lapsed, inPaths({ type: 'renewed', note: null }, { at: later }));
    expect(renewed.askedSteps).to.deep.equal(['consent', 'document_front', 'liveness', 'document_back']);
    const chosen = applyActions(renewed, inPaths(choose('paper')[0], { actor: flow, at: later }));
    expect([chosen.status, stepsOf(chosen)]).to.deep.equal([
      'requires_input',
      ['consent', 'document_front', 'document_back'],
    ]);
  });

  it('names the path document under a flat policy, and none before a decision', () => {
    const pathUnder = (status: Status) => viewProfile(policy, inState[status], now).assurance.path;
    expect([pathUnder('created'), pathUnder('approved'), pathUnder('declined')]).to.deep.equal([
      null,
      'document',
      'document',
    ]);
    expect(inState.approved.decision).to.not.have.any.keys('path', 'passedOver');
  });
});
