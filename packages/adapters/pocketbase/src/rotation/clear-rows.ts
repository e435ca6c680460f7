import { E, type Either, pipe, type TaskEither, TE, t, type Unavailable } from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { type Refused, unexplained } from '../client/failure.ts';
import { filterOf } from '../columns.ts';
import { pageOfRows } from '../rows.ts';

/** Where personal data is stored, and the filter for rows that hold it in plaintext. */
export const clearRows = {
  profiles: { collection: 'profiles', where: "key = '' && reference_key != ''" },
  files: { collection: 'files', where: "sha256 !~ 'sealed:%'" },
  entries: { collection: 'ledger', where: "personal = '' && data.personal != null" },
  sighting_keys: { collection: 'sighting_keys', where: "key !~ 'sealed:%'" },
  service_keys: { collection: 'service_keys', where: "key_id = ''" },
  answers: { collection: 'idempotency_keys', where: 'answer.status != null' },
} as const;
export type ClearPlace = keyof typeof clearRows;

export const clearPlaces: readonly ClearPlace[] = [
  'service_keys',
  'sighting_keys',
  'profiles',
  'entries',
  'files',
  'answers',
];

const Counted = t.type({ page: t.literal(1), totalItems: t.number }, 'count');
const Ids = pageOfRows(t.type({ id: t.string }, 'row id'));

export const asOutage = (failure: Refused | Unavailable): Unavailable =>
  failure._tag === 'Refused' ? unexplained('database', failure) : failure;

/** Counts the rows of a collection that match a filter. */
export const countRows = (
  client: PocketbaseClient,
  collection: string,
  where: string,
  values: { readonly [name: string]: string } = {},
): TaskEither<Unavailable, number> =>
  pipe(
    client.call(
      Counted,
      (pb, options) =>
        pb.collection(collection).getList(1, 1, { ...options, filter: filterOf(pb, where, values), fields: 'id' }),
      { deadlineMs: 60_000 },
    ),
    TE.mapLeft(asOutage),
    TE.map(({ totalItems }) => totalItems),
  );

/** The ids of plaintext rows after `after`, in order. */
export const clearIds = (
  client: PocketbaseClient,
  place: ClearPlace,
  after: string,
  most: number,
): TaskEither<Unavailable, readonly string[]> => {
  const { collection, where } = clearRows[place];
  return pipe(
    client.call(
      Ids,
      (pb, options) =>
        pb.collection(collection).getList(1, most, {
          ...options,
          filter: filterOf(pb, `${where} && id > {:after}`, { after }),
          sort: 'id',
          fields: 'id',
          skipTotal: true,
        }),
      { deadlineMs: 60_000 },
    ),
    TE.mapLeft(asOutage),
    TE.map(({ items }) => items.map(({ id }) => id)),
  );
};

/** The categories in which any personal data is in plaintext. */
export const inClear =
  (client: PocketbaseClient): TaskEither<Unavailable, readonly ClearPlace[]> =>
  async () => {
    const found: ClearPlace[] = [];
    for (const place of clearPlaces) {
      const ids: Either<Unavailable, readonly string[]> = await clearIds(client, place, '', 1)();
      if (E.isLeft(ids)) return ids;
      if (ids.right.length > 0) found.push(place);
    }
    return E.right(found);
  };
