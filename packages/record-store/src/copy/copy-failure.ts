import { E, type Either, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import type { WriteRejection } from '../driver/record-driver.ts';
import { unexpectedRejection } from '../driver/rejection.ts';

/**
 * Why a copy does not go on. `CopyRefused` says in a sentence for an operator what is wrong, and `mayLack` that the
 * target may lack a row that the source has; `NoAnswer` says which of the two databases could not be used, and a
 * repetition goes on where it was.
 */
export type CopyFailure =
  | { readonly _tag: 'CopyRefused'; readonly why: string; readonly mayLack?: true }
  | { readonly _tag: 'NoAnswer'; readonly database: 'source' | 'target'; readonly failure: Unavailable };

export const refuseCopy = (why: string): Either<CopyFailure, never> => E.left({ _tag: 'CopyRefused', why });

/** Refuses where the target may lack a row: it is believed once the table was gone through from its beginning. */
export const lacking = (why: string): Either<CopyFailure, never> => E.left({ _tag: 'CopyRefused', why, mayLack: true });

const noAnswer =
  (database: 'source' | 'target') =>
  (failure: WriteRejection | Unavailable): CopyFailure => ({
    _tag: 'NoAnswer',
    database,
    failure: unexpectedRejection()(failure),
  });

/** Runs a task on the database from which is copied. */
export const ofSource = <A>(task: TaskEither<WriteRejection | Unavailable, A>): Promise<Either<CopyFailure, A>> =>
  pipe(task, TE.mapLeft(noAnswer('source')))();

/** Runs a task on the database into which is copied. */
export const ofTarget = <A>(task: TaskEither<WriteRejection | Unavailable, A>): Promise<Either<CopyFailure, A>> =>
  pipe(task, TE.mapLeft(noAnswer('target')))();
