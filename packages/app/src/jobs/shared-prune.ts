import { E, type TaskEither, type Unavailable } from '@portcullis/domain';
import type { WorkShares } from '@portcullis/domain/use-cases';

/** Removes at most `limit` rows that are older than `before`, and answers how many it has removed. */
type Prune = (before: string, limit: number) => TaskEither<Unavailable, number>;

/** How often rows are removed in a row while each removal reaches its limit. */
const timesAtOnce = 5;

/**
 * Removes old rows if the work with this name belongs to this instance, and answers 0 otherwise, so that one of several
 * instances does it. It continues at once while there are more, some times in a row, because it works for all of them.
 */
export const sharedPrune =
  (shares: Pick<WorkShares, 'run'>, name: string, prune: Prune, times = timesAtOnce): Prune =>
  (before, limit) =>
  async () => {
    let removed = 0;
    for (let time = 0; time < times; time += 1) {
      const done = await shares.run(`prune ${name}`, prune(before, limit));
      if (done === null) break;
      if (E.isLeft(done)) return done;
      removed += done.right;
      if (done.right < limit) break;
    }
    return E.right(removed);
  };
