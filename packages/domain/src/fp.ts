/**
 * The only file that imports fp-ts, and so the whole of our dialect of it.
 * The names are those of the fp-ts documentation; `docs/architecture.md` says where they may be used.
 */
import * as Either from 'fp-ts/lib/Either.js';
import * as TaskEither from 'fp-ts/lib/TaskEither.js';

export type { Either } from 'fp-ts/lib/Either.js';
export { pipe } from 'fp-ts/lib/function.js';
export type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/** A value, or the reason why there is none: for rules that can say no. */
export const E = {
  left: Either.left,
  right: Either.right,
  isLeft: Either.isLeft,
  isRight: Either.isRight,
  map: Either.map,
  mapLeft: Either.mapLeft,
  flatMap: Either.flatMap,
} as const;

/** `() => Promise<Either<Reason, Value>>`: describes work, and does none until it is called. */
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
