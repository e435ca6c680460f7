import { acme, aSession, freshId } from '@portcullis/contracts/builders';
import { E, type LedgerEntry, type Policy, type Profile, type Status, standardPolicy } from '@portcullis/domain';
import { decisionEngineVersion, type FlatPolicy } from '@portcullis/domain/checks';
import type { Actor } from '@portcullis/domain/kernel';
import { openProfile, recordedCheck } from '@portcullis/domain/profile';
import type { Rejection } from '#domain/profile/changes/execute';
import { applyElapsedTime, execute } from '#domain/profile/changes/execute';
import type { NewEvidence, ProfileAction } from '#domain/profile/commands';
import { aBackMatch, aFile, aMatch, aReadingEvidence, aResult } from './evidence.ts';
import { passportLines, printedFields } from './readings.ts';

export const policy: FlatPolicy = standardPolicy({ livenessThreshold: 75, specimens: true });

export const createdAt = '2026-05-01T10:00:00.000Z';
/** The time of everything that no test moves. */
export const now = '2026-05-01T10:05:00.000Z';

export const machine: Actor = { type: 'machine', id: 'acme-server' };
export const flow: Actor = { type: 'flow', id: 'aflow' };
export const system: Actor = { type: 'system', id: 'portcullis' };

/** The differences from a command of the partner, at `now`, under the standard policy. */
export type ActionOptions = {
  readonly actor?: Actor;
  readonly at?: string;
  readonly id?: string;
  readonly under?: Policy;
};

/** A profile after an action, and the entries that were written. */
export type ActionResult = { readonly profile: Profile; readonly entries: readonly LedgerEntry[] };

const commanded = (
  profile: Profile,
  action: ProfileAction,
  { actor = machine, at = now, id, under = policy }: ActionOptions,
) => execute(under, profile, { id: id ?? freshId('c'), actor, action }, at);

/** Performs the action, and fails when it is rejected. */
export const applyAction = (profile: Profile, action: ProfileAction, given: ActionOptions = {}): ActionResult => {
  const done = commanded(profile, action, given);
  if (E.isLeft(done)) throw new Error(`${action.type} was refused`, { cause: done.left });
  return done.right;
};

/** Answers why the action is rejected; fails when it is not. */
export const expectRejection = (profile: Profile, action: ProfileAction, given: ActionOptions = {}): Rejection => {
  const done = commanded(profile, action, given);
  if (E.isRight(done)) throw new Error(`${action.type} was not refused`);
  return done.left;
};

/** Performs one action after another. */
export const applyActions = (
  profile: Profile,
  ...actions: readonly (readonly [ProfileAction, ActionOptions?])[]
): Profile => actions.reduce((before, [action, given]) => applyAction(before, action, given).profile, profile);

/** Applies the transitions by time until `at`. */
export const advanceTime = (profile: Profile, at: string, under: Policy = policy): ActionResult =>
  applyElapsedTime(under, profile, at);

const bare = <Item extends { readonly attempt: number; readonly at: string }>({ attempt: _, at: __, ...item }: Item) =>
  item;

export const consent = (granted = true): NewEvidence => ({ kind: 'consent', textVersion: '1', locale: 'en', granted });
export const front = (id = 'front0000000001'): NewEvidence => bare(aFile({ id }));
export const back: NewEvidence = bare(aFile({ id: 'back00000000001', kind: 'document_back', sha256: 'b'.repeat(64) }));
export const session = (sessionId: string): NewEvidence => bare(aSession({ sessionId }));
export const reading = (...given: Parameters<typeof aReadingEvidence>): NewEvidence => bare(aReadingEvidence(...given));
export const match = (...given: Parameters<typeof aMatch>): NewEvidence => bare(aMatch(...given));
export const backMatch = (...given: Parameters<typeof aBackMatch>): NewEvidence => bare(aBackMatch(...given));

export const result = (over: Parameters<typeof aResult>[0] = {}): NewEvidence => {
  const { late: _, ...item } = bare(aResult(over));
  return item;
};

/** The person supplies this evidence. */
export const supplyAction = (...evidence: readonly NewEvidence[]): readonly [ProfileAction, ActionOptions] => [
  { type: 'supply', evidence },
  { actor: flow },
];

/** The service observes this at a provider, for an attempt. */
export const observeAction = (
  forAttempt: number,
  ...evidence: readonly NewEvidence[]
): readonly [ProfileAction, ActionOptions] => [{ type: 'observe', forAttempt, evidence }, { actor: system }];

export const completeAction: readonly [ProfileAction, ActionOptions] = [{ type: 'complete_checks' }, { actor: system }];
export const openAction: readonly [ProfileAction, ActionOptions] = [{ type: 'open_flow' }, { actor: flow }];

/** A profile that was just created. */
export const created = (under: Policy = policy): Profile =>
  openProfile(
    under,
    {
      id: 'profile00000001',
      tenant: acme,
      reference: 'customer-1',
      claimed: {},
      language: 'en',
      metadata: {},
      redirectUrl: null,
      salt: 'ab'.repeat(32),
      scenario: null,
      previousProfileId: null,
    },
    machine,
    createdAt,
  ).profile;

/** A first attempt up to its processing: the session ended with `over`. */
export const submitted = (over: Parameters<typeof aResult>[0] = {}): Profile =>
  applyActions(created(), openAction, supplyAction(consent(), front()), observeAction(1, result(over)));

/** A first attempt that was decided from a comparison of this similarity. */
export const judged = (similarity: number, over: Parameters<typeof aResult>[0] = {}): Profile =>
  applyActions(submitted(over), observeAction(1, reading(), match({ similarity })), completeAction);

const approvedOne = judged(98);

/** Two faces that are similar, and a printed name that differs from the MRZ's. */
const suspect = applyActions(
  submitted(),
  observeAction(
    1,
    reading({ fields: { ...printedFields(passportLines()), last_name: { value: 'Erikson', confidence: 1 } } }),
    match(),
  ),
  completeAction,
);

/** A profile in each state, reached by the usual transitions. */
export const inState: Readonly<Record<Status, Profile>> = {
  created: created(),
  in_progress: applyActions(created(), openAction),
  processing: submitted(),
  requires_input: judged(98, { confidence: 50 }),
  in_review: suspect,
  approved: approvedOne,
  declined: judged(12),
  lapsed: advanceTime(approvedOne, approvedOne.lapsesAt ?? '').profile,
  expired: advanceTime(created(), created().expiresAt).profile,
  canceled: applyAction(created(), { type: 'canceled', note: null }).profile,
};

/** The ledger's record of a decision from evidence that the checks have judged already. */
export const factsOf = ({ checks, decision }: Profile, outcome: string, reasons: readonly string[]) => ({
  outcome,
  decision_reasons: reasons,
  policy: { id: policy.id, version: policy.version },
  policy_digest: decision?.policyDigest,
  engine: decisionEngineVersion,
  evidence_digest: decision?.evidenceDigest,
  evidence_count: decision?.evidenceCount,
  attempt: 1,
  asked_steps: null,
  checks: checks.map(recordedCheck).map(({ score: _, ...check }) => check),
});

/** The scores of those checks, which stand in the erasable part of the record. */
export const scoresOf = ({ checks }: Profile) => ({
  scores: Object.fromEntries(
    checks.map(recordedCheck).flatMap(({ name, score }) => (score === undefined ? [] : [[name, score]])),
  ),
});
