import { type AccessLog, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
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

/** How many rows are read at a time. A row has at most 200 lines and some 2,000 ids of lists. */
const rowsPerRead = 50;

const latest = (one: string, other: string): string => (one > other ? one : other);

/** The rows of a viewer between two times that follow a line, and the row of that line, which may hold more of them. */
const pageCondition = ({ after, from, until, viewer }: AccessQuery): Condition =>
  allOf([
    ...(viewer === null ? [] : [equal(accessOwner(viewer))]),
    compare('at', '>=', latest(from ?? '0', after?.at ?? '0')),
    compare('at', '<', until),
    ...(after === null ? [] : [anyOf([compare('at', '>', after.at), compare('id', '>=', after.id)])]),
  ]);

const linesOf = ({ after }: AccessQuery, { at, id, lines }: OpenedAccessRow): readonly PlacedAccessLine[] => {
  const placed = lines.map((line, n) => ({ line, position: { at, id, line: n } }));
  return after?.id === id ? placed.slice(after.line + 1) : placed;
};

const pageOf =
  (query: AccessQuery) =>
  (rows: readonly OpenedAccessRow[]): AccessPage => {
    const lines = rows.flatMap((row) => linesOf(query, row));
    return { lines: lines.slice(0, query.limit), more: lines.length > query.limit || rows.length === rowsPerRead };
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
  page: (query) =>
    pipe(
      pageOfRows(driver, table, AccessRow, {
        filter: pageCondition(query),
        sort: ['at', 'id'],
        limit: rowsPerRead,
      }),
      TE.flatMap((rows) => sequential(rows, openedAccessRow(encryption))),
      TE.map(pageOf(query)),
    ),
  prune: (before, limit) =>
    pruneOldest(driver, table, { filter: compare('at', '<', before), sort: ['at', 'id'] }, limit),
});
