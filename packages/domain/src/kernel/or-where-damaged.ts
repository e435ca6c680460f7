import { isOfOneRecord, type Unavailable } from './errors.ts';
import { pipe, type TaskEither, TE } from './fp.ts';

/**
 * Answers something else where a row does not open. An outage of the database, or of a key that all rows need, stays
 * an outage.
 */
export const orWhereDamaged =
  <Other>(otherwise: (damage: Unavailable) => TaskEither<Unavailable, Other>) =>
  <Opened>(opened: TaskEither<Unavailable, Opened>): TaskEither<Unavailable, Opened | Other> =>
    pipe(
      opened,
      TE.orElse(
        (failure: Unavailable): TaskEither<Unavailable, Other> =>
          isOfOneRecord(failure) ? otherwise(failure) : TE.left(failure),
      ),
    );
