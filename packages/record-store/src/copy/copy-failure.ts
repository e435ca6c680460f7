import { E, type Either, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import type { WriteRejection } from '../driver/record-driver.ts';
import { unexpectedRejection } from '../driver/rejection.ts';

/**
 * Why a copy does not go on. `CopyRefused` says in a sentence for an operator what is wrong; `NoAnswer` says which of
 * the two databases could not be used.
 */
export type CopyFailure =
  | { readonly _tag: 'CopyRefused'; readonly why: string }
  | { readonly _tag: 'NoAnswer'; readonly database: 'source' | 'target'; readonly failure: Unavailable };

export const refuseCopy = (why: string): Either<CopyFailure, never> => E.left({ _tag: 'CopyRefused', why });

/** The operator's step before a copy is begun again. */
export const emptyTarget = 'empty the target (drop its database with its backups, and create it again)';

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
