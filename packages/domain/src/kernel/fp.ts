/**
 * This is the only file that imports fp-ts, so it is the whole subset of fp-ts that we use. The names are those of the
 * fp-ts documentation; `docs/architecture.md` says where they may be used.
 */
import * as Either from 'fp-ts/lib/Either.js';
import * as TaskEither from 'fp-ts/lib/TaskEither.js';

export type { Either } from 'fp-ts/lib/Either.js';
export { pipe } from 'fp-ts/lib/function.js';
export type { TaskEither } from 'fp-ts/lib/TaskEither.js';

// This file composes tasks with the meaning and the types of fp-ts: its own functions make three promises a step and
// inspect their arguments, which took a twentieth of the processor time of a request.

type AnyTask<L, A> = TaskEither.TaskEither<L, A>;

const mapTask =
  <A, B>(f: (a: A) => B) =>
  <L>(task: AnyTask<L, A>): AnyTask<L, B> =>
  async () => {
    const done = await task();
    return Either.isLeft(done) ? done : Either.right(f(done.right));
  };

const mapTaskLeft =
  <L, M>(f: (left: L) => M) =>
  <A>(task: AnyTask<L, A>): AnyTask<M, A> =>
  async () => {
    const done = await task();
    return Either.isLeft(done) ? Either.left(f(done.left)) : done;
  };

const flatMapTask =
  <A, M, B>(f: (a: A) => AnyTask<M, B>) =>
  <L>(task: AnyTask<L, A>): AnyTask<L | M, B> =>
  async () => {
    const done = await task();
    return Either.isLeft(done) ? done : f(done.right)();
  };

/** Does something more with a value, and keeps the value; only the reason why it failed counts. */
const tapTask =
  <A, M, B>(f: (a: A) => AnyTask<M, B>) =>
  <L>(task: AnyTask<L, A>): AnyTask<L | M, A> =>
  async () => {
    const done = await task();
    if (Either.isLeft(done)) return done;
    const also = await f(done.right)();
    return Either.isLeft(also) ? also : done;
  };

const taskOrElse =
  <L, M, B>(f: (left: L) => AnyTask<M, B>) =>
  <A>(task: AnyTask<L, A>): AnyTask<M, A | B> =>
  async () => {
    const done = await task();
    return Either.isLeft(done) ? f(done.left)() : done;
  };

const bindTask =
  <N extends string, A, M, B>(name: Exclude<N, keyof A>, f: (a: A) => AnyTask<M, B>) =>
  <L>(task: AnyTask<L, A>): AnyTask<L | M, { readonly [K in N | keyof A]: K extends keyof A ? A[K] : B }> =>
  async () => {
    const done = await task();
    if (Either.isLeft(done)) return done;
    const value = await f(done.right)();
    return Either.bindW<N, A, M, B>(name, () => value)(done);
  };

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
  bindW: bindTask,
  apSW: TaskEither.apSW,
  map: mapTask,
  mapLeft: mapTaskLeft,
  flatMap: flatMapTask,
  tap: tapTask,
  orElse: taskOrElse,
} as const;
