import {
  type ClaimLimitReached,
  E,
  type Either,
  type Invalid,
  type StaffPrincipal,
  type TaskEither,
  type Unavailable,
} from '@portcullis/domain/kernel';
import { withTrustedClock } from '@portcullis/domain/ports';
import { currentApprovals, isSameReviewer } from '@portcullis/domain/profile';
import { isoNow } from '@portcullis/domain/use-cases';
import { reviewPorts, useCase } from '../access/use-case.ts';
import { type ClaimReview, claimReview } from './claim-review.ts';
import { holderAt, type ReviewDeps, type ReviewView } from './review-view.ts';
import { type QueuedReview, walkQueue } from './walk-queue.ts';

/**
 * Claims the profile that waits longest and that nobody has; `null` where there is none among the first thousand. One
 * that the member of staff has approved already waits for somebody else.
 */
export type ClaimNext = (input: {
  readonly caller: StaffPrincipal;
}) => TaskEither<Invalid | Unavailable | ClaimLimitReached, ReviewView | null>;

const isFor = (deps: ReviewDeps, { staffId }: StaffPrincipal, { claim, profile }: QueuedReview): boolean =>
  holderAt(claim, isoNow(deps.clock)) === null &&
  !currentApprovals(profile).some((one) => isSameReviewer(one, { reviewer: staffId }));

/** How many profiles are read at a time, and at most. */
const perRead = 20;
const most = 1000;

const findAndClaim =
  (
    deps: ReviewDeps,
    claim: ClaimReview,
    caller: StaffPrincipal,
  ): TaskEither<Unavailable | ClaimLimitReached, ReviewView | null> =>
  async () => {
    let claimed: ReviewView | null = null;
    let limit: ClaimLimitReached | null = null;
    const visit = async (queued: QueuedReview): Promise<Either<Unavailable, boolean>> => {
      if (!isFor(deps, caller, queued)) return E.right(false);
      const result = await claim({ caller, id: queued.profile.id, takeOver: false })();
      if (E.isRight(result)) claimed = result.right;
      // Somebody faster has it, or has decided: the next one is tried.
      else if (result.left._tag === 'Unavailable') return E.left(result.left);
      else if (result.left._tag === 'ClaimLimitReached') limit = result.left;
      return E.right(claimed !== null || limit !== null);
    };
    const walked = await walkQueue(deps, caller, { from: null, notBefore: null, perRead, most, visit });
    if (E.isLeft(walked)) return walked;
    return limit === null ? E.right(claimed) : E.left(limit);
  };

export const claimNext = useCase('claimNext', reviewPorts, (deps: ReviewDeps): ClaimNext => {
  const claim = claimReview(deps);
  return ({ caller }) => withTrustedClock(deps.clock, findAndClaim(deps, claim, caller));
});
