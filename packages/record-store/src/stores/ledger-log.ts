import { E, type Either, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { deterministicId } from '@portcullis/domain/kernel';
import type { LedgerLog, LogState, UnplacedEntry } from '@portcullis/events/ports';
import { type Condition, compare } from '../driver/condition.ts';
import { decodeRow, getRow, pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver, Row, WriteRejection } from '../driver/record-driver.ts';
import { isNotUnique, unexpectedRejection } from '../driver/rejection.ts';
import {
  CheckpointRow,
  checkpointColumns,
  checkpointOfRow,
  LogRow,
  logColumns,
  logStateOfRow,
  PlacedRow,
  placedOfRow,
  UnplacedRow,
  unplacedOfRow,
  waitingOfRow,
} from '../rows/ledger-log-rows.ts';

/** There is one log. */
const logRowId = deterministicId('ledger/log');

const decodeUnplaced = (rows: readonly Row[]): Either<Unavailable, readonly UnplacedEntry[]> => {
  const entries: UnplacedEntry[] = [];
  for (const row of rows) {
    const known = decodeRow(UnplacedRow, row);
    if (E.isLeft(known)) return known;
    entries.push(unplacedOfRow(known.right));
  }
  return E.right(entries);
};

const ignoreTaken = (failure: WriteRejection | Unavailable): TaskEither<Unavailable, void> =>
  isNotUnique(failure, 'id') ? TE.right(undefined) : TE.left(unexpectedRejection()(failure));

const entryPage = (driver: RecordDriver, filter: Condition, limit: number) =>
  pageOfRows(driver, 'ledger', PlacedRow, {
    filter,
    sort: ['place'],
    columns: ['place', 'profile', 'seq', 'data'],
    limit,
  });

/** The unchanged values for an append. The size alone would do against a second append, but not for the lease. */
const expectedOf = ({ generation, size }: LogState) => ({ generation, size });

const headsOver = (driver: RecordDriver): Pick<LedgerLog, 'newestHead' | 'putHead'> => ({
  newestHead: () =>
    pipe(
      pageOfRows(driver, 'ledger_heads', CheckpointRow, { sort: ['-size'], limit: 1 }),
      TE.map(([row]) => (row === undefined ? null : checkpointOfRow(row))),
    ),
  putHead: (head) =>
    pipe(
      driver.transaction([
        {
          kind: 'upsert',
          table: 'ledger_heads',
          row: { id: deterministicId(`ledger/head/${head.size}`), ...checkpointColumns(head) },
        },
      ]),
      TE.mapLeft(unexpectedRejection()),
    ),
});

/** The log of all entries: the places stand in the rows of the ledger, and everything else in tables of its own. */
export const ledgerLogOver = (driver: RecordDriver): LedgerLog => ({
  state: () =>
    pipe(
      getRow(driver, 'ledger_log', logRowId, LogRow),
      TE.map((row) => (row === null ? null : logStateOfRow(row))),
    ),
  create: (state) =>
    pipe(
      driver.transaction([{ kind: 'insert', table: 'ledger_log', row: { id: logRowId, ...logColumns(state) } }]),
      TE.orElse(ignoreTaken),
    ),
  unplaced: (limit) =>
    pipe(
      driver.entriesWithoutPlace(limit),
      TE.flatMap((rows) => TE.fromEither(decodeUnplaced(rows))),
    ),
  append: (seen, next, entries) =>
    driver.updateIf({
      table: 'ledger_log',
      id: logRowId,
      expected: expectedOf(seen),
      columns: logColumns(next),
      numbered: { table: 'ledger', column: 'place', ids: entries.map(({ row }) => row), from: seen.size + 1 },
    }),
  entries: (afterPlace, limit) =>
    pipe(
      entryPage(driver, compare('place', '>', afterPlace), limit),
      TE.map((rows) => rows.map(placedOfRow)),
    ),
  waiting: (limit) =>
    pipe(
      entryPage(driver, compare('place', '<=', 0), limit),
      TE.map((rows) => rows.map(waitingOfRow)),
    ),
  ...headsOver(driver),
});
