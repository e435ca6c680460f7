import { E, type TaskEither, type Unavailable, unavailable } from '@portcullis/domain';
import type { ConfiguredKeys } from '../config/data-keys.ts';
import { makeKeyFile } from '../config/key-file.ts';
import type { Logger } from '../telemetry/logger.ts';

/** Writes keys that were made now into their file, and says so. Others are kept already. */
export const keepDataKeys =
  ({ areNew, file, keys }: ConfiguredKeys, logger: Logger): TaskEither<Unavailable, void> =>
  async () => {
    if (!areNew || file === null) return E.right(undefined);
    const made = makeKeyFile(file, keys);
    if (E.isLeft(made)) return E.left(unavailable('database', made.left, 'rejected'));
    logger.warn('data_keys_made', {
      variable: 'DATA_KEYS_FILE',
      rule: `${file} was made, without which all that is sealed is lost: keep a copy elsewhere than the backups`,
    });
    return E.right(undefined);
  };
