/**
 * This is the only file that imports fp-ts, so it is the whole subset of fp-ts that we use. The names are those of the
 * fp-ts documentation; `docs/architecture.md` says where they may be used.
 */
import * as Either from 'fp-ts/lib/Either.js';
import * as TaskEither from 'fp-ts/lib/TaskEither.js';

export type { Either } from 'fp-ts/lib/Either.js';
export { pipe } from 'fp-ts/lib/function.js';
export type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/** An `Either` is a value, or the reason why there is none. Rules that can reject something return it. */
export const E = {
  left: Either.left,
  right: Either.right,
  isLeft: Either.isLeft,
  isRight: Either.isRight,
  map: Either.map,
  mapLeft: Either.mapLeft,
  flatMap: Either.flatMap,
} as const;

/** A `TaskEither` is `() => Promise<Either<Reason, Value>>`: it describes work, and does none until it is called. */
export const TE = {
  left: TaskEither.left,
  right: TaskEither.right,
  fromEither: TaskEither.fromEither,
  tryCatch: TaskEither.tryCatch,
  Do: TaskEither.Do,
  bindW: TaskEither.bindW,
  apSW: TaskEither.apSW,
  map: TaskEither.map,
  mapLeft: TaskEither.mapLeft,
  flatMap: TaskEither.flatMap,
  orElse: TaskEither.orElse,
} as const;
