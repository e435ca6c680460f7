import { E, type TaskEither, type Unavailable } from '@portcullis/domain';
import { isUnavailable, outageCauseOf } from '@portcullis/domain/kernel';
import type { RecordDriver } from '../../driver/record-driver.ts';

/** Something for which there was no room, and how many bytes it had. */
type WithoutRoom = { readonly refusal: Unavailable; readonly bytes: number };

export type WriteWatch = {
  /** The driver whose writes are watched. */
  readonly driver: RecordDriver;
  /** The write without room since `noteRoom`; `null`: none. */
  readonly withoutRoom: () => WithoutRoom | null;
  /** As much was taken after this refusal. */
  readonly noteRoom: (of: WithoutRoom) => void;
  /** How many writes were taken and how many were refused so far. */
  readonly counts: () => { readonly taken: number; readonly refused: number };
};

/** A write without an answer in time, and one that was not sent, were not refused. */
const refusalIn = (failure: unknown): Unavailable | null =>
  isUnavailable(failure) && failure.kind !== 'timeout' && failure.notSent !== true ? failure : null;

/** PocketBase does not say why it refuses a file: mostly for want of room. */
const isForRoom = (refusal: Unavailable): boolean => ['disk_full', 'write_refused'].includes(outageCauseOf(refusal));

/**
 * Watches the writes of a driver: how many it takes and refuses, and for what there is no room. `purge` is none of
 * them: to rewrite a table takes as much room as it has, and that much may be missing long before the disk is full.
 */
export const watchWrites = (driver: RecordDriver): WriteWatch => {
  let without: WithoutRoom | null = null;
  let taken = 0;
  let refused = 0;
  const watched =
    <Failure, A>(write: TaskEither<Failure | Unavailable, A>, bytes = 0): TaskEither<Failure | Unavailable, A> =>
    async () => {
      const written = await write();
      if (E.isRight(written)) {
        taken += 1;
        return written;
      }
      const refusal = refusalIn(written.left);
      if (refusal !== null) refused += 1;
      if (refusal !== null && isForRoom(refusal)) without = { refusal, bytes: Math.max(bytes, without?.bytes ?? 0) };
      return written;
    };
  return {
    driver: {
      ...driver,
      transaction: (...args) => watched(driver.transaction(...args)),
      updateIf: (...args) => watched(driver.updateIf(...args)),
      putBlob: (row, blob) => watched(driver.putBlob(row, blob), blob.bytes.length),
      // A removal is written to the log of the database, too.
      removeBlob: (...args) => watched(driver.removeBlob(...args)),
      removeBlobs: (...args) => watched(driver.removeBlobs(...args)),
    },
    withoutRoom: () => without,
    noteRoom: (of) => {
      if (without === of) without = null;
    },
    counts: () => ({ taken, refused }),
  };
};
