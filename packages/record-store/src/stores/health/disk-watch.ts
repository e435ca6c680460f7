import { E, type TaskEither, type Unavailable } from '@portcullis/domain';
import { isUnavailable, outageCauseOf } from '@portcullis/domain/kernel';
import type { RecordDriver } from '../../driver/record-driver.ts';

/**
 * How long a disk counts as full after it had no room for something, in milliseconds. A vacuum, once a minute, clears
 * the room of the test files that were removed since the one before, so that as many more can be written to a full
 * disk: at one a second they have used that room up within this time.
 */
const fullMs = 15_000;

export type DiskWatch = {
  /** The driver whose writes are watched. */
  readonly driver: RecordDriver;
  /** The newest refusal for want of room; `null` where none is so new that the disk counts as full. */
  readonly refusal: () => Unavailable | null;
};

/**
 * Watches the writes of a driver for those that the engine refuses because its disk is full. `purge` is none of them:
 * to rewrite a table takes as much room as it has, and that much may be missing long before the disk is full.
 */
export const watchDisk = (driver: RecordDriver, monotonic: () => number = () => performance.now()): DiskWatch => {
  let newest: { readonly refusal: Unavailable; readonly at: number } | null = null;
  const watched =
    <Failure, A>(write: TaskEither<Failure | Unavailable, A>): TaskEither<Failure | Unavailable, A> =>
    async () => {
      const written = await write();
      if (E.isLeft(written) && isUnavailable(written.left) && outageCauseOf(written.left) === 'disk_full')
        newest = { refusal: written.left, at: monotonic() };
      return written;
    };
  return {
    driver: {
      ...driver,
      transaction: (...args) => watched(driver.transaction(...args)),
      updateIf: (...args) => watched(driver.updateIf(...args)),
      putBlob: (...args) => watched(driver.putBlob(...args)),
      // A removal is written to the log of the database, too.
      removeBlob: (...args) => watched(driver.removeBlob(...args)),
      removeBlobs: (...args) => watched(driver.removeBlobs(...args)),
    },
    refusal: () => (newest !== null && monotonic() - newest.at < fullMs ? newest.refusal : null),
  };
};
