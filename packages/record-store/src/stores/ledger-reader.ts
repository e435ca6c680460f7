import {
  E,
  type Either,
  type LedgerEntry,
  type LedgerReader,
  type ProfileId,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain';
import { sequential, t } from '@portcullis/domain/kernel';
import { entryKinds } from '@portcullis/domain/ledger';
import type { EntryFinder, EntryPage, EntryPosition, EntryQuery, HistoryReader } from '@portcullis/domain/ports';
import { allOf, compare, noneOfTexts, oneOfTexts } from '../driver/condition.ts';
import { decodeRow, openWhole, pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver, Row } from '../driver/record-driver.ts';
import { isRowId } from '../driver/row-id.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import { entryOfRow, LedgerRow, ledgerRowId } from '../rows/ledger-row.ts';

const queryRows = (
  driver: RecordDriver,
  profileId: ProfileId,
  { kind, afterSeq, limit }: EntryQuery,
): TaskEither<Unavailable, readonly LedgerRow[]> => {
  if (!isRowId(profileId)) return TE.right([]);
  const filter = allOf([
    compare('profile', '=', profileId),
    compare('seq', '>', afterSeq),
    ...(kind === undefined ? [] : [compare('kind', '=', kind)]),
  ]);
  return pageOfRows(driver, 'ledger', LedgerRow, { filter, sort: ['seq'], limit });
};

const decodeEntries = (
  rows: readonly LedgerRow[],
  key: Uint8Array | null,
): Either<Unavailable, readonly LedgerEntry[]> => {
  const entries: LedgerEntry[] = [];
  for (const row of rows) {
    const entry = entryOfRow(key)(row);
    if (E.isLeft(entry)) return entry;
    entries.push(entry.right);
  }
  return E.right(entries);
};

/** The key of a ledger; `null` when it was destroyed: then what it sealed is erased, and the rest can be read. */
const keyForRows = ({ dataKeys }: RecordEncryption, id: ProfileId, rows: readonly LedgerRow[]) =>
  rows.every(({ personal = '' }) => personal === '')
    ? TE.right<Unavailable, Uint8Array | null>(null)
    : pipe(
        dataKeys.find(id),
        TE.orElse((why) => (why._tag === 'NotFound' ? TE.right(null) : TE.left(why))),
      );

/** The entries of rows of one ledger. */
const openRows =
  (encryption: RecordEncryption) =>
  (profileId: ProfileId, rows: readonly LedgerRow[]): TaskEither<Unavailable, readonly LedgerEntry[]> =>
    pipe(
      keyForRows(encryption, profileId, rows),
      TE.flatMap((key) => TE.fromEither(decodeEntries(rows, key))),
    );

/** Where a row of the ledger is, before anything else of it is read. */
const PlacedRow = t.type({ seq: t.number });
type HistoryQuery = Parameters<HistoryReader['history']>[1];

/** A row whose kind somebody changed to no kind is met in each history. */
const historyRows = (
  driver: RecordDriver,
  profileId: ProfileId,
  { kind, afterSeq, limit }: HistoryQuery,
): TaskEither<Unavailable, readonly Row[]> => {
  if (!isRowId(profileId)) return TE.right([]);
  const otherKinds = entryKinds.filter((one) => one !== kind);
  const filter = allOf([
    compare('profile', '=', profileId),
    compare('seq', '>', afterSeq),
    noneOfTexts('kind', otherKinds),
  ]);
  return driver.page('ledger', { filter, sort: ['seq'], limit });
};

/** Whether an entry is the one at the place where it was found. */
const isInPlace = (profileId: ProfileId, seq: number, entry: LedgerEntry): boolean =>
  entry.profile_id === profileId && entry.seq === seq;

/** A history without its damaged entries, whose numbers are said. */
const historyOver =
  (driver: RecordDriver, encryption: RecordEncryption): HistoryReader['history'] =>
  (profileId, query) =>
  async () => {
    const read = await historyRows(driver, profileId, query)();
    if (E.isLeft(read)) return read;
    const rows: { readonly seq: number; readonly row: Either<Unavailable, LedgerRow> }[] = [];
    for (const one of read.right) {
      const placed = decodeRow(PlacedRow, one);
      if (E.isLeft(placed)) return placed;
      rows.push({ seq: placed.right.seq, row: decodeRow(LedgerRow, one) });
    }
    const key = await keyForRows(
      encryption,
      profileId,
      rows.flatMap(({ row }) => (E.isRight(row) ? [row.right] : [])),
    )();
    if (E.isLeft(key)) return key;
    const entries: LedgerEntry[] = [];
    const damaged: number[] = [];
    for (const { seq, row } of rows) {
      const entry = pipe(row, E.flatMap(entryOfRow(key.right)));
      if (E.isRight(entry) && isInPlace(profileId, seq, entry.right)) entries.push(entry.right);
      else damaged.push(seq);
    }
    const next = rows.length < query.limit ? null : (rows.at(-1)?.seq ?? null);
    return E.right({ entries, damaged, next } satisfies EntryPage);
  };

const rowsAt = (driver: RecordDriver, positions: readonly EntryPosition[]): TaskEither<Unavailable, readonly Row[]> => {
  const ids = positions.map(({ profileId, seq }) => ledgerRowId(profileId, seq));
  return ids.length === 0 ? TE.right([]) : driver.page('ledger', { filter: oneOfTexts('id', ids), limit: ids.length });
};

/** Whether a row is at one of these positions. One that says of itself that it is at another one is at none of them. */
const isAtOneOf =
  (positions: readonly EntryPosition[]) =>
  ({ profile, seq, data }: LedgerRow): boolean =>
    data.profile_id === profile &&
    data.seq === seq &&
    positions.some((position) => position.profileId === profile && position.seq === seq);

/** Reads the ledger as it was written. The form is checked here, and the chain by the verifier. */
export const ledgerReaderOver = (
  driver: RecordDriver,
  encryption: RecordEncryption,
): LedgerReader & EntryFinder & HistoryReader => {
  const opened = openRows(encryption);
  return {
    entries: (profileId, query) =>
      pipe(
        queryRows(driver, profileId, query),
        TE.flatMap((rows) => opened(profileId, rows)),
      ),
    history: historyOver(driver, encryption),
    entriesAt: (positions) => {
      const isAsked = isAtOneOf(positions);
      const open = openWhole(LedgerRow, (row) => opened(row.profile, [row].filter(isAsked)));
      return pipe(
        rowsAt(driver, positions),
        TE.flatMap((rows) => sequential(rows, open)),
        TE.map((found) => found.flatMap((entries) => entries ?? [])),
      );
    },
  };
};

/**
 * Reads the ledger without its sealed parts, as if they had been erased. This is enough to verify a chain, and needs no
 * key.
 */
export const chainReaderOver = (driver: RecordDriver): LedgerReader => ({
  entries: (profileId, query) =>
    pipe(
      queryRows(driver, profileId, query),
      TE.flatMap((rows) => TE.fromEither(decodeEntries(rows, null))),
    ),
});
