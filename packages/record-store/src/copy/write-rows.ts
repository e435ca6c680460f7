import { E, type Either } from '@portcullis/domain';
import { mapConcurrent } from '@portcullis/domain/kernel';
import { maxWrites, type RecordDriver, type Row, type Write } from '../driver/record-driver.ts';
import type { TableName } from '../driver/tables.ts';
import { type CopyFailure, ofTarget, refuseCopy } from './copy-failure.ts';

/** How many transactions, or files, are written at once. */
export const writersAtOnce = 4;

type Written = Either<CopyFailure, void>;

const done: Written = E.right(undefined);

/** Says that the target has a record that this copy has not written. */
export const otherRecord = (table: TableName, id: unknown): Either<CopyFailure, never> =>
  refuseCopy(`The target has a record ${id} of ${table} already: somebody else writes to it.`);

/** Inserts rows in one transaction. */
const insertRows = async (target: RecordDriver, table: TableName, rows: readonly Row[]): Promise<Written> => {
  const inserts = rows.map((row): Write => ({ kind: 'insert', table, row }));
  const written = await target.transaction(inserts, { deadline: 'maintenance' })();
  if (E.isRight(written)) return done;
  if (written.left._tag === 'MissingReference')
    return refuseCopy(
      `The record ${rows[written.left.write]?.['id']} of ${table} refers to one that is missing (${written.left.columns.join()}): npx portcullis ledger verify says what the source lacks.`,
    );
  return written.left._tag === 'NotUnique'
    ? otherRecord(table, rows[written.left.write]?.['id'])
    : ofTarget(async () => written);
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

const writePartition = async (target: RecordDriver, table: TableName, rows: readonly Row[]): Promise<Written> => {
  for (let at = 0; at < rows.length; at += maxWrites) {
    const written = await insertRows(target, table, rows.slice(at, at + maxWrites));
    if (E.isLeft(written)) return written;
  }
  return done;
};

/** The first failure of several that were written at once. */
export const firstFailure = (outcomes: readonly Written[]): Written => outcomes.find(E.isLeft) ?? done;

/** Writes rows, several transactions at once. When it returns, none of them is under way. */
export const writeRows = async (target: RecordDriver, table: TableName, rows: readonly Row[]): Promise<Written> => {
  const write = (partition: readonly Row[]): Promise<Written> => writePartition(target, table, partition);
  return firstFailure(await mapConcurrent(partitionsOf(table, rows), write, writersAtOnce));
};
