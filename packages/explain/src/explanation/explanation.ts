import type { Check, Outcome, ProfileId, ReasonCode } from '@portcullis/domain';
import type { ApplicantMessage, CheckDetail, Contribution, ReasonAction } from '@portcullis/domain/checks';
import type { RecordedCheck, RecordedDecision } from '@portcullis/domain/profile';
import type { NameDifference } from './name-difference.ts';
import type { Counterfactual } from './nearest-counterfactual.ts';
import type { ReplayMismatch } from './replay.ts';

/** A detail that a check looked at. A comparison of names with less than the full score has what lowered it. */
export type ExplainedDetail = CheckDetail & { readonly loweredBy?: NameDifference };

/** A check with its details. If the decision is not reproduced, it has only what was recorded, and no details. */
export type ExplainedCheck = RecordedCheck &
  Partial<Pick<Check, 'source' | 'evidence'>> & { readonly saw: readonly ExplainedDetail[] | null };

/** The contribution of a reason, and whether the policy gives it another action than the reason table does. */
export type ExplainedContribution = Contribution & {
  readonly tableAction: ReasonAction;
  readonly overridden: boolean;
};

/** A reason with its messages. */
export type ExplainedReason = {
  readonly code: ReasonCode;
  /** The applicant message in the applicant's language; `null` if the applicant never sees the reason. */
  readonly person: string | null;
  readonly staff: string;
  /** The reason of the same decision from which this one follows: of an MRZ that was not found, no field was read. */
  readonly followsFrom: ReasonCode | null;
};

/** A path of the policy that was not decided on, and why. */
export type ExplainedPath = {
  readonly path: string;
  readonly reasons: readonly Pick<ExplainedReason, 'code' | 'staff'>[];
};

/** The explanation of a decision. */
export type Explanation = {
  readonly profileId: ProfileId;
  readonly recorded: RecordedDecision;
  /** Whether the same policy and evidence give the same decision again. Only then are the derived fields present. */
  readonly reproduced: boolean;
  readonly mismatch: ReplayMismatch | null;
  /** The outcome of the checks alone. A reviewer may have decided differently. */
  readonly outcomeOfChecks: Outcome | null;
  /** The path of the policy that was decided on, and those that it was preferred to. */
  readonly path: string;
  readonly passedOver: readonly ExplainedPath[];
  readonly checks: readonly ExplainedCheck[];
  readonly contributions: readonly ExplainedContribution[] | null;
  readonly reasons: readonly ExplainedReason[];
  /** The reasons that were shown to the applicant, with their messages. */
  readonly applicantMessages: readonly ApplicantMessage[];
  /**
   * `null` if no tried change leads to another outcome, if a reviewer decided, or if the decision is not reproduced.
   */
  readonly nearestCounterfactual: Counterfactual | null;
};
