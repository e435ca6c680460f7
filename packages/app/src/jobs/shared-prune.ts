import { E, type TaskEither, type Unavailable } from '@portcullis/domain';
import type { WorkShares } from '@portcullis/domain/use-cases';

/** Removes at most `limit` rows that are older than `before`, and answers how many it has removed. */
type Prune = (before: string, limit: number) => TaskEither<Unavailable, number>;

/** Removes where the work with this name is this instance's, and answers 0 elsewhere: of several instances one does. */
export const sharedPrune =
  (shares: Pick<WorkShares, 'run'>, name: string, prune: Prune): Prune =>
  (before, limit) =>
  async () =>
    (await shares.run(`prune ${name}`, prune(before, limit))) ?? E.right(0);
