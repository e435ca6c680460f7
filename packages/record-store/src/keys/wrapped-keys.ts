import { E, type Either, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { sequential, t } from '@portcullis/domain/kernel';
import { allOf, type Condition, compare } from '../driver/condition.ts';
import { pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import type { EncryptionContext } from '../encryption/envelope.ts';
import { unwrapKey } from '../encryption/key-wrapping.ts';
import { dataKeyContext, notZeroed } from './data-keys.ts';
import type { Keyring } from './keyring.ts';
import { serviceKeyContext } from './service-key-row.ts';
import { hasLostKeys } from './service-keys.ts';

/** The tables with wrapped keys: those of profiles, and the service's own. */
export type KeyTable = 'data_keys' | 'service_keys';

export const WrappedKeyRow = t.intersection([
  t.type({ id: t.string, key_id: t.string, wrapped: t.string }),
  t.partial({ profile: t.string, name: t.string }),
]);

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
  id,
  keyId,
  wrapped,
  context: profile === undefined ? serviceKeyContext(name) : dataKeyContext(profile),
});

type RowQuery = { readonly filter: Condition; readonly sort: string; readonly limit: number };

/** Queries rows of wrapped keys. */
export const queryWrappedRows = (
  driver: RecordDriver,
  table: KeyTable,
  { filter, sort, limit }: RowQuery,
): TaskEither<Unavailable, readonly WrappedRow[]> =>
  pipe(
    pageOfRows(driver, table, WrappedKeyRow, { filter, sort: [sort], limit }),
    TE.map((rows) => rows.map(toWrappedRow)),
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

/** A wrapped key that does not open, and whether the keyring has no key of that name. */
type Unopened = { readonly keyId: string; readonly isUnknown: boolean };

const unopened = (keyring: Keyring, { keyId, wrapped, context }: WrappedRow): Unopened | null => {
  const key = unwrapKey(keyring, context, { keyId, wrapped });
  return '_tag' in key ? { keyId, isUnknown: key._tag === 'UnknownKey' } : null;
};

/** How many rows that a key has wrapped are tried before it counts as another key. */
const triedRows = 200;

/** Whether any of the first rows of either table that a key wrapped opens. Damage to some says nothing of the key. */
const opensAny = (driver: RecordDriver, keyring: Keyring, keyId: string): TaskEither<Unavailable, boolean> =>
  pipe(
    sequential(['data_keys', 'service_keys'] as const, (table) =>
      queryWrappedRows(driver, table, {
        filter: allOf([compare('key_id', '=', keyId), notZeroed]),
        sort: 'id',
        limit: triedRows,
      }),
    ),
    TE.map((found) => found.flat().some((row) => unopened(keyring, row) === null)),
  );

/** Whether a key has wrapped the key of one profile alone, as is where that row was changed. */
const isOfOneProfile = (driver: RecordDriver, table: KeyTable, keyId: string): TaskEither<Unavailable, boolean> =>
  table === 'data_keys'
    ? pipe(
        driver.count(table, allOf([compare('key_id', '=', keyId), notZeroed])),
        TE.map((rows) => rows === 1),
      )
    : TE.right(false);

/**
 * The keys of a table that the keyring does not have, or has as another one. One profile that does not open is locked
 * by itself: the keys of the service decide whether the database is another's.
 */
const wrongKeys =
  (driver: RecordDriver, keyring: Keyring, table: KeyTable): TaskEither<Unavailable, readonly Unopened[]> =>
  async () => {
    const rows = await oneRowPerKey(driver, table)();
    if (E.isLeft(rows)) return rows;
    const wrong: Unopened[] = [];
    for (const row of rows.right) {
      const found = unopened(keyring, row);
      if (found === null) continue;
      const opens = found.isUnknown ? E.right(false) : await opensAny(driver, keyring, row.keyId)();
      if (E.isLeft(opens)) return opens;
      if (opens.right) continue;
      const isDamage = await isOfOneProfile(driver, table, row.keyId)();
      if (E.isLeft(isDamage)) return isDamage;
      if (!isDamage.right) wrong.push(found);
    }
    return E.right(wrong);
  };

const keyFault = ({ isUnknown, keyId }: Unopened): KeyFault => {
  const what = isUnknown
    ? `The record database is sealed under the data key ${keyId}, which this service does not have.`
    : `The record database is sealed under another data key ${keyId} than the one that this service has.`;
  const remedy = `Add the key ${keyId} to DATA_KEYS again, behind the first, or put the key file of whoever first started a service over this database at DATA_KEYS_FILE; without that key what it sealed is lost.`;
  return { what, remedy };
};

const lostKeys: KeyFault = {
  what: 'The record database holds something, and keys that the service has made for it are gone.',
  remedy: 'Restore a backup that has them.',
};

/**
 * Reports data that is sealed under keys that the keyring does not have, and keys of the service that were removed.
 * Each key is tried on one row that it wrapped, and on others where that one does not open.
 */
export const checkKeys = (driver: RecordDriver, keyring: Keyring): TaskEither<Unavailable, readonly KeyFault[]> =>
  pipe(
    TE.Do,
    TE.apSW('ofProfiles', wrongKeys(driver, keyring, 'data_keys')),
    TE.apSW('own', wrongKeys(driver, keyring, 'service_keys')),
    TE.apSW('isLost', hasLostKeys(driver)),
    TE.map(({ isLost, ofProfiles, own }) => {
      const faults = [...[...ofProfiles, ...own].map(keyFault), ...(isLost ? [lostKeys] : [])];
      return faults.filter(({ what }, n) => faults.findIndex((other) => other.what === what) === n);
    }),
  );
