import { type Outcome, outcomes } from '../checks/decision.ts';
import { decode, oneOf, t } from '../kernel/codec.ts';
import { E } from '../kernel/fp.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import { checkNames } from '../policy/check-names.ts';
import type { Profile } from '../profile/profile.ts';
import type { DecisionBasis, RecordedDecision } from '../profile/recorded-decision.ts';
import { listOf, nullable, recordCodec } from './record-codec.ts';
import { hex64, nonNegativeInteger, policyRefCodec, reasonsCodec, stepCodec } from './value-codecs.ts';

const check = recordCodec(
  'recorded check',
  {
    name: oneOf(checkNames),
    status: oneOf(['passed', 'failed', 'not_applicable', 'unavailable']),
    requirement: oneOf(['required', 'optional']),
    reasons: reasonsCodec,
  },
  { score: t.number, threshold: t.number, challenge: t.string },
);

/**
 * What an entry says about a decision. Entries of reviews contained little at first, and no entry at first said which
 * version of the code had decided.
 */
const decisionFacts = recordCodec(
  'recorded decision',
  {},
  {
    outcome: oneOf(outcomes),
    decision_reasons: reasonsCodec,
    policy: policyRefCodec,
    policy_digest: hex64,
    engine: nonNegativeInteger,
    evidence_digest: hex64,
    evidence_count: nonNegativeInteger,
    attempt: nonNegativeInteger,
    asked_steps: nullable(listOf(stepCodec)),
    checks: listOf(check),
    reason: t.string,
    reviewer: t.string,
  },
);
type DecisionFacts = t.TypeOf<typeof decisionFacts>;

/** The types of entries that hold a decision, and what those of reviewers decide. */
const outcomeOfType: Readonly<Record<string, Outcome | null>> = {
  checks_completed: null,
  review_approved: 'approve',
  review_declined: 'decline',
};

const basisOf = (facts: DecisionFacts, { decision }: Profile, seq: number): DecisionBasis | null => {
  const { asked_steps: askedSteps, attempt, evidence_count: evidenceCount, evidence_digest: evidenceDigest } = facts;
  if (
    askedSteps !== undefined &&
    attempt !== undefined &&
    evidenceCount !== undefined &&
    evidenceDigest !== undefined
  ) {
    return { askedSteps, attempt, evidenceCount, evidenceDigest };
  }
  // The profile contains its newest decision in full.
  return decision?.seq === seq ? decision : null;
};

const Scores = t.record(t.string, t.number);

/** The checks with the scores that stand in the erasable part of the entry; those of older entries stand with them. */
const checksOf = ({ personal }: LedgerEntry, { checks }: DecisionFacts): RecordedDecision['checks'] => {
  const scores = personal?.['scores'];
  if (checks === undefined || !Scores.is(scores)) return checks ?? null;
  return checks.map((one) => {
    const score = scores[one.name];
    return score === undefined ? one : { ...one, score };
  });
};

const asString = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** What a reviewer wrote. Notes of older entries are in clear; erased notes are nowhere. */
const reviewOf = ({ note, personal }: LedgerEntry, { reason }: DecisionFacts): RecordedDecision['review'] => ({
  reason: reason ?? asString(personal?.['reason']) ?? '',
  note: note ?? asString(personal?.['note']),
});

/** The decision that a ledger entry of this profile holds; `null` where it holds none, or none that can be read. */
export const recordedDecision = (profile: Profile, entry: LedgerEntry): RecordedDecision | null => {
  const { actor, seq, to, type } = entry;
  const decoded = decode(decisionFacts, entry.data);
  const byReview = Object.hasOwn(outcomeOfType, type) ? (outcomeOfType[type] ?? null) : undefined;
  if (byReview === undefined || to === undefined || E.isLeft(decoded)) return null;
  const entryFacts = decoded.right;
  const outcome = entryFacts.outcome ?? byReview;
  if (outcome === null) return null;
  const basis = basisOf(entryFacts, profile, seq);
  return {
    seq,
    at: entry.occurred_at,
    decidedBy:
      byReview === null ? { type: 'system', id: actor.id } : { type: 'reviewer', id: entryFacts.reviewer ?? actor.id },
    outcome,
    reasons: entryFacts.decision_reasons ?? entry.reasons,
    policy: entryFacts.policy ?? profile.policy,
    policyDigest: entryFacts.policy_digest ?? null,
    engine: entryFacts.engine ?? null,
    basis: basis && {
      evidenceDigest: basis.evidenceDigest,
      evidenceCount: basis.evidenceCount,
      attempt: basis.attempt,
      askedSteps: basis.askedSteps,
    },
    checks: checksOf(entry, entryFacts),
    status: to,
    statusReasons: entry.reasons,
    review: byReview === null ? null : reviewOf(entry, entryFacts),
  };
};
