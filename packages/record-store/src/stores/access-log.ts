import { type AccessLog, E, type Either, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { damagedRecord, isOfOneRecord, sequential } from '@portcullis/domain/kernel';
import type { AccessPage, AccessPosition, AccessQuery, DamagedBatch, PlacedAccessLine } from '@portcullis/domain/ports';
import { allOf, anyOf, type Condition, compare } from '../driver/condition.ts';
import { pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver, WriteRejection } from '../driver/record-driver.ts';
import { isNotUnique, unexpectedRejection } from '../driver/rejection.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import { accessInsert, accessRowOpener, type OpenedAccessRow, StoredAccessRow } from '../rows/access-row.ts';
import { visibleTo } from '../rows/owner-columns.ts';
import { pruneOldest } from './prune-oldest.ts';

const table = 'access_log';

/** How many rows a page reads at most. A row has at most 200 lines, and some 2,000 ids of lists. */
const rowsPerPage = 50;

const latest = (one: string, other: string): string => (one > other ? one : other);

/** A row in the order in which rows are read. */
type RowPlace = { readonly at: string; readonly id: string };

/** Among the rows that are no earlier. */
const follows = ({ at, id }: RowPlace, operator: '>' | '>='): Condition =>
  anyOf([compare('at', '>', at), compare('id', operator, id)]);

/**
 * The rows of a viewer between two times that follow a row; without one, those that follow a line, and the row of that
 * line, which may hold more of them.
 */
const pageCondition = ({ after, from, until, viewer }: AccessQuery, last: RowPlace | null): Condition =>
  allOf([
    ...(viewer === null ? [] : visibleTo(viewer)),
    compare('at', '>=', latest(from ?? '0', (last ?? after)?.at ?? '0')),
    compare('at', '<', until),
    ...(last === null ? [] : [follows(last, '>')]),
    ...(last !== null || after === null ? [] : [follows(after, '>=')]),
  ]);

const linesOf = ({ after }: AccessQuery, { at, id, lines }: OpenedAccessRow): readonly PlacedAccessLine[] => {
  const placed = lines.map((line, n) => ({ line, position: { at, id, line: n } }));
  return after?.id === id ? placed.slice(after.line + 1) : placed;
};

/** More lines than any batch has. It is the position after a batch whose lines are unknown. */
const afterAllLines = 999;

/** Whether a time has the only form in which a position keeps it. */
const isTime = (at: string): boolean => {
  const millis = Date.parse(at);
  return !Number.isNaN(millis) && new Date(millis).toISOString() === at;
};

/** The part of a page that was read so far; `end` is the position after the last row that can be named. */
type Found = { readonly lines: PlacedAccessLine[]; readonly damaged: DamagedBatch[]; end: AccessPosition | null };

/** Adds a row to a page, as damaged where its lines cannot be read. Other failures than damage are outages. */
const addRow = (
  query: AccessQuery,
  { id, at }: RowPlace,
  opened: Either<Unavailable, OpenedAccessRow>,
  found: Found,
) => {
  if (E.isLeft(opened)) {
    if (!isOfOneRecord(opened.left)) return opened;
    found.damaged.push({ id, at });
    if (isTime(at)) found.end = { at, id, line: afterAllLines };
    return E.right(undefined);
  }
  found.lines.push(...linesOf(query, opened.right));
  found.end = { at, id, line: opened.right.lines.length - 1 };
  return E.right(undefined);
};

const noTimes = damagedRecord('the rows of the access log have no times');

/** A page that ends in its rows, or after them. It has to lead on from where it began. */
const pageOf = ({ after, limit }: AccessQuery, { damaged, end, lines }: Found, isLast: boolean) => {
  const shown = lines.slice(0, limit);
  if (lines.length > limit) return E.right({ lines: shown, damaged, next: shown.at(-1)?.position ?? null });
  if (isLast) return E.right({ lines: shown, damaged, next: null });
  const leadsOn = end !== null && !(end.id === after?.id && end.line === after.line);
  return leadsOn ? E.right({ lines: shown, damaged, next: end }) : E.left(noTimes);
};

/**
 * Reads a page: a few rows at first, and more of them while they have fewer lines than are wanted, since every row is
 * opened whole.
 */
const pageFrom =
  (driver: RecordDriver, encryption: RecordEncryption) =>
  (query: AccessQuery): TaskEither<Unavailable, AccessPage> =>
  async () => {
    const open = accessRowOpener(encryption);
    const found: Found = { lines: [], damaged: [], end: null };
    let last: RowPlace | null = null;
    let size = Math.ceil(query.limit / rowsPerPage);
    for (let read = 0; ; ) {
      const limit = Math.min(size, rowsPerPage - read);
      const rows: Either<Unavailable, readonly StoredAccessRow[]> = await pageOfRows(driver, table, StoredAccessRow, {
        filter: pageCondition(query, last),
        sort: ['at', 'id'],
        limit,
      })();
      if (E.isLeft(rows)) return rows;
      let isCut = false;
      for (const row of rows.right) {
        isCut = found.lines.length >= query.limit;
        if (isCut) break;
        const added = addRow(query, row, await open(row)(), found);
        if (E.isLeft(added)) return added;
        last = row;
      }
      read += rows.right.length;
      const isLast = rows.right.length < limit && !isCut;
      if (isLast || read === rowsPerPage || found.lines.length >= query.limit) return pageOf(query, found, isLast);
      size *= 2;
    }
  };

const afterRejection = (failure: WriteRejection | Unavailable): TaskEither<Unavailable, void> =>
  isNotUnique(failure, 'id') ? TE.right(undefined) : TE.left(unexpectedRejection()(failure));

/**
 * Keeps the lines of the access log, one row for each batch. A row is written once, and sealed where there is a
 * keyring. Batches that are written again are found by their ids: they were written together, so that one of them that
 * exists means that all of them do.
 */
export const accessLogOver = (driver: RecordDriver, encryption: RecordEncryption): AccessLog => ({
  append: (batches) =>
    pipe(
      sequential(batches, accessInsert(encryption)),
      TE.flatMap((writes) => driver.transaction(writes)),
      TE.orElse(afterRejection),
    ),
  page: pageFrom(driver, encryption),
  prune: (before, limit) =>
    pruneOldest(driver, table, { filter: compare('at', '<', before), sort: ['at', 'id'] }, limit),
});
