import { pipe, type SettingsStore, TE } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import type { Json } from '@portcullis/domain/ledger';
import { JsonCodec } from '@portcullis/domain/serialization';
import { pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';

const SettingRow = t.type({ name: t.string, value: JsonCodec }, 'setting row');

/** The rows of `settings`, one for each value. There are at most 1000, which is one page. */
export const settingsStoreOver = (driver: RecordDriver): SettingsStore => ({
  app: () =>
    pipe(
      pageOfRows(driver, 'settings', SettingRow, { sort: ['name'], limit: 1000 }),
      TE.map((rows): { readonly [key: string]: Json } =>
        Object.fromEntries(rows.map(({ name, value }) => [name, value])),
      ),
    ),
});
