import { E, type TaskEither, TE, t, type Unavailable } from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { buildFilter } from '../client/columns.ts';
import { type PocketbaseRejection, unexpectedRejection } from '../client/failure.ts';
import { pageCodec } from '../client/page-codec.ts';

/** How many rows one query reads. */
const perPage = 200;

export const toUnavailable = (failure: PocketbaseRejection | Unavailable): Unavailable =>
  failure._tag === 'Refused' ? unexpectedRejection('database', failure) : failure;

/** A row that is already gone is not an error: another instance may be erasing too. */
const ignoreMissing = (failure: PocketbaseRejection | Unavailable): TaskEither<Unavailable, void> =>
  failure._tag === 'Refused' && failure.status === 404 ? TE.right(undefined) : TE.left(toUnavailable(failure));

export const Row = t.type({ id: t.string }, 'row');

export type Search = {
  readonly collection: string;
  readonly expression: string;
  readonly values: { readonly [name: string]: string };
};

/** Every row that matches, in the order of ids. */
export const findAllRows =
  <A extends t.TypeOf<typeof Row>>(
    client: PocketbaseClient,
    codec: t.Type<A, A, unknown>,
    { collection, expression, values }: Search,
  ): TaskEither<Unavailable, readonly A[]> =>
  async () => {
    const rows: A[] = [];
    for (;;) {
      const found = await client.call(pageCodec(codec), (pb, options) =>
        pb.collection(collection).getList(1, perPage, {
          ...options,
          filter: buildFilter(pb, `${expression} && id > {:after}`, { ...values, after: rows.at(-1)?.id ?? '' }),
          sort: 'id',
          skipTotal: true,
        }),
      )();
      if (E.isLeft(found)) return E.left(toUnavailable(found.left));
      rows.push(...found.right.items);
      if (found.right.items.length < perPage) return E.right(rows);
    }
  };

/** Updates columns of a row. */
export const updateRow = (
  client: PocketbaseClient,
  collection: string,
  id: string,
  columns: { readonly [name: string]: unknown },
): TaskEither<Unavailable, void> =>
  TE.orElse(ignoreMissing)(
    TE.map(() => undefined)(
      client.call(t.unknown, (pb, options) => pb.collection(collection).update(id, columns, options)),
    ),
  );

/** Deletes a row. PocketBase deletes the row's files afterwards, and leaves them when it crashes between the two. */
export const deleteRow = (client: PocketbaseClient, collection: string, id: string): TaskEither<Unavailable, void> =>
  TE.orElse(ignoreMissing)(
    TE.map(() => undefined)(
      client.call(t.unknown, (pb, options) => pb.collection(collection).delete(id, options), {
        deadlineMs: client.fileDeadlineMs,
      }),
    ),
  );

/** Processes the items one after another; the first failure ends it. */
export const forEachSequential =
  <A>(items: readonly A[], work: (item: A) => TaskEither<Unavailable, unknown>): TaskEither<Unavailable, void> =>
  async () => {
    for (const item of items) {
      const done = await work(item)();
      if (E.isLeft(done)) return done;
    }
    return E.right(undefined);
  };

/** Deletes every row that matches. */
export const deleteAllRows = (client: PocketbaseClient, search: Search): TaskEither<Unavailable, void> =>
  TE.flatMap((rows: readonly t.TypeOf<typeof Row>[]) =>
    forEachSequential(rows, ({ id }) => deleteRow(client, search.collection, id)),
  )(findAllRows(client, Row, search));
