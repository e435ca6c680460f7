import { E, type Either, pipe } from '@portcullis/domain';
import { canonicalJson, mapConcurrent } from '@portcullis/domain/kernel';
import { oneOfTexts } from '../driver/condition.ts';
import { maxWrites, type RecordDriver, type Row, type Write } from '../driver/record-driver.ts';
import type { TableName } from '../driver/tables.ts';
import { columnsOf, knownColumns } from './copied-tables.ts';
import { type CopyFailure, lacking, ofTarget, refuseCopy } from './copy-failure.ts';

/** How many transactions, or files, are written at once. */
export const writersAtOnce = 4;

type Written = Either<CopyFailure, void>;

const done: Written = E.right(undefined);

/** Whether two rows of a table are the same record. An engine names the bytes of a file itself. */
export const isSameRecord = (table: TableName, one: Row, other: Row): boolean => {
  const comparable = (row: Row): string => {
    const known = knownColumns(table, row);
    return canonicalJson(table === 'files' ? { ...known, content: '' } : known);
  };
  return comparable(one) === comparable(other);
};

const insertsOf = (table: TableName, rows: readonly Row[]): readonly Write[] =>
  rows.map((row): Write => ({ kind: 'insert', table, row }));

const otherRecord = (table: TableName, id: unknown): Written =>
  refuseCopy(`The target has another record ${id} of ${table} than the source: it is not a copy of it.`);

/** The rows that the target lacks; a row that it has in another form ends the copy. */
const missingRows = async (
  target: RecordDriver,
  table: TableName,
  rows: readonly Row[],
): Promise<Either<CopyFailure, readonly Row[]>> => {
  const ids = rows.map(({ id }) => String(id));
  const query = { filter: oneOfTexts('id', ids), columns: columnsOf(table), limit: ids.length };
  const found = await ofTarget(target.page(table, query));
  if (E.isLeft(found)) return found;
  const known = new Map(found.right.map((row) => [row['id'], row]));
  for (const row of rows) {
    const other = known.get(row['id']);
    if (other !== undefined && !isSameRecord(table, row, other))
      return pipe(
        otherRecord(table, row['id']),
        E.map(() => []),
      );
  }
  return E.right(rows.filter(({ id }) => !known.has(id)));
};

/** Inserts rows in one transaction. Those that another process has written meanwhile stay as they are. */
const insertRows = async (target: RecordDriver, table: TableName, rows: readonly Row[]): Promise<Written> => {
  if (rows.length === 0) return done;
  const options = { deadline: 'maintenance' } as const;
  const written = await target.transaction(insertsOf(table, rows), options)();
  if (E.isRight(written)) return done;
  if (written.left._tag === 'MissingReference')
    return lacking(
      `The record ${rows[written.left.write]?.['id']} of ${table} refers to one that is missing (${written.left.columns.join()}): npx portcullis ledger verify says what the source lacks.`,
    );
  if (written.left._tag !== 'NotUnique') return ofTarget(async () => written);
  const missing = await missingRows(target, table, rows);
  if (E.isLeft(missing)) return missing;
  if (missing.right.length === rows.length) return otherRecord(table, rows[written.left.write]?.['id']);
  return insertRows(target, table, missing.right);
};

/**
 * Writes rows in one transaction, which holds only those that are absent where some may be there: after a lost answer
 * a driver takes one row that is there for the sign that the whole transaction is.
 */
const writeChunk = async (
  target: RecordDriver,
  table: TableName,
  rows: readonly Row[],
  mayBeThere: boolean,
): Promise<Written> => {
  const absent = mayBeThere ? await missingRows(target, table, rows) : E.right(rows);
  return E.isLeft(absent) ? absent : insertRows(target, table, absent.right);
};

/**
 * Rows in as many parts as are written at once, in their order. A ledger is not divided: each entry refers to the one
 * before.
 */
const partitionsOf = (table: TableName, rows: readonly Row[]): readonly (readonly Row[])[] => {
  const perPartition = Math.ceil(rows.length / writersAtOnce);
  const partitions: Row[][] = [];
  for (const row of rows) {
    const partition = partitions.at(-1);
    const isOfLedger = table === 'ledger' && partition?.at(-1)?.['profile'] === row['profile'];
    if (partition === undefined || (partition.length >= perPartition && !isOfLedger)) partitions.push([row]);
    else partition.push(row);
  }
  return partitions;
};

const writePartition = async (
  target: RecordDriver,
  table: TableName,
  rows: readonly Row[],
  mayBeThere: boolean,
): Promise<Written> => {
  for (let at = 0; at < rows.length; at += maxWrites) {
    const written = await writeChunk(target, table, rows.slice(at, at + maxWrites), mayBeThere);
    if (E.isLeft(written)) return written;
  }
  return done;
};

/** The first failure of several that were written at once. */
export const firstFailure = (outcomes: readonly Written[]): Written => outcomes.find(E.isLeft) ?? done;

/**
 * Writes rows, several transactions at once. When it returns, none of them is under way. `mayBeThere` says that the
 * target may have some of them, which are compared and left as they are.
 */
export const writeRows = async (
  target: RecordDriver,
  table: TableName,
  rows: readonly Row[],
  mayBeThere: boolean,
): Promise<Written> => {
  const write = (partition: readonly Row[]): Promise<Written> => writePartition(target, table, partition, mayBeThere);
  return firstFailure(await mapConcurrent(partitionsOf(table, rows), write, writersAtOnce));
};
