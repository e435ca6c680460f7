import { E, type ProfileId, type TaskEither, type Unavailable } from '@portcullis/domain';
import { sequential } from '@portcullis/domain/kernel';
import { allOf, compare } from '../../driver/condition.ts';
import { IdRow, pageOfRows } from '../../driver/read-rows.ts';
import type { RecordDriver } from '../../driver/record-driver.ts';

const table = 'sighting_lists';

/** How many rows one query reads. */
const limit = 200;

/**
 * An entry stays on its list, and no longer says by which profile, nor why. A row that names another profile by then
 * keeps what was said with that.
 */
export const eraseNotes =
  (driver: RecordDriver, profile: ProfileId): TaskEither<Unavailable, void> =>
  async () => {
    const columns = { profile: '', note: '' };
    for (let after = ''; ; ) {
      const filter = allOf([compare('profile', '=', profile), compare('id', '>', after)]);
      const found = await pageOfRows(driver, table, IdRow, { filter, sort: ['id'], limit, columns: ['id'] })();
      if (E.isLeft(found)) return found;
      const emptied = await sequential(found.right, ({ id }) =>
        driver.updateIf({ table, id, expected: { profile }, columns }),
      )();
      if (E.isLeft(emptied)) return emptied;
      const last = found.right.at(-1);
      if (last === undefined || found.right.length < limit) return E.right(undefined);
      after = last.id;
    }
  };
