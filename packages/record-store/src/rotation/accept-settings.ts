import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { sequential, t } from '@portcullis/domain/kernel';
import type { Json } from '@portcullis/domain/ledger';
import { pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import { SettingRow, sealedSetting, sealedValueOf } from '../rows/setting-row.ts';
import { patchRow } from './patch-row.ts';

/** A setting that was in clear and is sealed now. */
export type AcceptedSetting = { readonly name: string; readonly value: Json };

const IdentifiedRow = t.intersection([SettingRow, t.type({ id: t.string })]);
type IdentifiedRow = t.TypeOf<typeof IdentifiedRow>;

/**
 * Seals the settings that are in clear, also after everything was sealed: an operator writes them past the service, and
 * vouches for what is answered here.
 */
export const acceptSettings = (
  driver: RecordDriver,
  encryption: RecordEncryption,
): TaskEither<Unavailable, readonly AcceptedSetting[]> => {
  const accept = (row: IdentifiedRow): TaskEither<Unavailable, AcceptedSetting> =>
    pipe(
      sealedSetting(encryption, row),
      TE.flatMap((value) => patchRow(driver, 'settings', row.id, { value })),
      TE.map(() => ({ name: row.name, value: row.value })),
    );
  return pipe(
    pageOfRows(driver, 'settings', IdentifiedRow, { sort: ['name'], limit: 1000 }),
    TE.map((rows) => rows.filter((row) => sealedValueOf(row) === null)),
    TE.flatMap((rows) => sequential(rows, accept)),
  );
};
