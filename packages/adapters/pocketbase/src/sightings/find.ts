import { E, mostCounted, pipe, type TaskEither, TE, type t, type Unavailable } from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { type Refused, unexplained } from '../client/failure.ts';
import { filterOf } from '../columns.ts';
import { pageOfRows } from '../rows.ts';

/** Converts the failure of a request that PocketBase has no reason to reject. */
export const asOutage = (failure: Refused | Unavailable): Unavailable =>
  failure._tag === 'Refused' ? unexplained('database', failure) : failure;

type Values = { readonly [name: string]: string };

/** Up to `mostCounted` rows, in no particular order. */
export const find = <C extends t.Mixed>(
  client: PocketbaseClient,
  collection: string,
  row: C,
  expression: string,
  values: Values,
): TaskEither<Unavailable, readonly t.TypeOf<C>[]> =>
  pipe(
    client.call(pageOfRows(row), (pb, options) =>
      pb.collection(collection).getList(1, mostCounted, {
        ...options,
        filter: filterOf(pb, expression, values),
        skipTotal: true,
      }),
    ),
    TE.mapLeft(asOutage),
    TE.map(({ items }) => items),
  );

const together =
  <A>(questions: readonly TaskEither<Unavailable, readonly A[]>[]): TaskEither<Unavailable, readonly A[]> =>
  async () => {
    const all: A[] = [];
    for (const answer of await Promise.all(questions.map((ask) => ask()))) {
      if (E.isLeft(answer)) return answer;
      all.push(...answer.right);
    }
    return E.right(all);
  };

/** A digest, and the kind of thing that it was computed from. */
export type Shown = { readonly kind: string; readonly digest: string };

/**
 * The rows about any of several digests, up to `mostCounted` for each. One query is enough, unless there are so many
 * rows that those of one digest could hide those of another.
 */
export const findAny = <C extends t.Mixed>(
  client: PocketbaseClient,
  collection: string,
  row: C,
  shown: readonly Shown[],
  expression: string,
  values: Values,
): TaskEither<Unavailable, readonly t.TypeOf<C>[]> => {
  if (shown.length === 0) return TE.right([]);
  const any = shown.map((_, n) => `(digest = {:digest${n}} && kind = {:kind${n}})`).join(' || ');
  const named = shown.flatMap(({ digest, kind }, n) => [[`digest${n}`, digest] as const, [`kind${n}`, kind] as const]);
  return pipe(
    find(client, collection, row, `(${any}) && ${expression}`, { ...values, ...Object.fromEntries(named) }),
    TE.flatMap((rows) =>
      rows.length < mostCounted || shown.length === 1
        ? TE.right(rows)
        : together(shown.map((one) => findAny(client, collection, row, [one], expression, values))),
    ),
  );
};
