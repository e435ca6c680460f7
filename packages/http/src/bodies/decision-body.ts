import {
  checkNames,
  checkSources,
  comparators,
  type Explanation,
  IdCodec,
  mismatches,
  oneOf,
  outcomes,
  t,
} from '@portcullis/domain';
import { orNull, ReasonCodec, Reasons, StatusCodec, Timestamp, ToldReason } from './shared.ts';

const Outcome = oneOf(outcomes);
const Action = oneOf(['retry', 'review', 'decline', 'wait', 'info', 'explain']);
const Scalar = t.union([t.string, t.number, t.boolean, t.null]);
const Source = oneOf(checkSources);
const Said = t.type({ source: Source, value: t.string });

const SeenValue = t.intersection(
  [
    t.type({ kind: t.literal('value'), name: t.string, value: Scalar, source: Source }),
    t.partial({ limit: t.union([t.string, t.number, t.null]) }),
  ],
  'SeenValue',
);

const SeenComparison = t.type(
  {
    kind: t.literal('comparison'),
    field: t.string,
    comparator: oneOf(comparators),
    one: Said,
    other: Said,
    score: t.number,
    agrees: t.boolean,
  },
  'SeenComparison',
);

const ExplainedCheckBody = t.intersection(
  [
    t.type({
      name: oneOf(checkNames),
      status: oneOf(['passed', 'failed', 'not_applicable', 'unavailable']),
      requirement: oneOf(['required', 'optional']),
      reasons: Reasons,
      saw: orNull(t.readonlyArray(t.union([SeenValue, SeenComparison]))),
    }),
    t.partial({ score: t.number, threshold: t.number, source: Source, evidence: t.readonlyArray(t.number) }),
  ],
  'ExplainedCheck',
);

const ContributionBody = t.type(
  {
    check: orNull(oneOf(checkNames)),
    reason: ReasonCodec,
    action: Action,
    table_action: Action,
    overridden: t.boolean,
    effect: Outcome,
    decides: t.boolean,
  },
  'Contribution',
);

const NearestChangeBody = t.type(
  {
    changes: t.readonlyArray(t.type({ what: t.string, from: Scalar, to: Scalar, sentence: t.string })),
    outcome: Outcome,
  },
  'NearestChange',
);

/** The explanation of a decision, as the partner sees it. */
export const ExplanationBody = t.type(
  {
    object: t.literal('decision'),
    profile_id: IdCodec,
    seq: t.number,
    at: Timestamp,
    outcome: Outcome,
    status: StatusCodec,
    decided_by: t.type({ type: oneOf(['system', 'reviewer']), id: t.string }),
    review: orNull(t.type({ reason: t.string, note: orNull(t.string) })),
    policy: t.type({ id: t.string, version: t.string, digest: orNull(t.string) }),
    engine: orNull(t.number),
    attempt: orNull(t.number),
    evidence_digest: orNull(t.string),
    evidence_count: orNull(t.number),
    reproduced: t.boolean,
    not_reproduced: orNull(oneOf(mismatches)),
    outcome_of_checks: orNull(Outcome),
    reasons: t.readonlyArray(t.type({ code: ReasonCodec, person: orNull(t.string), staff: t.string })),
    told: t.readonlyArray(ToldReason),
    contributions: orNull(t.readonlyArray(ContributionBody)),
    checks: t.readonlyArray(ExplainedCheckBody),
    nearest_change: orNull(NearestChangeBody),
  },
  'DecisionExplanation',
);

const contributionsBody = (contributions: NonNullable<Explanation['contributions']>) =>
  contributions.map(({ tableAction, ...one }) => ({ ...one, table_action: tableAction }));

export const explanationBody = (explanation: Explanation): t.TypeOf<typeof ExplanationBody> => {
  const { recorded, contributions } = explanation;
  const { basis, policy } = recorded;
  return {
    object: 'decision',
    profile_id: explanation.profileId,
    seq: recorded.seq,
    at: recorded.at,
    outcome: recorded.outcome,
    status: recorded.status,
    decided_by: recorded.decidedBy,
    review: recorded.review,
    policy: { id: policy.id, version: policy.version, digest: recorded.policyDigest },
    engine: recorded.engine,
    attempt: basis?.attempt ?? null,
    evidence_digest: basis?.evidenceDigest ?? null,
    evidence_count: basis?.evidenceCount ?? null,
    reproduced: explanation.reproduced,
    not_reproduced: explanation.why,
    outcome_of_checks: explanation.outcomeOfChecks,
    reasons: explanation.reasons,
    told: explanation.told,
    contributions: contributions && contributionsBody(contributions),
    checks: explanation.checks,
    nearest_change: explanation.nearest,
  };
};
