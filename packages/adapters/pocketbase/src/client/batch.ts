import { t } from '@portcullis/domain';
import type { PocketbaseClient } from './client.ts';

/** One write of a batch. */
export type Write = {
  readonly method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly body: { readonly [column: string]: unknown };
};

/** The path of a collection's rows, or of one row, for writes. */
export const recordUrl = (collection: string, id?: string): string =>
  `/api/collections/${collection}/records${id === undefined ? '' : `/${id}`}?fields=id`;

/** Deletes a row. When the row does not exist the write fails with 404, and the whole batch with it. */
export const deletion = (collection: string, id: string): Write => ({
  method: 'DELETE',
  url: recordUrl(collection, id),
  body: {},
});

/** The result of a deletion has no row. */
const Written = t.readonlyArray(
  t.type({ status: t.number, body: t.union([t.type({ id: t.string }), t.null]) }),
  'batch answer',
);

/**
 * Sends writes as one transaction. When it succeeds, all of them were executed; when it is rejected, none of them was.
 */
export const sendBatch = (client: PocketbaseClient, writes: readonly Write[]) =>
  client.call(Written, (pb, options) =>
    pb.send('/api/batch', {
      ...options,
      method: 'POST',
      body: { requests: writes.map(({ method, url, body }) => ({ method, url, body })) },
    }),
  );
