import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { E, type Either } from '@portcullis/domain';
import { isDatabaseOpen, isMountPoint } from './open-files.ts';
import { syncFolder, syncPath } from './sync-folder.ts';

/** A folder in which a restore works, beside the one where its result belongs. */
export type RestoreFolder = {
  /** Where the restore works, for its owner alone. */
  readonly work: string;
  /**
   * Flushes the work to the disk, and gives it its place. Right is where the folder is now that was there, or `null`;
   * Left is a sentence, and nothing was moved.
   */
  readonly place: () => Promise<Either<string, string | null>>;
  /** Removes what was not put in place. */
  readonly discard: () => void;
};

const isEmpty = (folder: string): boolean => !existsSync(folder) || readdirSync(folder).length === 0;

/** Why a folder cannot be replaced, in a sentence. */
const obstacle = (data: string, replace: boolean): string | null => {
  if (isDatabaseOpen(data)) return 'A PocketBase has the folder of --data open. Stop it first.';
  if (isMountPoint(data)) return 'The folder of --data is mounted there. Restore into a folder, and copy that into it.';
  return isEmpty(data) || replace ? null : 'The folder of --data is not empty. --replace moves what is in it aside.';
};

/**
 * Prepares a restore into a folder. Until the result is in its place, the folder stays as it was, and what an earlier
 * restore left beside it, which was killed, is removed. Throws where the disk refuses.
 */
export const restoreFolder = (given: string, replace: boolean): Either<string, RestoreFolder> => {
  const data = existsSync(given) ? realpathSync(given) : resolve(given);
  const work = `${data}.restoring`;
  const why = isDatabaseOpen(work) ? `Another restore works in ${work}.` : obstacle(data, replace);
  if (why !== null) return E.left(why);
  const discard = (): void => rmSync(work, { recursive: true, force: true });
  discard();
  mkdirSync(dirname(data), { recursive: true });
  mkdirSync(work, { mode: 0o700 });
  const place = async (): Promise<Either<string, string | null>> => {
    await syncFolder(work);
    const later = obstacle(data, replace);
    if (later !== null) return E.left(later);
    const aside = isEmpty(data) ? null : `${data}.before-${new Date().toISOString().replaceAll(/[-:.]/g, '')}`;
    // No signal is handled between the two, and a folder may be renamed to one that is empty.
    if (aside !== null) renameSync(data, aside);
    renameSync(work, data);
    await syncPath(dirname(data));
    return E.right(aside);
  };
  return E.right({ work, place, discard });
};
