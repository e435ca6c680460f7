import { t } from '@portcullis/domain';
import type { PocketbaseClient } from './client.ts';

/** One write of a batch. */
export type Write = {
  readonly method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly body: { readonly [column: string]: unknown };
};

/** Where the rows of a collection, or one of them, are written. */
export const rowsAt = (collection: string, id?: string): string =>
  `/api/collections/${collection}/records${id === undefined ? '' : `/${id}`}?fields=id`;

/** The removal of a row; refused with 404, and the whole batch with it, when the row is not there. */
export const removal = (collection: string, id: string): Write => ({
  method: 'DELETE',
  url: rowsAt(collection, id),
  body: {},
});

/** A removal is answered without a row. */
const Written = t.readonlyArray(
  t.type({ status: t.number, body: t.union([t.type({ id: t.string }), t.null]) }),
  'batch answer',
);

/** Sends writes as one transaction. All of them happened when it answers, none of them when it refuses. */
export const sendBatch = (client: PocketbaseClient, writes: readonly Write[]) =>
  client.call(Written, (pb, options) =>
    pb.send('/api/batch', {
      ...options,
      method: 'POST',
      body: { requests: writes.map(({ method, url, body }) => ({ method, url, body })) },
    }),
  );
