import {
  addMs,
  E,
  type Either,
  hourMs,
  type Invalid,
  pipe,
  type StaffPrincipal,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain/kernel';
import { withTrustedClock } from '@portcullis/domain/ports';
import { waitingSince } from '@portcullis/domain/profile';
import { isoNow } from '@portcullis/domain/use-cases';
import { queueFor } from '../access/records.ts';
import { reviewPorts, useCase } from '../access/use-case.ts';
import { maxClaims } from '../ports/review-claims.ts';
import { maxWaiting, type QueuePage, type QueuePosition } from '../ports/review-queue.ts';
import { holds, type ReviewDeps } from './review-view.ts';

/** How many there are; `atLeast` where counting stopped there. */
export type ReviewCount = { readonly value: number; readonly atLeast: boolean };

export type ReviewSummaryView = {
  readonly waiting: ReviewCount;
  readonly overdue: ReviewCount;
  readonly claimed: ReviewCount;
  /** How many of the claims are the caller's own. */
  readonly mine: ReviewCount;
  readonly oldestWaitingSince: string | null;
};

/** Counts what waits for reviewers of a tenant, each up to a thousand. */
export type ReviewSummary = (input: {
  readonly caller: StaffPrincipal;
}) => TaskEither<Invalid | Unavailable, ReviewSummaryView>;

/** A count of what was counted up to `most`. */
export const countOf = (value: number, most: number): ReviewCount => ({ value, atLeast: value >= most });

/** The number of positions of the queue for each read; the first read is mostly enough. */
const looksPerRead: readonly number[] = [1, 20, 20, 20, 20, 20];

/**
 * Since when the first profile waits that can be shown: one whose row does not open stands before others as long as
 * nobody mends it. `null` where none is, or too many stand before it.
 */
const oldestWaiting =
  (deps: ReviewDeps, caller: StaffPrincipal): TaskEither<Unavailable, string | null> =>
  async () => {
    let after: QueuePosition | null = null;
    for (const limit of looksPerRead) {
      const page: Either<Unavailable, QueuePage> = await queueFor(deps, caller, after, limit)();
      if (E.isLeft(page)) return page;
      const [first] = page.right.queued;
      if (first !== undefined) return E.right(waitingSince(first.profile));
      after = page.right.next;
      if (after === null) break;
    }
    return E.right(null);
  };

export const reviewSummary = useCase(
  'reviewSummary',
  reviewPorts,
  (deps: ReviewDeps): ReviewSummary =>
    ({ caller }) => {
      const { clock, reviewClaims, reviewQueue, reviewSlaHours } = deps;
      const now = isoNow(clock);
      const counted = pipe(
        TE.Do,
        TE.bindW('waiting', () => reviewQueue.count(caller.tenant, null)),
        TE.bindW('overdue', () => reviewQueue.count(caller.tenant, addMs(now, -reviewSlaHours * hourMs))),
        TE.bindW('held', () => reviewClaims.held(caller.tenant, now)),
        TE.bindW('oldest', () => oldestWaiting(deps, caller)),
        TE.map(({ held, oldest, overdue, waiting }) => ({
          waiting: countOf(waiting, maxWaiting),
          overdue: countOf(overdue, maxWaiting),
          claimed: countOf(held.length, maxClaims),
          mine: countOf(held.filter((claim) => holds(caller, claim, now)).length, maxClaims),
          oldestWaitingSince: oldest,
        })),
      );
      return withTrustedClock(clock, counted);
    },
);
