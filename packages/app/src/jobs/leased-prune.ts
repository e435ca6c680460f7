import { E, type TaskEither, type Unavailable } from '@portcullis/domain';

/** Removes at most `limit` rows that are older than `before`, and answers how many it has removed. */
type Prune = (before: string, limit: number) => TaskEither<Unavailable, number>;

/** How often rows are removed in a row while each removal reaches its limit. */
const timesAtOnce = 5;

/**
 * Removes old rows while this instance has the lease on the sweep, and answers 0 otherwise. It continues at once while
 * there are more, some times in a row, because it works for all instances.
 */
export const leasedPrune =
  (hasLease: () => boolean, prune: Prune, times = timesAtOnce): Prune =>
  (before, limit) =>
  async () => {
    let removed = 0;
    for (let time = 0; time < times && hasLease(); time += 1) {
      const done = await prune(before, limit)();
      if (E.isLeft(done)) return done;
      removed += done.right;
      if (done.right < limit) break;
    }
    return E.right(removed);
  };
