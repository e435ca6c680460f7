import { type Clock, E, type TaskEither, type Unavailable } from '@portcullis/domain';
import { clockFault } from '@portcullis/domain/use-cases';

/** Removes what is from before a time (ISO 8601), and answers how many. */
type Prune = (before: string) => TaskEither<Unavailable, number>;

/**
 * Removes what is older than `ageMs`. The clock is asked again at that moment, because it may have been set since the
 * round began: by one that is not trusted nothing is old, and nothing is removed.
 */
export const pruneOlder =
  (clock: Clock, ageMs: number, prune: Prune): TaskEither<Unavailable, number> =>
  async () => {
    const before = new Date(clock.now() - ageMs).toISOString();
    return clockFault(clock) ? E.right(0) : prune(before)();
  };
