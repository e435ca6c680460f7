import { E, type TaskEither, type Unavailable } from '@portcullis/domain';
import type { WorkShares } from '@portcullis/domain/use-cases';

/** Removes at most `limit` rows that are older than `before`, and answers how many it has removed. */
type Prune = (before: string, limit: number) => TaskEither<Unavailable, number>;

/** So many times in a row is removed where each time there were as many as can be at once. */
const timesAtOnce = 5;

/**
 * Removes where the work with this name is this instance's, and answers 0 elsewhere: of several instances one does.
 * That one goes on at once while there is more, for some times, since it does what each of them did before.
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
