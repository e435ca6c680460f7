import { E, type Either, pipe, type SettingsStore, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { damagedRecord, decode, parseJson, sequential } from '@portcullis/domain/kernel';
import type { Json } from '@portcullis/domain/ledger';
import { JsonCodec } from '@portcullis/domain/serialization';
import { pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import { SettingRow, sealedValueOf, settingContext } from '../rows/setting-row.ts';

type Setting = readonly [name: string, value: Json];

const decodeSetting = (name: string, text: string): Either<Unavailable, Setting> => {
  const value = decode(JsonCodec, parseJson(text));
  return E.isRight(value) ? E.right([name, value.right]) : E.left(damagedRecord('a sealed setting is no JSON'));
};

const openSetting =
  ({ serviceKeys }: RecordEncryption) =>
  (row: SettingRow): TaskEither<Unavailable, Setting> => {
    const { name } = row;
    const sealed = sealedValueOf(row);
    if (sealed === null) return TE.left(damagedRecord(`the setting ${name} is in clear`));
    return pipe(
      serviceKeys.openText(settingContext(name), sealed),
      TE.flatMap((text) => TE.fromEither(decodeSetting(name, text))),
    );
  };

/** The rows of `settings`, one for each value. There are at most 1000, which is one page. */
export const settingsStoreOver = (driver: RecordDriver, encryption: RecordEncryption): SettingsStore => ({
  app: () =>
    pipe(
      pageOfRows(driver, 'settings', SettingRow, { sort: ['name'], limit: 1000 }),
      TE.flatMap((rows) => sequential(rows, openSetting(encryption))),
      TE.map((settings): { readonly [key: string]: Json } => Object.fromEntries(settings)),
    ),
});
