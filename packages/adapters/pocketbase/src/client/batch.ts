import { t } from '@portcullis/domain';
import type { PocketbaseClient } from './client.ts';

/** One write of a batch. */
export type Write = {
  readonly method: 'POST' | 'PATCH' | 'PUT';
  readonly url: string;
  readonly body: { readonly [column: string]: unknown };
};

/** Where the rows of a collection, or one of them, are written. */
export const rowsAt = (collection: string, id?: string): string =>
  `/api/collections/${collection}/records${id === undefined ? '' : `/${id}`}?fields=id`;

const Written = t.readonlyArray(t.type({ status: t.number, body: t.type({ id: t.string }) }), 'batch answer');

/** Sends writes as one transaction. All of them happened when it answers, none of them when it refuses. */
export const sendBatch = (client: PocketbaseClient, writes: readonly Write[]) =>
  client.call(Written, (pb, options) =>
    pb.send('/api/batch', {
      ...options,
      method: 'POST',
      body: { requests: writes.map(({ method, url, body }) => ({ method, url, body })) },
    }),
  );
