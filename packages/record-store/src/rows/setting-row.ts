import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { JsonCodec } from '@portcullis/domain/serialization';
import { isSealedText } from '../encryption/sealed-text.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import type { TextContext } from '../keys/service-keys.ts';

/** A row of `settings`. */
export const SettingRow = t.type({ name: t.string, value: JsonCodec });
export type SettingRow = t.TypeOf<typeof SettingRow>;

const SealedSetting = t.type({ sealed: t.string });

/** The sealed value of a row, which is sealed as JSON; `null` where it is in clear. */
export const sealedValueOf = ({ value }: SettingRow): string | null =>
  SealedSetting.is(value) && isSealedText(value.sealed) ? value.sealed : null;

/** The context of the sealed value of a setting. */
export const settingContext = (name: string): TextContext => ['settings', name, 'value'];

/** The value of a setting as it is stored. */
export const sealedSetting = (
  { serviceKeys }: RecordEncryption,
  { name, value }: SettingRow,
): TaskEither<Unavailable, { readonly sealed: string }> =>
  pipe(
    serviceKeys.sealText(settingContext(name), JSON.stringify(value)),
    TE.map((sealed) => ({ sealed })),
  );
