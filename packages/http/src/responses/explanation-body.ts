import { comparators, documentSides } from '@portcullis/documents';
import { checkNames, checkSources, outcomes } from '@portcullis/domain/checks';
import { IdCodec, oneOf, t } from '@portcullis/domain/kernel';
import { type Explanation, replayMismatches } from '@portcullis/explain';
import {
  ApplicantReason,
  Count,
  nullable,
  Ordinal,
  ReasonCodec,
  Reasons,
  Score,
  Sha256,
  StatusCodec,
  Timestamp,
} from './shared-codecs.ts';

const OutcomeCodec = oneOf(outcomes);
const Action = oneOf(['retry', 'review', 'decline', 'wait', 'info', 'explain']);
const Scalar = t.union([t.string, t.number, t.boolean, t.null]);
const SourceCodec = oneOf(checkSources);
const SourcedValue = t.intersection([
  t.type({ source: SourceCodec, value: t.string }),
  t.partial({ side: oneOf(documentSides) }),
]);

const ValueDetail = t.intersection(
  [
    t.type({ kind: t.literal('value'), name: t.string, value: Scalar, source: SourceCodec }),
    t.partial({ limit: t.union([t.string, t.number, t.null]) }),
  ],
  'SeenValue',
);

const NameDifferenceBody = t.type(
  {
    same: t.readonlyArray(t.string),
    differing: t.readonlyArray(t.type({ one: t.string, other: t.string })),
    only_in_one: t.readonlyArray(t.string),
    only_in_other: t.readonlyArray(t.string),
    sentence: t.string,
  },
  'NameDifference',
);

const ComparisonDetail = t.intersection(
  [
    t.type({
      kind: t.literal('comparison'),
      field: t.string,
      comparator: oneOf(comparators),
      one: SourcedValue,
      other: SourcedValue,
      score: Score,
      agrees: t.boolean,
    }),
    t.partial({ lowered_by: NameDifferenceBody }),
  ],
  'SeenComparison',
);

const ExplainedCheckBody = t.intersection(
  [
    t.type({
      name: oneOf(checkNames),
      status: oneOf(['passed', 'failed', 'not_applicable', 'unavailable']),
      requirement: oneOf(['required', 'optional']),
      reasons: Reasons,
      saw: nullable(t.readonlyArray(t.union([ValueDetail, ComparisonDetail]))),
    }),
    t.partial({
      score: t.number,
      threshold: t.number,
      challenge: t.string,
      source: SourceCodec,
      evidence: t.readonlyArray(Count),
    }),
  ],
  'ExplainedCheck',
);

const ContributionBody = t.type(
  {
    check: nullable(oneOf(checkNames)),
    reason: ReasonCodec,
    action: Action,
    table_action: Action,
    overridden: t.boolean,
    effect: OutcomeCodec,
    decides: t.boolean,
  },
  'Contribution',
);

const NearestChangeBody = t.type(
  {
    changes: t.readonlyArray(t.type({ what: t.string, from: Scalar, to: Scalar, sentence: t.string })),
    outcome: OutcomeCodec,
  },
  'NearestChange',
);

/** The explanation of a decision, as the partner sees it. */
export const ExplanationBody = t.type(
  {
    object: t.literal('decision'),
    profile_id: IdCodec,
    seq: Ordinal,
    at: Timestamp,
    outcome: OutcomeCodec,
    status: StatusCodec,
    decided_by: t.type({ type: oneOf(['system', 'reviewer']), id: t.string }),
    review: nullable(t.type({ reason: t.string, note: nullable(t.string) })),
    policy: t.type({ id: t.string, version: t.string, digest: Sha256 }),
    engine: Ordinal,
    attempt: Ordinal,
    evidence_digest: Sha256,
    evidence_count: Count,
    reproduced: t.boolean,
    not_reproduced: nullable(oneOf(replayMismatches)),
    outcome_of_checks: nullable(OutcomeCodec),
    path: t.string,
    passed_over: t.readonlyArray(
      t.type({ path: t.string, reasons: t.readonlyArray(t.type({ code: ReasonCodec, staff: t.string })) }),
    ),
    reasons: t.readonlyArray(
      t.type({
        code: ReasonCodec,
        person: nullable(t.string),
        staff: t.string,
        follows_from: nullable(ReasonCodec),
      }),
    ),
    told: t.readonlyArray(ApplicantReason),
    contributions: nullable(t.readonlyArray(ContributionBody)),
    checks: t.readonlyArray(ExplainedCheckBody),
    nearest_change: nullable(NearestChangeBody),
  },
  'DecisionExplanation',
);

const contributionsBody = (contributions: NonNullable<Explanation['contributions']>) =>
  contributions.map(({ tableAction, ...one }) => ({ ...one, table_action: tableAction }));

type Detail = NonNullable<Explanation['checks'][number]['saw']>[number];

const detailBody = ({ loweredBy, ...detail }: Detail): t.TypeOf<typeof ValueDetail | typeof ComparisonDetail> => {
  if (!loweredBy || detail.kind === 'value') return detail;
  const { differing, onlyInOne, onlyInOther, same, sentence } = loweredBy;
  return {
    ...detail,
    lowered_by: {
      same,
      differing: differing.map(([one, other]) => ({ one, other })),
      only_in_one: onlyInOne,
      only_in_other: onlyInOther,
      sentence,
    },
  };
};

export const explanationBody = (explanation: Explanation): t.TypeOf<typeof ExplanationBody> => {
  const { recorded, contributions } = explanation;
  const { policy } = recorded;
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
    attempt: recorded.attempt,
    evidence_digest: recorded.evidenceDigest,
    evidence_count: recorded.evidenceCount,
    reproduced: explanation.reproduced,
    not_reproduced: explanation.mismatch,
    outcome_of_checks: explanation.outcomeOfChecks,
    path: explanation.path,
    passed_over: explanation.passedOver,
    reasons: explanation.reasons.map(({ followsFrom, ...reason }) => ({ ...reason, follows_from: followsFrom })),
    told: explanation.applicantMessages,
    contributions: contributions && contributionsBody(contributions),
    checks: explanation.checks.map((check) => ({
      ...check,
      saw: check.saw === null ? null : check.saw.map(detailBody),
    })),
    nearest_change: explanation.nearestCounterfactual,
  };
};
