import { E, type Either } from '@portcullis/domain';
import type { RecordDriver, Row } from '../driver/record-driver.ts';
import type { TableName } from '../driver/tables.ts';
import { columnsOf, copiedTables, knownColumns, orderOf, recordsOf, rowsAfter } from './copied-tables.ts';
import { type CopyFailure, ofSource, ofTarget, refuseCopy } from './copy-failure.ts';
import { copyFiles } from './copy-files.ts';
import { writeRows } from './write-rows.ts';

/** How far the copy of a table has come, in rows. */
export type CopyProgress = { readonly table: TableName; readonly copied: number; readonly total: number };

/** The databases of a copy, and how many rows of a table are read, and written, before the next are. */
export type CopyEnds = {
  readonly source: RecordDriver;
  readonly target: RecordDriver;
  readonly rowsAtOnce: number;
};

const deadline = 'maintenance';

const writeWindow = (
  { source, target }: CopyEnds,
  table: TableName,
  rows: readonly Row[],
): Promise<Either<CopyFailure, void>> =>
  table === 'files'
    ? copyFiles(source, target, rows)
    : writeRows(
        target,
        table,
        rows.map((row) => knownColumns(table, row)),
      );

/** Copies the rows of a table in their order, a window after the other; the next one is read meanwhile. */
const copyRows = async (
  ends: CopyEnds,
  table: TableName,
  onCopied: (copied: number) => void,
): Promise<Either<CopyFailure, void>> => {
  const { source, rowsAtOnce: limit } = ends;
  const read = (position: Row | null): Promise<Either<CopyFailure, readonly Row[]>> => {
    const query = { filter: rowsAfter(table, position), sort: orderOf(table), columns: columnsOf(table), limit };
    return ofSource(source.page(table, { ...query, deadline }));
  };
  let copied = 0;
  let window = await read(null);
  for (;;) {
    if (E.isLeft(window)) return window;
    const rows: readonly Row[] = window.right;
    const last = rows.at(-1);
    if (last === undefined) return E.right(undefined);
    const [written, next] = await Promise.all([
      writeWindow(ends, table, rows),
      rows.length < limit ? E.right([]) : read(last),
    ]);
    if (E.isLeft(written)) return written;
    copied += rows.length;
    onCopied(copied);
    window = next;
  }
};

type OnProgress = (progress: CopyProgress) => void;

/** Copies a table, and compares how many rows both have of it then. */
const copyTable = async (
  ends: CopyEnds,
  table: TableName,
  onProgress: OnProgress,
): Promise<Either<CopyFailure, void>> => {
  const total = await ofSource(ends.source.count(table, recordsOf(table)));
  if (E.isLeft(total)) return total;
  const here = total.right;
  const copied = await copyRows(ends, table, (rows) => onProgress({ table, copied: rows, total: here }));
  if (E.isLeft(copied)) return copied;
  const there = await ofTarget(ends.target.count(table, recordsOf(table)));
  if (E.isLeft(there)) return there;
  return here === there.right
    ? copied
    : refuseCopy(`The source has ${here} rows of ${table}, and the target ${there.right}.`);
};

/** Copies every table into an empty target, and compares how many rows of each both have. */
export const copyTables = async (ends: CopyEnds, onProgress: OnProgress): Promise<Either<CopyFailure, void>> => {
  for (const table of copiedTables) {
    const copied = await copyTable(ends, table, onProgress);
    if (E.isLeft(copied)) return copied;
  }
  return E.right(undefined);
};
