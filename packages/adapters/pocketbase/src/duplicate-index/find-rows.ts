import { E, maxCount, pipe, type TaskEither, TE, type t, type Unavailable } from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { buildFilter } from '../client/columns.ts';
import { type PocketbaseRejection, unexpectedRejection } from '../client/failure.ts';
import { pageCodec } from '../client/page-codec.ts';

/** Converts the failure of a request that PocketBase has no reason to reject. */
export const toUnavailable = (failure: PocketbaseRejection | Unavailable): Unavailable =>
  failure._tag === 'Refused' ? unexpectedRejection('database', failure) : failure;

type Values = { readonly [name: string]: string };

/** Up to `maxCount` rows, in no particular order. */
export const findRows = <C extends t.Mixed>(
  client: PocketbaseClient,
  collection: string,
  row: C,
  expression: string,
  values: Values,
): TaskEither<Unavailable, readonly t.TypeOf<C>[]> =>
  pipe(
    client.call(pageCodec(row), (pb, options) =>
      pb.collection(collection).getList(1, maxCount, {
        ...options,
        filter: buildFilter(pb, expression, values),
        skipTotal: true,
      }),
    ),
    TE.mapLeft(toUnavailable),
    TE.map(({ items }) => items),
  );

const concurrently =
  <A>(queries: readonly TaskEither<Unavailable, readonly A[]>[]): TaskEither<Unavailable, readonly A[]> =>
  async () => {
    const all: A[] = [];
    for (const answer of await Promise.all(queries.map((ask) => ask()))) {
      if (E.isLeft(answer)) return answer;
      all.push(...answer.right);
    }
    return E.right(all);
  };

/** A digest, and the kind of thing that it was computed from. */
export type KindedDigest = { readonly kind: string; readonly digest: string };

/**
 * The rows about any of several digests, up to `maxCount` for each. One query is enough, unless there are so many
 * rows that those of one digest could hide those of another.
 */
export const findByDigests = <C extends t.Mixed>(
  client: PocketbaseClient,
  collection: string,
  row: C,
  digests: readonly KindedDigest[],
  expression: string,
  values: Values,
): TaskEither<Unavailable, readonly t.TypeOf<C>[]> => {
  if (digests.length === 0) return TE.right([]);
  const any = digests.map((_, n) => `(digest = {:digest${n}} && kind = {:kind${n}})`).join(' || ');
  const named = digests.flatMap(({ digest, kind }, n) => [
    [`digest${n}`, digest] as const,
    [`kind${n}`, kind] as const,
  ]);
  return pipe(
    findRows(client, collection, row, `(${any}) && ${expression}`, { ...values, ...Object.fromEntries(named) }),
    TE.flatMap((rows) =>
      rows.length < maxCount || digests.length === 1
        ? TE.right(rows)
        : concurrently(digests.map((one) => findByDigests(client, collection, row, [one], expression, values))),
    ),
  );
};
