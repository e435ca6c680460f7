import { TE } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { type RecordDriver, type Row, type TableName, tableOf, type Write } from '@portcullis/record-store/driver';
import type PocketBase from 'pocketbase';
import type { PocketbaseClient } from '../client/client.ts';
import { callOptionsFor } from './deadlines.ts';
import { writeRejection } from './rejection.ts';

/** The path of a collection's rows, or of one row, for writes. */
const recordUrl = (table: TableName, id?: string): string =>
  `/api/collections/${table}/records${id === undefined ? '' : `/${id}`}?fields=id`;

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

const batchRequest = (write: Write) => {
  switch (write.kind) {
    case 'insert':
      return { method: 'POST', url: recordUrl(write.table), body: bodyOf(write.table, write.row) };
    case 'update':
      return { method: 'PATCH', url: recordUrl(write.table, write.id), body: bodyOf(write.table, write.columns) };
    case 'upsert':
      return { method: 'PUT', url: recordUrl(write.table), body: bodyOf(write.table, write.row) };
    case 'delete':
      return { method: 'DELETE', url: recordUrl(write.table, write.id), body: {} };
  }
};

/** The result of a deletion has no row. */
const BatchWritten = t.readonlyArray(
  t.type({ status: t.number, body: t.union([t.type({ id: t.string }), t.null]) }),
  'batch answer',
);

type Options = { readonly signal: AbortSignal };

const sendBatch = (pb: PocketBase, writes: readonly Write[], options: Options): Promise<unknown> =>
  pb.send('/api/batch', { ...options, method: 'POST', body: { requests: writes.map(batchRequest) } });

/** Sends one write without a transaction around it. An upsert exists in a batch only. */
const sendOne = async (pb: PocketBase, write: Write, options: Options): Promise<unknown> => {
  const collection = pb.collection(write.table);
  const idOnly = { ...options, fields: 'id' };
  switch (write.kind) {
    case 'insert':
      return [{ status: 200, body: await collection.create(bodyOf(write.table, write.row), idOnly) }];
    case 'update':
      return [{ status: 200, body: await collection.update(write.id, bodyOf(write.table, write.columns), idOnly) }];
    case 'delete':
      await collection.delete(write.id, options);
      return [{ status: 204, body: null }];
    case 'upsert':
      return sendBatch(pb, [write], options);
  }
};

/**
 * Sends writes as one batch, which PocketBase executes in order and in one transaction, or a single write as a request
 * of its own.
 */
export const transactionWith =
  (client: PocketbaseClient): RecordDriver['transaction'] =>
  (writes, { deadline } = {}) => {
    const [only, ...others] = writes;
    if (only === undefined) return TE.right(undefined);
    const sent = client.call(
      BatchWritten,
      (pb, options) => (others.length === 0 ? sendOne(pb, only, options) : sendBatch(pb, writes, options)),
      callOptionsFor(client, deadline),
    );
    return TE.map(() => undefined)(TE.mapLeft(writeRejection())(sent));
  };
