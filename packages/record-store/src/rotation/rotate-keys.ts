import { E, type TaskEither, type Unavailable } from '@portcullis/domain';
import type { RecordDriver } from '../driver/record-driver.ts';
import type { Keyring } from '../keys/keyring.ts';
import { type KeyUsage, keyStatus } from './key-status.ts';
import { rewrapPart } from './rewrap.ts';
import { type Progress, runPart } from './rotation-part.ts';

/**
 * The result of a rotation, and the keys that could not be rotated. `isPurged`: everything is under the primary key,
 * and nothing of the earlier content remains in the free pages of the database and in its journal.
 */
export type Rotation = {
  readonly status: readonly KeyUsage[];
  readonly remaining: readonly string[];
  readonly isPurged: boolean;
};

/** How many keys are wrapped by another key than this one. */
export const remainingCount = (status: readonly KeyUsage[], keyId: string): number =>
  status
    .filter((usage) => usage.keyId !== keyId)
    .reduce((sum, { dataKeys, serviceKeys }) => sum + dataKeys + serviceKeys, 0);

/** How often the truncation of the journal is tried while others read it. */
const purgeAttempts = 20;

/**
 * How many rounds a rotation makes at most: other instances may write with other keys what it has already processed.
 */
const maxRounds = 5;

/**
 * Wraps every key under the primary key of the keyring. Each row is rotated atomically, so the rotation can be stopped
 * at any moment and started again, while the service runs. It ends with a purge, also when rows remain: they leave
 * nothing of the rotated rows in the files of the database.
 */
export const rotateKeys =
  (
    driver: RecordDriver,
    keyring: Keyring,
    onProgress: (progress: Progress) => void,
  ): TaskEither<Unavailable, Rotation> =>
  async () => {
    const parts = [rewrapPart(driver, keyring, 'service_keys'), rewrapPart(driver, keyring, 'data_keys')];
    for (let round = 1; ; round += 1) {
      const left: string[] = [];
      let done = 0;
      for (const part of parts) {
        const progress = await runPart(part, onProgress);
        if (E.isLeft(progress)) return progress;
        left.push(...progress.right.remaining);
        done += progress.right.rotated;
      }
      const status = await keyStatus(driver)();
      if (E.isLeft(status)) return status;
      const isDone = remainingCount(status.right, keyring.primary.id) === 0;
      if (isDone || done === 0 || round === maxRounds) {
        // The purge runs whatever remains: the old content of rows that this run rotated, or one before it that was
        // stopped, is still in the files.
        const isPurged = E.isRight(await driver.purge(true, purgeAttempts)());
        return E.right({ status: status.right, remaining: left, isPurged: isDone && isPurged });
      }
    }
  };
