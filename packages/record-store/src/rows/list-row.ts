import { type Either, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import type { FingerprintKind } from '@portcullis/domain/documents';
import { deterministicId, t } from '@portcullis/domain/kernel';
import type { ListName } from '@portcullis/domain/ports';
import { decodeRow } from '../driver/read-rows.ts';
import type { Write } from '../driver/record-driver.ts';
import { isSealedText } from '../encryption/sealed-text.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import type { TextContext } from '../keys/service-keys.ts';
import { encodeColumnText } from './column-text.ts';

/** A row of `sighting_lists`; the name of the list is sealed with the other columns where there is a keyring. */
export const ListRow = t.type(
  { partner_key: t.string, kind: t.string, digest: t.string, list: t.string },
  'sighting list row',
);
export type ListRow = t.TypeOf<typeof ListRow>;

const OpenedListRow = t.type(
  { kind: t.string, digest: t.string, list: t.union([t.literal('blocked'), t.literal('allowed')]) },
  'sighting list row',
);
export type OpenedListRow = t.TypeOf<typeof OpenedListRow>;

/** The id of the only row of a digest in a partner's lists. It follows from the content of the row. */
export const listRowId = (partnerId: string, kind: FingerprintKind, digest: string): string =>
  deterministicId(JSON.stringify(['sighting_lists', encodeColumnText(partnerId), kind, digest]));

/** The context of a sealed list: it opens in no row of another partner, kind or digest. */
const listContext = ({ partner_key, kind, digest }: Omit<ListRow, 'list'>): TextContext => [
  ...(['sighting_lists', JSON.stringify([partner_key, kind, digest]), 'list'] as const),
];

/** The list of a row as it is stored. */
export const sealedList = ({ serviceKeys }: RecordEncryption, row: ListRow): TaskEither<Unavailable, string> =>
  serviceKeys.sealText(listContext(row), row.list);

/** The write that puts a digest on a list. */
export const listWrite = (
  encryption: RecordEncryption,
  partnerId: string,
  kind: FingerprintKind,
  digest: string,
  list: ListName,
): TaskEither<Unavailable, Write> => {
  const row = { partner_key: encodeColumnText(partnerId), kind, digest, list };
  return TE.map((stored: string): Write => {
    return {
      kind: 'upsert',
      table: 'sighting_lists',
      row: { id: listRowId(partnerId, kind, digest), ...row, list: stored },
    };
  })(sealedList(encryption, row));
};

/** Whether the list of a row is sealed. */
export const isSealedList = ({ list }: ListRow): boolean => isSealedText(list);

/** A row with the name of its list in plaintext. One that was never sealed is damage once everything is sealed. */
export const openedList =
  ({ serviceKeys }: RecordEncryption) =>
  (row: ListRow): TaskEither<Unavailable, OpenedListRow> => {
    const opened = (list: string): Either<Unavailable, OpenedListRow> => decodeRow(OpenedListRow, { ...row, list });
    return pipe(
      serviceKeys.openText(listContext(row), row.list),
      TE.flatMap((list) => TE.fromEither(opened(list))),
    );
  };
