import { pipe, TE, type Unavailable } from '@portcullis/domain';
import { type ConditionalUpdate, maxNumbered, type RecordDriver, type Row } from '@portcullis/record-store/driver';
import type { PocketbaseClient } from '../client/client.ts';
import { sqlValue } from '../client/columns.ts';
import { outageOfRejection, type PocketbaseRejection, unexpectedRejection } from '../client/failure.ts';
import { runStatements } from './statements.ts';

const refusedWrite = (failure: PocketbaseRejection | Unavailable): Unavailable =>
  failure._tag === 'Rejected' ? unexpectedRejection('database', failure, 'write_refused') : failure;

const assignments = (values: ConditionalUpdate['columns'], separator: string): string =>
  Object.entries(values)
    .map(([column, value]) => `${column}=${sqlValue(value)}`)
    .join(separator);

const conditionOf = ({ id, expected }: ConditionalUpdate): string => assignments({ id, ...expected }, ' AND ');

/**
 * The plus keeps SQLite from the index of the column: it would read every row without a number, and the list again for
 * each of them.
 */
const numberingOf = (update: ConditionalUpdate): string => {
  const { numbered, table } = update;
  if (numbered === undefined || numbered.ids.length === 0) return '';
  if (numbered.ids.length > maxNumbered) throw new Error(`more than ${maxNumbered} rows are to be numbered`);
  const { column, from, ids } = numbered;
  const list = ids.map((id) => sqlValue(id).replaceAll("'", '"')).join();
  return (
    `UPDATE ${numbered.table} SET ${column}=${from}+j.key FROM json_each('[${list}]') AS j ` +
    `WHERE ${numbered.table}.id=j.value AND +${numbered.table}.${column}=0 ` +
    `AND EXISTS(SELECT 1 FROM ${table} WHERE ${conditionOf(update)});`
  );
};

/**
 * Sends both updates as SQL: through the collections, each numbered row would be validated and written as a whole, and
 * cost as much as its entry did.
 */
export const updateIfIn =
  (client: PocketbaseClient): RecordDriver['updateIf'] =>
  (update) => {
    const replaced = `UPDATE ${update.table} SET ${assignments(update.columns, ',')} WHERE ${conditionOf(update)}`;
    return pipe(
      runStatements(client, numberingOf(update) + replaced, { isRead: false }),
      TE.mapLeft(refusedWrite),
      TE.map(({ affectedRows }) => affectedRows === 1),
    );
  };

const hash = "CASE WHEN json_valid(data) THEN json_extract(data,'$.hash') END";

export const entriesWithoutPlaceIn =
  (client: PocketbaseClient): RecordDriver['entriesWithoutPlace'] =>
  (limit) =>
    pipe(
      runStatements(
        client,
        `SELECT id,profile,seq,${hash} AS hash FROM ledger WHERE place=0 AND length(${hash})=64 ` +
          `AND ${hash} NOT GLOB '*[^0-9a-f]*' ORDER BY profile,seq LIMIT ${limit}`,
        { isRead: true },
      ),
      TE.mapLeft(outageOfRejection()),
      TE.map(({ rows }) => rows.map(([id, profile, seq, hash]): Row => ({ id, profile, seq: Number(seq), hash }))),
    );
