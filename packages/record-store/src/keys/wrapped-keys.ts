import { E, type Either, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { allOf, type Condition, compare } from '../driver/condition.ts';
import { pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import type { EncryptionContext } from '../encryption/envelope.ts';
import { unwrapKey } from '../encryption/key-wrapping.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { dataKeyContext, notZeroed } from './data-keys.ts';
import { serviceKeyContext } from './service-key-row.ts';

/** The tables with wrapped keys: those of profiles, and the service's own. */
export type KeyTable = 'data_keys' | 'service_keys';

export const WrappedKeyRow = t.intersection(
  [t.type({ id: t.string, key_id: t.string, wrapped: t.string }), t.partial({ profile: t.string, name: t.string })],
  'wrapped key row',
);

/** A wrapped key of either table, and its encryption context. */
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

type RowQuery = { readonly filter: Condition; readonly sort: string; readonly limit: number };

/** Queries rows of wrapped keys. */
export const queryWrappedRows = (
  driver: RecordDriver,
  table: KeyTable,
  { filter, sort, limit }: RowQuery,
): TaskEither<Unavailable, readonly WrappedRow[]> =>
  TE.map((rows: readonly t.TypeOf<typeof WrappedKeyRow>[]) => rows.map(toWrappedRow))(
    pageOfRows(driver, table, WrappedKeyRow, { filter, sort: [sort], limit }),
  );

/** One row for each key that wrapped any: each query skips all rows of the previous key. */
export const oneRowPerKey =
  (driver: RecordDriver, table: KeyTable): TaskEither<Unavailable, readonly WrappedRow[]> =>
  async () => {
    const found: WrappedRow[] = [];
    for (let after = ''; ; ) {
      const query = { filter: allOf([compare('key_id', '>', after), notZeroed]), sort: 'key_id', limit: 1 };
      const next: Either<Unavailable, readonly WrappedRow[]> = await queryWrappedRows(driver, table, query)();
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
  driver: RecordDriver,
  keyring: Keyring | null,
): TaskEither<Unavailable, readonly KeyFault[]> =>
  pipe(
    TE.Do,
    TE.apSW('ofProfiles', oneRowPerKey(driver, 'data_keys')),
    TE.apSW('own', oneRowPerKey(driver, 'service_keys')),
    TE.map(({ ofProfiles, own }) => {
      const faults = [...ofProfiles, ...own].flatMap((row) => keyFaults(keyring, row));
      return faults.filter(({ what }, n) => faults.findIndex((other) => other.what === what) === n);
    }),
  );
