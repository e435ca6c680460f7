import { E, type Either, pipe, type TaskEither, TE, t, type Unavailable } from '@portcullis/domain';
import { type EncryptionContext, type Keyring, unwrapKey } from '@portcullis/record-store';
import type { PocketbaseClient } from '../client/client.ts';
import { buildFilter } from '../client/columns.ts';
import { type PocketbaseRejection, unexpectedRejection } from '../client/failure.ts';
import { pageCodec } from '../client/page-codec.ts';
import { dataKeyContext, notZeroedFilter } from './data-keys.ts';
import { serviceKeyContext } from './service-keys.ts';

/** The collections with wrapped keys: those of profiles, and the service's own. */
export type KeyCollection = 'data_keys' | 'service_keys';

export const WrappedKeyRow = t.intersection(
  [t.type({ id: t.string, key_id: t.string, wrapped: t.string }), t.partial({ profile: t.string, name: t.string })],
  'wrapped key row',
);
const Rows = pageCodec(WrappedKeyRow);

/** A wrapped key of either collection, and its encryption context. */
export type WrappedRow = {
  readonly id: string;
  readonly keyId: string;
  readonly wrapped: string;
  readonly context: EncryptionContext;
};

export const toWrappedRow = ({
  id,
  key_id: keyId,
  wrapped,
  profile,
  name = '',
}: t.TypeOf<typeof WrappedKeyRow>): WrappedRow => ({
  ...{ id, keyId, wrapped },
  context: profile === undefined ? serviceKeyContext(name) : dataKeyContext(profile),
});

const toUnavailable = (failure: PocketbaseRejection | Unavailable): Unavailable =>
  failure._tag === 'Refused' ? unexpectedRejection('database', failure) : failure;

type RowQuery = {
  readonly where: string;
  readonly values: { readonly [name: string]: string };
  readonly sort: string;
  readonly most: number;
};

/** Queries rows of wrapped keys. */
export const queryWrappedRows = (
  client: PocketbaseClient,
  collection: KeyCollection,
  { where, values, sort, most }: RowQuery,
): TaskEither<Unavailable, readonly WrappedRow[]> =>
  pipe(
    client.call(Rows, (pb, options) =>
      pb.collection(collection).getList(1, most, {
        ...options,
        filter: buildFilter(pb, where, values),
        sort,
        skipTotal: true,
      }),
    ),
    TE.mapLeft(toUnavailable),
    TE.map(({ items }) => items.map(toWrappedRow)),
  );

/** One row for each key that wrapped any: each query skips all rows of the previous key. */
export const oneRowPerKey =
  (client: PocketbaseClient, collection: KeyCollection): TaskEither<Unavailable, readonly WrappedRow[]> =>
  async () => {
    const found: WrappedRow[] = [];
    for (let after = ''; ; ) {
      const wanted = { where: `key_id > {:after} && ${notZeroedFilter}`, values: { after }, sort: 'key_id', most: 1 };
      const next: Either<Unavailable, readonly WrappedRow[]> = await queryWrappedRows(client, collection, wanted)();
      if (E.isLeft(next)) return next;
      const [first] = next.right;
      if (first === undefined) return E.right(found);
      found.push(first);
      after = first.keyId;
    }
  };

/** Something about the keys that the service needs differently, and how an operator fixes it. */
type KeyFault = { readonly what: string; readonly remedy: string };

const keyFaults = (keyring: Keyring | null, { keyId, wrapped, context }: WrappedRow): readonly KeyFault[] => {
  const key = keyring === null ? { _tag: 'UnknownKey' } : unwrapKey(keyring, context, { keyId, wrapped });
  if (!('_tag' in key)) return [];
  const what =
    key._tag === 'UnknownKey'
      ? `Personal data is sealed under the key ${keyId}, which DATA_KEYS does not have.`
      : `Personal data is sealed under another key ${keyId} than the one in DATA_KEYS.`;
  const remedy = `Add the key ${keyId} to DATA_KEYS again, behind the first; without it what it sealed is lost.`;
  return [{ what, remedy }];
};

/**
 * Reports data that is sealed under keys that the keyring does not have. Each key is tried on one row that it wrapped.
 */
export const checkKeys = (
  client: PocketbaseClient,
  keyring: Keyring | null,
): TaskEither<Unavailable, readonly KeyFault[]> =>
  pipe(
    TE.Do,
    TE.apSW('ofProfiles', oneRowPerKey(client, 'data_keys')),
    TE.apSW('own', oneRowPerKey(client, 'service_keys')),
    TE.map(({ ofProfiles, own }) => {
      const faults = [...ofProfiles, ...own].flatMap((row) => keyFaults(keyring, row));
      return faults.filter(({ what }, n) => faults.findIndex((other) => other.what === what) === n);
    }),
  );
