import type { Unavailable } from '../../kernel/errors.ts';
import { E, type Either, type TaskEither } from '../../kernel/fp.ts';
import { entryLeaf } from '../../ledger/merkle/merkle-hash.ts';
import { appendLeaves } from '../../ledger/merkle/tree.ts';
import { type LogState, maxAppended } from '../../ports/logs/ledger-log.ts';
import { createLogLease, type LeaseDeps } from './log-lease.ts';
import { createHeadPublisher, type HeadDeps } from './publish-head.ts';
import { createTileStore } from './store-tiles.ts';

/** A round places at most so many batches, so that the entries of an older release leave room for requests. */
const batchesPerRound = 20;
/** A round begins no further batch after so long: on a database that is slow, requests need what it has. */
const roundMs = 100;

export type RelayDeps = LeaseDeps & HeadDeps;

/**
 * Places ledger entries in the log, after the changes that wrote them: in one gapless order over all profiles, each
 * entry once, and those of a profile in their order. Several relays may run; the one that has the lease places.
 */
export type EntryRelay = {
  /** Places what was written since, and makes a head when one is due. Answers how many entries were placed. */
  readonly round: () => TaskEither<Unavailable, number>;
  /** Places the rest, makes a last head, and gives the lease back. */
  readonly stop: () => TaskEither<Unavailable, number>;
};

export const createEntryRelay = (deps: RelayDeps): EntryRelay => {
  const { ledgerLog } = deps;
  const lease = createLogLease(deps);
  const heads = createHeadPublisher(deps);
  const storeTiles = createTileStore(ledgerLog);

  /** Places entries until none is left; answers `null` when the lease was lost. */
  const placeAll = async (from: LogState): Promise<Either<Unavailable, LogState | null>> => {
    let state = from;
    const until = deps.clock.now() + roundMs;
    for (let batch = 0; batch < batchesPerRound && deps.clock.now() < until; batch += 1) {
      const entries = await ledgerLog.unplaced(maxAppended)();
      if (E.isLeft(entries)) return entries;
      if (entries.right.length === 0) break;
      const leaves = entries.right.map(({ hash }) => entryLeaf(hash));
      const size = state.size + leaves.length;
      const frontier = appendLeaves(state.frontier, state.size, leaves);
      const appended = await lease.append({ ...state, size, frontier }, entries.right);
      if (E.isLeft(appended) || appended.right === null) return appended;
      state = appended.right;
      if (leaves.length < maxAppended) break;
    }
    return E.right(state);
  };

  const run = async (isLast: boolean): Promise<Either<Unavailable, number>> => {
    const before = await lease.acquire();
    if (E.isLeft(before)) return before;
    const after = before.right === null ? before : await placeAll(before.right);
    if (E.isLeft(after)) return after;
    if (before.right === null || after.right === null) {
      heads.forget();
      return E.right(0);
    }
    const stored = await storeTiles(after.right.size);
    if (E.isLeft(stored)) return stored;
    const published = await heads.publish(after.right, isLast);
    return E.isLeft(published) ? published : E.right(after.right.size - before.right.size);
  };

  return {
    round: () => () => run(false),
    stop: () => async () => {
      const done = await run(true);
      await heads.settled();
      await lease.release();
      return done;
    },
  };
};
