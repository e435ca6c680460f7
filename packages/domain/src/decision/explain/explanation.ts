import type { ProfileId } from '../../ids.ts';
import type { Check, Sight } from '../checks.ts';
import type { Contribution } from '../decide.ts';
import type { Outcome } from '../decision.ts';
import type { ReasonAction, ReasonCode } from '../reasons.ts';
import type { NearestChange } from './nearest.ts';
import type { Recorded, RecordedCheck } from './recorded.ts';
import type { Mismatch } from './replay.ts';

/** A check and what it looked at; where the decision does not come out again, what of it was recorded, and no sights. */
export type ExplainedCheck = RecordedCheck &
  Partial<Pick<Check, 'source' | 'evidence'>> & { readonly saw: readonly Sight[] | null };

/** What a reason added, and whether the policy has it act otherwise than the table of reasons does. */
export type ExplainedContribution = Contribution & {
  readonly tableAction: ReasonAction;
  readonly overridden: boolean;
};

/** A reason in words. */
export type ExplainedReason = {
  readonly code: ReasonCode;
  /** For the person, in their language; `null`: they are never told. */
  readonly person: string | null;
  readonly staff: string;
};

/** Why a decision is what it is. */
export type Explanation = {
  readonly profileId: ProfileId;
  readonly recorded: Recorded;
  /** Whether the same policy and evidence give the decision again; what follows from them is answered only then. */
  readonly reproduced: boolean;
  readonly why: Mismatch | null;
  /** What the checks alone lead to; a reviewer may have decided otherwise. */
  readonly outcomeOfChecks: Outcome | null;
  readonly checks: readonly ExplainedCheck[];
  readonly contributions: readonly ExplainedContribution[] | null;
  readonly reasons: readonly ExplainedReason[];
  /** Which reasons the person was told of. */
  readonly told: readonly { readonly code: ReasonCode; readonly message: string }[];
  /** `null`: nothing that was tried leads elsewhere, or a person decided, or the decision does not come out again. */
  readonly nearest: NearestChange | null;
};
