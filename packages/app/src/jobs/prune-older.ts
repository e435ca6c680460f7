import { type Clock, E, type TaskEither, type Unavailable } from '@portcullis/domain';
import { clockFault } from '@portcullis/domain/use-cases';

/** Removes what is older than a time (ISO 8601), and answers what it has done. */
type Prune<Done> = (before: string) => TaskEither<Unavailable, Done>;

/**
 * Removes what is older than `ageMs`. The clock is asked again at that moment, because it may have been set since the
 * round began. While the clock is not trusted nothing is removed, and the answer is `none`.
 */
export const pruneOlderOr =
  <Done>(none: Done, clock: Clock, ageMs: number, prune: Prune<Done>): TaskEither<Unavailable, Done> =>
  async () => {
    const before = new Date(clock.now() - ageMs).toISOString();
    return clockFault(clock) ? E.right(none) : prune(before)();
  };

/** Removes what is older than `ageMs`, and answers how many. */
export const pruneOlder = (clock: Clock, ageMs: number, prune: Prune<number>): TaskEither<Unavailable, number> =>
  pruneOlderOr(0, clock, ageMs, prune);
