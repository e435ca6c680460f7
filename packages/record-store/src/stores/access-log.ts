import { type AccessLog, E, type Either, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { sequential } from '@portcullis/domain/kernel';
import type { AccessPage, AccessQuery, PlacedAccessLine } from '@portcullis/domain/ports';
import { allOf, anyOf, type Condition, compare, equal } from '../driver/condition.ts';
import { pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver, WriteRejection } from '../driver/record-driver.ts';
import { isNotUnique, unexpectedRejection } from '../driver/rejection.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import { AccessRow, accessInsert, accessOwner, type OpenedAccessRow, openedAccessRow } from '../rows/access-row.ts';
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
    ...(viewer === null ? [] : [equal(accessOwner(viewer))]),
    compare('at', '>=', latest(from ?? '0', (last ?? after)?.at ?? '0')),
    compare('at', '<', until),
    ...(last === null ? [] : [follows(last, '>')]),
    ...(last !== null || after === null ? [] : [follows(after, '>=')]),
  ]);

const linesOf = ({ after }: AccessQuery, { at, id, lines }: OpenedAccessRow): readonly PlacedAccessLine[] => {
  const placed = lines.map((line, n) => ({ line, position: { at, id, line: n } }));
  return after?.id === id ? placed.slice(after.line + 1) : placed;
};

/**
 * Reads a page: a few rows at first, and more of them while they have fewer lines than are wanted, since every row is
 * opened whole.
 */
const pageFrom =
  (driver: RecordDriver, encryption: RecordEncryption) =>
  (query: AccessQuery): TaskEither<Unavailable, AccessPage> =>
  async () => {
    const open = openedAccessRow(encryption);
    const lines: PlacedAccessLine[] = [];
    let last: RowPlace | null = null;
    let size = Math.ceil(query.limit / rowsPerPage);
    for (let read = 0; ; ) {
      const limit = Math.min(size, rowsPerPage - read);
      const rows: Either<Unavailable, readonly AccessRow[]> = await pageOfRows(driver, table, AccessRow, {
        filter: pageCondition(query, last),
        sort: ['at', 'id'],
        limit,
      })();
      if (E.isLeft(rows)) return rows;
      for (const row of rows.right) {
        const opened = await open(row)();
        if (E.isLeft(opened)) return opened;
        lines.push(...linesOf(query, opened.right));
        last = row;
      }
      read += rows.right.length;
      const isLast = rows.right.length < limit;
      if (isLast || read === rowsPerPage || lines.length >= query.limit)
        return E.right({ lines: lines.slice(0, query.limit), more: lines.length > query.limit || !isLast });
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
      TE.flatMap((writes) => TE.orElse(afterRejection)(driver.transaction(writes))),
    ),
  page: pageFrom(driver, encryption),
  prune: (before, limit) =>
    pruneOldest(driver, table, { filter: compare('at', '<', before), sort: ['at', 'id'] }, limit),
});
