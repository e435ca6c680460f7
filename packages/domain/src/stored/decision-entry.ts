import { decode, oneOf, t } from '../codec.ts';
import { checkNames } from '../decision/checks.ts';
import { type Outcome, outcomes } from '../decision/decision.ts';
import type { Basis, Recorded } from '../decision/explain/recorded.ts';
import { E } from '../fp.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type { Profile } from '../profile/profile.ts';
import { listOf, nullable, row } from './row.ts';
import { count, hex64, policyRef, reasonWords, stepWord } from './words.ts';

const check = row(
  'recorded check',
  {
    name: oneOf(checkNames),
    status: oneOf(['passed', 'failed', 'not_applicable', 'unavailable']),
    requirement: oneOf(['required', 'optional']),
    reasons: reasonWords,
  },
  { score: t.number, threshold: t.number },
);

/**
 * What an entry says about a decision. Entries of reviews contained little at first, and no entry at first said which
 * version of the code had decided.
 */
const facts = row(
  'recorded decision',
  {},
  {
    outcome: oneOf(outcomes),
    decision_reasons: reasonWords,
    policy: policyRef,
    policy_digest: hex64,
    engine: count,
    evidence_digest: hex64,
    evidence_count: count,
    attempt: count,
    asked_steps: nullable(listOf(stepWord)),
    checks: listOf(check),
    reason: t.string,
  },
);
type Facts = t.TypeOf<typeof facts>;

/** The types of entries that hold a decision, and what those of reviewers decide. */
const outcomeOfType: Readonly<Record<string, Outcome | null>> = {
  checks_completed: null,
  review_approved: 'approve',
  review_declined: 'decline',
};

const basisOf = (said: Facts, { decision }: Profile, seq: number): Basis | null => {
  const { asked_steps: askedSteps, attempt, evidence_count: evidenceCount, evidence_digest: evidenceDigest } = said;
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

const written = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** What a reviewer wrote. Notes of older entries are in clear; erased notes are nowhere. */
const reviewOf = ({ note, personal }: LedgerEntry, { reason }: Facts): Recorded['review'] => ({
  reason: reason ?? written(personal?.['reason']) ?? '',
  note: note ?? written(personal?.['note']),
});

/** The decision that a ledger entry of this profile holds; `null` where it holds none, or none that can be read. */
export const recordedDecision = (profile: Profile, entry: LedgerEntry): Recorded | null => {
  const { actor, seq, to, type } = entry;
  const decoded = decode(facts, entry.data);
  const byReview = Object.hasOwn(outcomeOfType, type) ? (outcomeOfType[type] ?? null) : undefined;
  if (byReview === undefined || to === undefined || E.isLeft(decoded)) return null;
  const said = decoded.right;
  const outcome = said.outcome ?? byReview;
  if (outcome === null) return null;
  const basis = basisOf(said, profile, seq);
  return {
    seq,
    at: entry.occurred_at,
    decidedBy: { type: byReview === null ? 'system' : 'reviewer', id: actor.id },
    outcome,
    reasons: said.decision_reasons ?? entry.reasons,
    policy: said.policy ?? profile.policy,
    policyDigest: said.policy_digest ?? null,
    engine: said.engine ?? null,
    basis: basis && {
      evidenceDigest: basis.evidenceDigest,
      evidenceCount: basis.evidenceCount,
      attempt: basis.attempt,
      askedSteps: basis.askedSteps,
    },
    checks: said.checks ?? null,
    status: to,
    statusReasons: entry.reasons,
    review: byReview === null ? null : reviewOf(entry, said),
  };
};
