import { outcomes } from '../checks/decision.ts';
import { decode, oneOf, t } from '../kernel/codec.ts';
import { E } from '../kernel/fp.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import { checkNames } from '../policy/check-names.ts';
import type { RecordedDecision } from '../profile/recorded-decision.ts';
import { listOf, nullable, recordCodec } from './record-codec.ts';
import { hex64, nonNegativeInteger, passedOverCodec, policyRefCodec, reasonsCodec, stepCodec } from './value-codecs.ts';

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

/** The facts of an entry about a decision. The reason of a reviewer is here where it is a code. */
const decisionFacts = recordCodec(
  'recorded decision',
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
  },
  { reason: t.string, reviewer: t.string, path: t.string, passed_over: listOf(passedOverCodec) },
);
type DecisionFacts = t.TypeOf<typeof decisionFacts>;

/** Whether an entry of this type holds the decision of a reviewer; of other types none holds any. */
const isReviewByType: ReadonlyMap<string, boolean> = new Map([
  ['checks_completed', false],
  ['review_approved', true],
  ['review_declined', true],
]);

const Scores = t.record(t.string, t.number);

/** The checks with the scores that stand in the erasable part of the entry. */
const checksOf = ({ personal }: LedgerEntry, { checks }: DecisionFacts): RecordedDecision['checks'] => {
  const scores = personal?.['scores'];
  if (!Scores.is(scores)) return checks;
  return checks.map((one) => {
    const score = scores[one.name];
    return score === undefined ? one : { ...one, score };
  });
};

const asString = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The decision that a ledger entry holds; `null` where it holds none, or none that can be read. */
export const recordedDecision = (entry: LedgerEntry): RecordedDecision | null => {
  const { actor, personal, seq, to, type } = entry;
  const decoded = decode(decisionFacts, entry.data);
  const isReview = isReviewByType.get(type);
  if (isReview === undefined || to === undefined || E.isLeft(decoded)) return null;
  const facts = decoded.right;
  return {
    seq,
    at: entry.occurred_at,
    decidedBy: isReview ? { type: 'reviewer', id: facts.reviewer ?? actor.id } : { type: 'system', id: actor.id },
    outcome: facts.outcome,
    reasons: facts.decision_reasons,
    policy: facts.policy,
    policyDigest: facts.policy_digest,
    engine: facts.engine,
    evidenceDigest: facts.evidence_digest,
    evidenceCount: facts.evidence_count,
    attempt: facts.attempt,
    askedSteps: facts.asked_steps,
    ...(facts.path !== undefined && { path: facts.path }),
    ...(facts.passed_over && { passedOver: facts.passed_over }),
    checks: checksOf(entry, facts),
    status: to,
    statusReasons: entry.reasons,
    review: isReview
      ? { reason: facts.reason ?? asString(personal?.['reason']) ?? '', note: asString(personal?.['note']) }
      : null,
  };
};
