import { E, type Either, type TaskEither, type Unavailable } from '@portcullis/domain';
import { isUnavailable } from '@portcullis/domain/kernel';
import type { RecordDriver, WriteRejection } from './record-driver.ts';

/** Says whether the database is still the same one. */
export type DatabaseGuard = {
  readonly isCurrent: () => boolean;
  readonly ensureSame: TaskEither<Unavailable, void>;
  readonly ensureFresh: TaskEither<Unavailable, void>;
};

const isNothing = (answer: unknown): boolean => answer === null;
const isEmptyList = (answer: unknown): boolean => Array.isArray(answer) && answer.length === 0;

const saysMissing = (failure: WriteRejection | Unavailable): boolean =>
  failure._tag === 'NoSuchRow' || failure._tag === 'MissingReference';

/** Whether nothing was answered. */
const isOutage = (result: Either<unknown, unknown>): boolean => E.isLeft(result) && isUnavailable(result.left);

/**
 * A driver that writes nothing to another database, and believes nothing of it. The answers of connections that were
 * looked at are passed on as they are, except that something is missing: that is answered once the database was found
 * to be the same.
 */
export const guardedDriver = (driver: RecordDriver, guard: DatabaseGuard): RecordDriver => {
  driver.beforeWrites(() => (guard.isCurrent() ? null : guard.ensureSame));

  /** An answer may have come over a connection that was begun meanwhile, so it is answered after another look. */
  const guarded =
    <Failure, A>(task: TaskEither<Failure | Unavailable, A>): TaskEither<Failure | Unavailable, A> =>
    async () => {
      if (!guard.isCurrent()) {
        const before = await guard.ensureSame();
        if (E.isLeft(before)) return before;
      }
      const result = await task();
      if (guard.isCurrent() || isOutage(result)) return result;
      const same = await guard.ensureSame();
      return E.isLeft(same) ? same : result;
    };

  const confirmed =
    <Failure, A>(
      task: TaskEither<Failure | Unavailable, A>,
      isAbsence: (result: Either<Failure | Unavailable, A>) => boolean,
      ensure: TaskEither<Unavailable, void>,
    ): TaskEither<Failure | Unavailable, A> =>
    async () => {
      const result = await guarded(task)();
      if (!isAbsence(result)) return result;
      const same = await ensure();
      return E.isLeft(same) ? same : result;
    };

  const found = <A>(task: TaskEither<Unavailable, A>): TaskEither<Unavailable, A> =>
    confirmed(task, (result) => E.isRight(result) && isNothing(result.right), guard.ensureFresh);
  const listed = <A>(task: TaskEither<Unavailable, A>): TaskEither<Unavailable, A> =>
    confirmed(task, (result) => E.isRight(result) && isEmptyList(result.right), guard.ensureSame);
  const written = <A>(task: TaskEither<WriteRejection | Unavailable, A>): TaskEither<WriteRejection | Unavailable, A> =>
    confirmed(task, (result) => E.isLeft(result) && saysMissing(result.left), guard.ensureFresh);

  return {
    transaction: (...args) => written(driver.transaction(...args)),
    updateIf: (...args) => guarded(driver.updateIf(...args)),
    entriesWithoutPlace: (...args) => listed(driver.entriesWithoutPlace(...args)),
    get: (...args) => found(driver.get(...args)),
    page: (...args) => listed(driver.page(...args)),
    count: (...args) => guarded(driver.count(...args)),
    distinct: (...args) => listed(driver.distinct(...args)),
    putBlob: (...args) => written(driver.putBlob(...args)),
    getBlob: (...args) => found(driver.getBlob(...args)),
    removeBlob: (...args) => written(driver.removeBlob(...args)),
    removeBlobs: (...args) => guarded(driver.removeBlobs(...args)),
    size: guarded(driver.size),
    mayHoldCopies: (...args) => guarded(driver.mayHoldCopies(...args)),
    purge: (...args) => guarded(driver.purge(...args)),
    connections: driver.connections,
    beforeWrites: driver.beforeWrites,
  };
};
