import type { ListedEntry, ListPosition, ListStore } from '@portcullis/backoffice/ports';
import { type LedgerEntry, type NotFound, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { orWhereDamaged, sequential, type VersionConflict, versionConflict } from '@portcullis/domain/kernel';
import type { ListName } from '@portcullis/domain/ports';
import { allOf, anyOf, type Condition, compare } from '../../driver/condition.ts';
import { getRow, openIfThere, pageOfRows } from '../../driver/read-rows.ts';
import type { RecordDriver, Write, WriteRejection } from '../../driver/record-driver.ts';
import { isNotUnique, unexpectedRejection } from '../../driver/rejection.ts';
import { isRowId } from '../../driver/row-id.ts';
import type { RecordEncryption } from '../../keys/record-encryption.ts';
import { encodeColumnText } from '../../rows/column-text.ts';
import { endpointEntryWrite } from '../../rows/ledger-row.ts';
import { ListEntryRow, listEntryRow, openedList, openListEntry, openListEntryRecord } from '../../rows/list-row.ts';
import { eraseNotes } from './erase-notes.ts';
import { findByDigests } from './find-by-digests.ts';

const table = 'sighting_lists';

/** The rows behind a position where the newest are first, and those without a time last. */
const following = ({ addedAt, id }: ListPosition): Condition => {
  const at = addedAt ?? '';
  return anyOf([compare('added_at', '<', at), allOf([compare('added_at', '=', at), compare('id', '<', id)])]);
};

/** The entry of a row where it opens and is on the list, if one is given. An outage fails the whole page. */
const listedEntry =
  (encryption: RecordEncryption, list: ListName | undefined) =>
  (row: ListEntryRow): TaskEither<Unavailable, ListedEntry> => {
    const position = { addedAt: row.added_at === '' ? null : row.added_at, id: row.id };
    const listed = pipe(
      openedList(encryption)(row),
      TE.map((opened) => opened.list === list),
    );
    const entered = pipe(
      openListEntry(encryption)(row),
      TE.map((entry): ListedEntry => ({ entry, position })),
    );
    const isListed: TaskEither<Unavailable, boolean> = list === undefined ? TE.right(true) : listed;
    return pipe(
      isListed,
      TE.flatMap((isOnList) =>
        isOnList ? entered : TE.right<never, ListedEntry>({ entry: null, position, isElsewhere: true }),
      ),
      orWhereDamaged(() => TE.right({ entry: null, position })),
    );
  };

/** Somebody else was faster: what was seen of the row, of its ledger, or of the profile is no longer so. */
const orConflict = (failure: NotFound | WriteRejection | Unavailable): VersionConflict | Unavailable => {
  if (failure._tag === 'NotFound' || failure._tag === 'NoSuchRow') return versionConflict;
  return isNotUnique(failure, 'id', 'digest', 'seq') ? versionConflict : unexpectedRejection()(failure);
};

const writeIn =
  (driver: RecordDriver, encryption: RecordEncryption, writeOf: (row: ListEntryRow) => Write): ListStore['add'] =>
  (entry, ledger) =>
    pipe(
      listEntryRow(encryption, entry),
      TE.tap((row) => driver.transaction([writeOf(row), ...ledger.map(endpointEntryWrite)])),
      TE.map((row) => ({ ...entry, id: row.id })),
      TE.mapLeft(orConflict),
    );

/**
 * Keeps what is on lists, one row for each digest. Each change writes the row together with entries of the ledger: of
 * several writers who have seen the same, one has the place of such an entry.
 */
export const listStoreOver = (driver: RecordDriver, encryption: RecordEncryption): ListStore => ({
  find: (id) =>
    isRowId(id)
      ? pipe(getRow(driver, table, id, ListEntryRow), TE.flatMap(openIfThere(openListEntryRecord(encryption))))
      : TE.right(null),
  standing: (partnerId, digests) => {
    const ofPartner = compare('partner_key', '=', encodeColumnText(partnerId));
    return pipe(
      findByDigests(driver, table, ListEntryRow, digests, ofPartner),
      TE.flatMap((rows) => sequential(rows, openListEntryRecord(encryption))),
    );
  },
  page: (partnerId, kind, after, limit, list) =>
    pipe(
      pageOfRows(driver, table, ListEntryRow, {
        filter: allOf([
          compare('partner_key', '=', encodeColumnText(partnerId)),
          ...(kind === null ? [] : [compare('kind', '=', kind)]),
          ...(after === null ? [] : [following(after)]),
        ]),
        sort: ['-added_at', '-id'],
        limit,
      }),
      TE.flatMap((rows) => sequential(rows, listedEntry(encryption, list))),
    ),
  add: writeIn(driver, encryption, (row) => ({ kind: 'insert', table, row })),
  replace: writeIn(driver, encryption, ({ id, ...columns }) => ({ kind: 'update', table, id, columns })),
  remove: (id, ledger: LedgerEntry) =>
    pipe(driver.transaction([{ kind: 'delete', table, id }, endpointEntryWrite(ledger)]), TE.mapLeft(orConflict)),
  forget: (id) => eraseNotes(driver, id),
});
