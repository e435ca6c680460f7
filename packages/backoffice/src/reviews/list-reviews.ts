import type { ReasonCode } from '@portcullis/domain/checks';
import {
  addMs,
  E,
  hourMs,
  type Invalid,
  type ProfileId,
  pipe,
  type StaffPrincipal,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain/kernel';
import { withTrustedClock } from '@portcullis/domain/ports';
import { damagedCount, isoNow, policyOf } from '@portcullis/domain/use-cases';
import { decodeQueueCursor, encodeQueueCursor } from '../access/page-cursors.ts';
import { reviewPorts, useCase } from '../access/use-case.ts';
import { maxAmong, type QueuePosition } from '../ports/review-queue.ts';
import { heldClaims } from './held-claims.ts';
import { holds, type ReviewDeps, type ReviewView, viewReview } from './review-view.ts';
import { walkQueue } from './walk-queue.ts';

/** The claimer of a profile: the caller, nobody, or others. */
export const claimFilters = ['mine', 'none', 'others'] as const;
export type ClaimFilter = (typeof claimFilters)[number];

export type ReviewFilter = {
  readonly claimed?: ClaimFilter;
  readonly reason?: ReasonCode;
  /** The id of a policy. */
  readonly policy?: string;
  /** Only what is overdue, or what is not. */
  readonly overdue?: boolean;
  /** 1 to 100. */
  readonly limit: number;
  /** The `next` of an earlier page. */
  readonly cursor?: string;
};

/**
 * A page may have fewer items than there are, or none, while `next` is not `null`. `looked` is how many profiles of the
 * queue were looked at for it.
 */
export type ReviewPage = {
  readonly items: readonly ReviewView[];
  readonly next: string | null;
  readonly looked: number;
  /** How many were left out because their rows do not open, where there are any. */
  readonly damaged?: number;
};

/** Lists the queue, those who wait longest before. At most `mostLooked` profiles are looked at for one page. */
export type ListReviews = (input: {
  readonly caller: StaffPrincipal;
  readonly filter: ReviewFilter;
}) => TaskEither<Invalid | Unavailable, ReviewPage>;

const claimedBy = ({ claim }: ReviewView): ClaimFilter => {
  if (claim === null) return 'none';
  return claim.isMine ? 'mine' : 'others';
};

const matches = (review: ReviewView, { claimed, overdue, policy, reason }: ReviewFilter): boolean => {
  const { profile } = review;
  return (
    (claimed === undefined || claimedBy(review) === claimed) &&
    (overdue === undefined || review.isOverdue === overdue) &&
    (policy === undefined || profile.policy.id === policy) &&
    (reason === undefined || profile.statusReasons.includes(reason))
  );
};

/** Whether what is left out stands among what is not. Overdue profiles stand before everything else. */
const leavesOut = ({ claimed, policy, reason }: ReviewFilter): boolean =>
  [claimed, policy, reason].some((one) => one !== undefined);

/** Behind every id. */
const lastId = 'z'.repeat(15);

/** The last position of what is overdue, behind which everything else is. */
const lastOverdue = ({ clock, reviewSlaHours }: ReviewDeps, { overdue }: ReviewFilter): QueuePosition | null =>
  overdue === false ? { since: addMs(isoNow(clock), -reviewSlaHours * hourMs), id: lastId } : null;

/**
 * How many profiles are read at a time where a filter leaves some out, and at most: each has to be opened, so that a
 * page of these takes as long as two that leave out nothing.
 */
const perRead = 100;
export const mostLooked = 2 * perRead;

/**
 * The profiles for a filter by the claim: those that are claimed so now. `null` where that says nothing, or there are
 * too many to ask for by their ids.
 */
const claimedIds = (
  deps: ReviewDeps,
  caller: StaffPrincipal,
  { claimed }: ReviewFilter,
): TaskEither<Unavailable, readonly ProfileId[] | null> => {
  if (claimed === undefined || claimed === 'none') return TE.right(null);
  const now = isoNow(deps.clock);
  return pipe(
    heldClaims(deps, caller),
    TE.map((claims) => {
      const ids = claims.filter((one) => holds(caller, one, now) === (claimed === 'mine')).map((one) => one.profileId);
      return ids.length > maxAmong ? null : ids;
    }),
  );
};

/** In the order of the queue nothing behind one that is not overdue is. */
const endsOverdue = (review: ReviewView, { overdue }: ReviewFilter): boolean => overdue === true && !review.isOverdue;

const pageOf =
  (deps: ReviewDeps, caller: StaffPrincipal, filter: ReviewFilter): TaskEither<Unavailable, ReviewPage> =>
  async () => {
    const { cursor = '', limit } = filter;
    const items: ReviewView[] = [];
    let isPast = false;
    const among = await claimedIds(deps, caller, filter)();
    if (E.isLeft(among)) return among;
    if (among.right?.length === 0) return E.right({ items, next: null, looked: 0 });
    const walked = await walkQueue(deps, caller, {
      from: decodeQueueCursor(cursor),
      notBefore: lastOverdue(deps, filter),
      perRead: leavesOut(filter) ? perRead : limit + 1,
      most: mostLooked,
      ...(among.right !== null && { among: among.right }),
      visit: async ({ claim, profile }) => {
        if (items.length === limit) return E.right(true);
        const policy = await policyOf(deps, profile)();
        if (E.isLeft(policy)) return policy;
        const review = viewReview(deps, caller, { claim, profile, policy: policy.right }, isoNow(deps.clock));
        isPast = endsOverdue(review, filter);
        if (matches(review, filter)) items.push(review);
        return E.right(isPast);
      },
    });
    if (E.isLeft(walked)) return walked;
    const { damaged, looked, next } = walked.right;
    return E.right({
      items,
      looked,
      ...damagedCount(damaged),
      next: isPast || next === null ? null : encodeQueueCursor(next),
    });
  };

export const listReviews = useCase(
  'listReviews',
  reviewPorts,
  (deps: ReviewDeps): ListReviews =>
    ({ caller, filter }) =>
      withTrustedClock(deps.clock, pageOf(deps, caller, filter)),
);
