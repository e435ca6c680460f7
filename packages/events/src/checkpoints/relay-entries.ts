import { E, type Either, type TaskEither, type Unavailable } from '@portcullis/domain/kernel';
import { monotonicNow } from '@portcullis/domain/ports';
import { createEventNumbering } from '../feed/number-events.ts';
import { createLogLease, type LeaseDeps } from '../leases/log-lease.ts';
import { nextLogHash } from '../ledger/checkpoint.ts';
import type { FeedNumbers, FeedPosition } from '../ports/event-feed.ts';
import { type LogState, maxAppended } from '../ports/ledger-log.ts';
import { createHeadPublisher, type HeadDeps } from './publish-head.ts';

/** How many batches are placed at most, and after how long no further one begins. */
type Limits = { readonly batches: number; readonly ms: number };

/** A round leaves room for requests, also on a database that is slow. */
const roundLimits: Limits = { batches: 20, ms: 100 };

export type RelayDeps = LeaseDeps &
  HeadDeps & {
    readonly feedNumbers: FeedNumbers;
    /** Called when the events of a partner have got their places. */
    readonly onFeedMoved?: (feed: FeedPosition) => void;
  };

/**
 * Places ledger entries in the log, after the changes that wrote them: in one gapless order over all profiles, each
 * entry once, and those of a profile in their order. Then it numbers the events among them for the feeds of the
 * partners. Several relays may run; the one that has the lease places.
 */
export type EntryRelay = {
  /** Places what was written since, numbers its events, and makes a head when due. Answers how many were placed. */
  readonly round: () => TaskEither<Unavailable, number>;
  /**
   * Places the rest, makes a last head, and gives the lease back. After `placeMs` no further batch begins, so that
   * there is time for head and lease before the process ends; without it, everything is placed.
   */
  readonly stop: (placeMs?: number) => TaskEither<Unavailable, number>;
  /** Whether it had the lease after its last round, so that a further round would place what is there. */
  readonly hasLease: () => boolean;
};

export const createEntryRelay = (deps: RelayDeps): EntryRelay => {
  const { clock, ledgerLog } = deps;
  const lease = createLogLease(deps);
  const heads = createHeadPublisher(deps);
  const numbering = createEventNumbering(deps.feedNumbers, deps.onFeedMoved);

  /** Places entries until none is left, within limits; answers `null` when the lease was lost. */
  const placeAll = async (from: LogState, { batches, ms }: Limits): Promise<Either<Unavailable, LogState | null>> => {
    let state = from;
    const until = monotonicNow(clock) + ms;
    for (let batch = 0; batch < batches && monotonicNow(clock) < until; batch += 1) {
      const entries = await ledgerLog.unplaced(maxAppended)();
      if (E.isLeft(entries)) return entries;
      if (entries.right.length === 0) break;
      const size = state.size + entries.right.length;
      const hash = entries.right.reduce((before, entry) => nextLogHash(before, entry.hash), state.hash);
      const appended = await lease.append({ ...state, size, hash }, entries.right);
      if (E.isLeft(appended) || appended.right === null) return appended;
      state = appended.right;
      if (entries.right.length < maxAppended) break;
    }
    return E.right(state);
  };

  /** Numbers the events of what has its place. */
  const numberAll = (size: number, batches: number, until: number): Promise<Either<Unavailable, number>> => {
    let steps = 0;
    return numbering.follow(size, () => {
      steps += 1;
      return steps <= batches && monotonicNow(clock) < until;
    });
  };

  const run = async (isLast: boolean, limits: Limits): Promise<Either<Unavailable, number>> => {
    const begun = monotonicNow(clock);
    const before = await lease.acquire();
    if (E.isLeft(before)) return before;
    const after = before.right === null ? before : await placeAll(before.right, limits);
    if (E.isLeft(after)) return after;
    if (before.right === null || after.right === null) {
      heads.forget();
      return E.right(0);
    }
    const until = (isLast ? begun : monotonicNow(clock)) + limits.ms;
    const numbered = await numberAll(after.right.size, limits.batches, until);
    if (E.isLeft(numbered)) return numbered;
    const published = await heads.publish(after.right, isLast);
    return E.isLeft(published) ? published : E.right(after.right.size - before.right.size);
  };

  return {
    hasLease: lease.isHeld,
    round: () => () => run(false, roundLimits),
    stop:
      (placeMs = Number.POSITIVE_INFINITY) =>
      async () => {
        const done = await run(true, { batches: Number.POSITIVE_INFINITY, ms: placeMs });
        await lease.release();
        return done;
      },
  };
};
