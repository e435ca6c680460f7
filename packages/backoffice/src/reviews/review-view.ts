import type { Policy } from '@portcullis/domain/checks';
import type { StaffPrincipal } from '@portcullis/domain/kernel';
import { currentApprovals, type Profile, reviewDueAt, waitingSince } from '@portcullis/domain/profile';
import type { ChangeDeps } from '@portcullis/domain/use-cases';
import type { ReviewClaim, ReviewClaims } from '../ports/review-claims.ts';
import type { ReviewQueue } from '../ports/review-queue.ts';

/**
 * The ports of the use cases of reviews. `reviewSlaHours` is by when a profile in review is to be judged,
 * `maxOpenClaims` how many a member of staff may have claimed at a time.
 */
export type ReviewDeps = ChangeDeps & {
  readonly reviewQueue: ReviewQueue;
  readonly reviewClaims: ReviewClaims;
  readonly reviewSlaHours: number;
  readonly maxOpenClaims: number;
};

/** The holder of a profile for review now. */
export type ClaimView = {
  readonly staffId: string;
  readonly name: string;
  readonly until: string;
  readonly isMine: boolean;
};

/** A profile as a member of staff sees it in the queue. Nothing of the person is in it but the partner's reference. */
export type ReviewView = {
  readonly profile: Profile;
  /** Since when it waits for a reviewer; `null` where it does not. */
  readonly waitingSince: string | null;
  readonly dueAt: string | null;
  readonly isOverdue: boolean;
  readonly claim: ClaimView | null;
  /** How many reviewers must approve, and how many did for the present evidence. */
  readonly approvals: { readonly needed: number; readonly given: number };
};

/** The holder of a profile at this time; `null` where nobody is. */
export const holderAt = (claim: ReviewClaim | null | undefined, now: string): ReviewClaim['holder'] =>
  claim != null && claim.heldUntil > now ? claim.holder : null;

/** Whether a member of staff has a profile at this time. */
export const holds = (
  { staffId }: Pick<StaffPrincipal, 'staffId'>,
  claim: ReviewClaim | null | undefined,
  now: string,
): boolean => holderAt(claim, now)?.staffId === staffId;

const claimView = (caller: StaffPrincipal, claim: ReviewClaim | null | undefined, now: string): ClaimView | null => {
  const holder = holderAt(claim, now);
  if (holder === null || claim == null) return null;
  return { ...holder, until: claim.heldUntil, isMine: holder.staffId === caller.staffId };
};

const approvalsOf = (policy: Policy, profile: Profile): ReviewView['approvals'] => {
  const isDouble = policy.review?.fourEyes === true;
  return {
    needed: isDouble ? 2 : 1,
    given: isDouble && profile.status === 'in_review' ? currentApprovals(profile).length : 0,
  };
};

type Case = { readonly policy: Policy; readonly profile: Profile; readonly claim: ReviewClaim | null | undefined };

/** A profile for a member of staff, at `now` (ISO 8601). A claim on what does not wait any more counts for nothing. */
export const viewReview = (
  { reviewSlaHours }: Pick<ReviewDeps, 'reviewSlaHours'>,
  caller: StaffPrincipal,
  { claim, policy, profile }: Case,
  now: string,
): ReviewView => {
  const since = waitingSince(profile);
  const dueAt = since === null ? null : reviewDueAt(since, reviewSlaHours);
  return {
    profile,
    waitingSince: since,
    dueAt,
    isOverdue: dueAt !== null && dueAt <= now,
    claim: since === null ? null : claimView(caller, claim, now),
    approvals: approvalsOf(policy, profile),
  };
};
