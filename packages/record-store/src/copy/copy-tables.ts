import { E, type Either, pipe } from '@portcullis/domain';
import type { RecordDriver, Row } from '../driver/record-driver.ts';
import type { TableName } from '../driver/tables.ts';
import {
  type CopyPosition,
  columnsOf,
  copiedTables,
  knownColumns,
  orderOf,
  recordsOf,
  rowsAfter,
} from './copied-tables.ts';
import { type CopyFailure, lacking, ofSource, ofTarget } from './copy-failure.ts';
import { copyFiles } from './copy-files.ts';
import { writeRows } from './write-rows.ts';

/** How far the copy of a table has come, in rows. */
export type CopyProgress = { readonly table: TableName; readonly copied: number; readonly total: number };

/** The databases of a copy, and how many rows of a table are read, and written, before the next are. */
export type CopyEnds = {
  readonly source: RecordDriver;
  readonly target: RecordDriver;
  readonly rowsAtOnce: number;
  /** Fails once the target is not, or no longer, that of this copy. */
  readonly ensureOwn: () => Promise<Either<CopyFailure, void>>;
};

const deadline = 'maintenance';

/** Where the copy of a table goes on; `mayBeThere` says that the target has some of its rows. */
type Begin = { readonly position: CopyPosition | null; readonly copied: number; readonly mayBeThere: boolean };

const fromTheBeginning: Begin = { position: null, copied: 0, mayBeThere: true };

/**
 * Where the copy of a table goes on. The rows of a window are written in any order, so that only those before the last
 * window are known to be complete: as many of the last rows are copied again, and found there.
 */
const beginOf = async ({ target, rowsAtOnce }: CopyEnds, table: TableName): Promise<Either<CopyFailure, Begin>> => {
  const query = {
    filter: recordsOf(table),
    sort: orderOf(table).map((column) => `-${column}`),
    columns: ['id', ...orderOf(table).filter((column) => column !== 'id')],
    limit: rowsAtOnce + 1,
    deadline,
  } as const;
  const last = await ofTarget(target.page(table, query));
  if (E.isLeft(last)) return last;
  const position = last.right[rowsAtOnce];
  if (position === undefined) return E.right({ ...fromTheBeginning, mayBeThere: last.right.length > 0 });
  const counted = await ofTarget(target.count(table, recordsOf(table)));
  return pipe(
    counted,
    E.map((count): Begin => ({ position, copied: count - rowsAtOnce, mayBeThere: true })),
  );
};

/** Writes rows, unless another process has completed the copy meanwhile and a service works with the target. */
const writeWindow = async (
  { ensureOwn, source, target }: CopyEnds,
  table: TableName,
  rows: readonly Row[],
  mayBeThere: boolean,
): Promise<Either<CopyFailure, void>> => {
  const own = await ensureOwn();
  if (E.isLeft(own)) return own;
  if (table === 'files') return copyFiles(source, target, rows);
  const known = rows.map((row) => knownColumns(table, row));
  return writeRows(target, table, known, mayBeThere);
};

type OnProgress = (progress: CopyProgress) => void;

/** Copies the rows of a table in their order, a window after the other; the next one is read meanwhile. */
const copyRows = async (
  ends: CopyEnds,
  table: TableName,
  { mayBeThere, position: begin, copied: before }: Begin,
  onCopied: (copied: number) => void,
): Promise<Either<CopyFailure, void>> => {
  const { source, rowsAtOnce: limit } = ends;
  const read = (position: CopyPosition | null): Promise<Either<CopyFailure, readonly Row[]>> => {
    const query = { filter: rowsAfter(table, position), sort: orderOf(table), columns: columnsOf(table), limit };
    return ofSource(source.page(table, { ...query, deadline }));
  };
  let copied = before;
  let window = await read(begin);
  for (;;) {
    if (E.isLeft(window)) return window;
    const rows: readonly Row[] = window.right;
    const last = rows.at(-1);
    if (last === undefined) return E.right(undefined);
    const [written, next] = await Promise.all([
      writeWindow(ends, table, rows, mayBeThere),
      rows.length < limit ? E.right([]) : read(last),
    ]);
    if (E.isLeft(written)) return written;
    copied += rows.length;
    onCopied(copied);
    window = next;
  }
};

/** Copies the rows of a table from a place on, and compares how many both have of it then. */
const copyFrom = async (
  ends: CopyEnds,
  table: TableName,
  begin: Begin,
  onProgress: OnProgress,
): Promise<Either<CopyFailure, void>> => {
  const total = await ofSource(ends.source.count(table, recordsOf(table)));
  if (E.isLeft(total)) return total;
  const here = total.right;
  const copied = await copyRows(ends, table, begin, (rows) => onProgress({ table, copied: rows, total: here }));
  if (E.isLeft(copied)) return copied;
  const there = await ofTarget(ends.target.count(table, recordsOf(table)));
  if (E.isLeft(there)) return there;
  return here === there.right
    ? copied
    : lacking(`The source has ${here} rows of ${table}, and the target ${there.right}.`);
};

/**
 * Copies a table from where it was. Where the target seems to lack a row before that, it is gone through once from its
 * beginning, before that is believed.
 */
const copyTable = async (
  ends: CopyEnds,
  table: TableName,
  onProgress: OnProgress,
): Promise<Either<CopyFailure, void>> => {
  const begin = await beginOf(ends, table);
  if (E.isLeft(begin)) return begin;
  const copied = await copyFrom(ends, table, begin.right, onProgress);
  const mayLack = E.isLeft(copied) && copied.left._tag === 'CopyRefused' && copied.left.mayLack === true;
  return mayLack ? copyFrom(ends, table, fromTheBeginning, onProgress) : copied;
};

/**
 * Copies every table, and compares how many rows of each both have. Called again after it was ended anywhere, it goes
 * on where it was.
 */
export const copyTables = async (ends: CopyEnds, onProgress: OnProgress): Promise<Either<CopyFailure, void>> => {
  for (const table of copiedTables) {
    const copied = await copyTable(ends, table, onProgress);
    if (E.isLeft(copied)) return copied;
  }
  return E.right(undefined);
};
