import { pipe, TE } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { type RecordDriver, type Row, type TableName, tableOf, type Write } from '@portcullis/record-store/driver';
import { type ApiRequest, recordsPath } from '../client/api-request.ts';
import type { PocketbaseClient } from '../client/client.ts';
import { callOptionsFor } from './deadlines.ts';
import { writeRejection } from './rejection.ts';

/** The path of a collection's rows, or of one row, for writes. Only the id of the row that was written is answered. */
const writtenPath = (table: TableName, id: string | null = null): string => recordsPath(table, id, { fields: 'id' });

/**
 * Columns as they are sent. PocketBase parses a text in a JSON column, so "123" would become a number: such a text is
 * sent as its own JSON text.
 */
const bodyOf = (table: TableName, columns: Row): Row => {
  const kinds = tableOf(table).columns;
  const isJsonText = ([column, value]: [string, unknown]): boolean =>
    kinds[column] === 'json' && typeof value === 'string';
  const texts = Object.entries(columns).filter(isJsonText);
  if (texts.length === 0) return columns;
  return { ...columns, ...Object.fromEntries(texts.map(([column, text]) => [column, JSON.stringify(text)])) };
};

type BatchRequest = { readonly method: string; readonly url: string; readonly body: Row };

const batchRequest = (write: Write): BatchRequest => {
  switch (write.kind) {
    case 'insert':
      return { method: 'POST', url: writtenPath(write.table), body: bodyOf(write.table, write.row) };
    case 'update':
      return { method: 'PATCH', url: writtenPath(write.table, write.id), body: bodyOf(write.table, write.columns) };
    case 'upsert':
      return { method: 'PUT', url: writtenPath(write.table), body: bodyOf(write.table, write.row) };
    case 'add': {
      // PocketBase adds to a number whose name is followed by a plus sign, in the transaction of the batch.
      const row = { ...bodyOf(write.table, write.row), [`${write.column}+`]: write.amount };
      return { method: 'PUT', url: writtenPath(write.table), body: row };
    }
    case 'delete':
      return { method: 'DELETE', url: writtenPath(write.table, write.id), body: {} };
  }
};

/** The result of a deletion has no row. */
const BatchWritten = t.readonlyArray(t.type({ status: t.number, body: t.union([t.type({ id: t.string }), t.null]) }));

const WrittenRow = t.type({ id: t.string });

/**
 * Whether an update is made in a batch even when it is alone. For a single update PocketBase reads the row before its
 * transaction begins, and writes every column of it: the place that an entry got meanwhile would be taken away again.
 */
const isOfPlacedRow = ({ kind, table }: Write): boolean => kind === 'update' && table === 'ledger';

/** Whether a write is made in a batch even when it is alone. An upsert, or an addition, exists in a batch only. */
const needsBatch = (write: Write): boolean => write.kind === 'upsert' || write.kind === 'add' || isOfPlacedRow(write);

/** The request that sends the writes, and the answer that they were made. */
const exchangeFor = (writes: readonly Write[]): { readonly request: ApiRequest; readonly answer: t.Mixed } => {
  const [only, ...others] = writes;
  if (only === undefined || others.length > 0 || needsBatch(only)) {
    const body = { requests: writes.map(batchRequest) };
    return { request: { method: 'POST', path: '/api/batch', body }, answer: BatchWritten };
  }
  const { method, url: path, body } = batchRequest(only);
  return only.kind === 'delete'
    ? { request: { method, path }, answer: t.null }
    : { request: { method, path, body }, answer: WrittenRow };
};

/**
 * Sends writes as one batch, which PocketBase executes in order and in one transaction, or a single write as a request
 * of its own.
 */
export const transactionWith =
  (client: PocketbaseClient): RecordDriver['transaction'] =>
  (writes, { deadline } = {}) => {
    if (writes.length === 0) return TE.right(undefined);
    const { request, answer } = exchangeFor(writes);
    const sent = client.send(answer, () => request, callOptionsFor(client, deadline));
    return pipe(
      sent,
      TE.mapLeft(writeRejection()),
      TE.map(() => undefined),
    );
  };
