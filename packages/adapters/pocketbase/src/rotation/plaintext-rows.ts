import { E, type Either, pipe, type TaskEither, TE, t, type Unavailable } from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { buildFilter } from '../client/columns.ts';
import { type PocketbaseRejection, unexpectedRejection } from '../client/failure.ts';
import { pageCodec } from '../client/page-codec.ts';

/** Where personal data is stored, and the filter for rows that hold it in plaintext. */
export const plaintextRows = {
  profiles: { collection: 'profiles', where: "key = '' && reference_key != ''" },
  files: { collection: 'files', where: "sha256 !~ 'sealed:%'" },
  entries: { collection: 'ledger', where: "personal = '' && data.personal != null" },
  sighting_keys: { collection: 'sighting_keys', where: "key !~ 'sealed:%'" },
  service_keys: { collection: 'service_keys', where: "key_id = ''" },
  answers: { collection: 'idempotency_keys', where: 'answer.status != null' },
} as const;
export type PlaintextCategory = keyof typeof plaintextRows;

export const plaintextCategories: readonly PlaintextCategory[] = [
  'service_keys',
  'sighting_keys',
  'profiles',
  'entries',
  'files',
  'answers',
];

const Counted = t.type({ page: t.literal(1), totalItems: t.number }, 'count');
const Ids = pageCodec(t.type({ id: t.string }, 'row id'));

export const toUnavailable = (failure: PocketbaseRejection | Unavailable): Unavailable =>
  failure._tag === 'Refused' ? unexpectedRejection('database', failure) : failure;

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
        pb.collection(collection).getList(1, 1, { ...options, filter: buildFilter(pb, where, values), fields: 'id' }),
      { deadlineMs: 60_000 },
    ),
    TE.mapLeft(toUnavailable),
    TE.map(({ totalItems }) => totalItems),
  );

/** The ids of plaintext rows after `after`, in order. */
export const plaintextIds = (
  client: PocketbaseClient,
  category: PlaintextCategory,
  after: string,
  limit: number,
): TaskEither<Unavailable, readonly string[]> => {
  const { collection, where } = plaintextRows[category];
  return pipe(
    client.call(
      Ids,
      (pb, options) =>
        pb.collection(collection).getList(1, limit, {
          ...options,
          filter: buildFilter(pb, `${where} && id > {:after}`, { after }),
          sort: 'id',
          fields: 'id',
          skipTotal: true,
        }),
      { deadlineMs: 60_000 },
    ),
    TE.mapLeft(toUnavailable),
    TE.map(({ items }) => items.map(({ id }) => id)),
  );
};

/** The categories in which any personal data is in plaintext. */
export const findPlaintext =
  (client: PocketbaseClient): TaskEither<Unavailable, readonly PlaintextCategory[]> =>
  async () => {
    const found: PlaintextCategory[] = [];
    for (const category of plaintextCategories) {
      const ids: Either<Unavailable, readonly string[]> = await plaintextIds(client, category, '', 1)();
      if (E.isLeft(ids)) return ids;
      if (ids.right.length > 0) found.push(category);
    }
    return E.right(found);
  };
