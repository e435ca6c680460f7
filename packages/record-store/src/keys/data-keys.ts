import {
  E,
  type Either,
  type NotFound,
  notFound,
  type ProfileId,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain';
import { damagedRecord, deterministicId, lruCache, t, withOutageCause } from '@portcullis/domain/kernel';
import { lacksPrefix } from '../driver/condition.ts';
import { getRow } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import type { EncryptionContext } from '../encryption/envelope.ts';
import { newKey, unwrapKey, wrapKey } from '../encryption/key-wrapping.ts';
import type { Keyring } from './keyring.ts';
import { missingKey } from './service-key-row.ts';

export const DataKeyRow = t.type({ profile: t.string, key_id: t.string, wrapped: t.string });
export type DataKeyRow = t.TypeOf<typeof DataKeyRow>;

/** The part of a profile's row that tells whether its data was destroyed: no reference finds it any more. */
const ReferenceRow = t.type({ reference_key: t.string });

/** The id of the row of a profile's data key. It follows from the profile's id, so that two writers create one row. */
export const dataKeyRowId = (profileId: ProfileId): string => deterministicId(`data_key/${profileId}`);

/** The encryption context of a wrapped data key. */
export const dataKeyContext = (profileId: ProfileId): EncryptionContext => ['data_keys', profileId, 'wrapped'];

/**
 * A destroyed key has the same length as before, so that an engine that writes in place writes it where the key was.
 */
export const zeroed = (text: string): string => '0'.repeat(text.length);

/** Whether a key was destroyed. Its row remains, so that no other key is created for the profile. */
export const isZeroed = (wrapped: string): boolean => /^0{10,}$/.test(wrapped);

/** The condition for rows whose keys still exist. */
export const notZeroed = lacksPrefix('wrapped', '0000000000');

/** A new data key, and the row that stores it. */
export type NewDataKey = { readonly key: Uint8Array; readonly row: DataKeyRow & { readonly id: string } };

export type DataKeys = {
  /** Unwraps the key in a row of `data_keys`, for this profile only. */
  readonly unwrapRow: (profileId: ProfileId, row: DataKeyRow) => Either<Unavailable, Uint8Array>;
  /** Creates a key that is to be written together with its profile. */
  readonly create: (profileId: ProfileId) => NewDataKey;
  /** `NotFound` when the profile has no key, or no longer has one. */
  readonly find: (profileId: ProfileId) => TaskEither<NotFound | Unavailable, Uint8Array>;
  /**
   * The key of a profile that is written to; it is created when there is none. `NotFound`: the profile's data was
   * destroyed, and its key with it.
   */
  readonly findOrCreate: (profileId: ProfileId) => TaskEither<NotFound | Unavailable, Uint8Array>;
  /** Removes the key of a profile from memory. */
  readonly evict: (profileId: ProfileId) => void;
};

/**
 * How many unwrapped keys are cached: those of the profiles that were read last, which are likely to be written next.
 */
const maxCachedKeys = 1000;

/** An unwrapped key, and the text from which it was unwrapped: the same text in a row is not unwrapped again. */
type CachedKey = { readonly key: Uint8Array; readonly keyId: string; readonly wrapped: string };

/** An erasure finds the key of a profile by this name: under another one it would stay. */
const namedOtherwise = (profileId: ProfileId): Unavailable =>
  damagedRecord(`the data key of profile ${profileId} names another one`);

const createKey = (keyring: Keyring, profileId: ProfileId): NewDataKey => {
  const key = newKey();
  const { keyId, wrapped } = wrapKey(keyring, dataKeyContext(profileId), key);
  return { key, row: { id: dataKeyRowId(profileId), profile: profileId, key_id: keyId, wrapped } };
};

/**
 * The data keys of profiles, wrapped by the keyring. A key never changes; the key that wraps it does. `isOwn` succeeds
 * where the keyring is that of the database, and no key is made before that is known.
 */
export const dataKeyStore = (
  driver: RecordDriver,
  keyring: Keyring,
  isOwn: TaskEither<Unavailable, unknown>,
): DataKeys => {
  const cache = lruCache<ProfileId, CachedKey>(maxCachedKeys);

  const unwrapRow: DataKeys['unwrapRow'] = (profileId, { profile, key_id: keyId, wrapped }) => {
    if (profile !== profileId) return E.left(namedOtherwise(profileId));
    const kept = cache.get(profileId);
    if (kept?.keyId === keyId && kept.wrapped === wrapped) return E.right(kept.key);
    const key = unwrapKey(keyring, dataKeyContext(profileId), { keyId, wrapped });
    if ('_tag' in key) {
      const cause = key._tag === 'UnknownKey' ? 'unknown_key' : 'record_damaged';
      return E.left(withOutageCause(missingKey(key), cause));
    }
    cache.set(profileId, { key, keyId, wrapped });
    return E.right(key);
  };

  const readKey = (profileId: ProfileId): TaskEither<NotFound | Unavailable, Uint8Array> =>
    pipe(
      getRow(driver, 'data_keys', dataKeyRowId(profileId), DataKeyRow),
      TE.flatMap((row) =>
        TE.fromEither<NotFound | Unavailable, Uint8Array>(
          row === null || isZeroed(row.wrapped) ? E.left(notFound) : unwrapRow(profileId, row),
        ),
      ),
    );

  const find: DataKeys['find'] = (profileId) => async () => {
    const kept = cache.peek(profileId);
    return kept === undefined ? readKey(profileId)() : E.right(kept.key);
  };

  /** Whether the profile exists and was erased, so that it needs no key. */
  const isErased = (profileId: ProfileId): TaskEither<Unavailable, boolean> =>
    pipe(
      getRow(driver, 'profiles', profileId, ReferenceRow, { columns: ['reference_key'] }),
      TE.map((row) => row?.reference_key === ''),
    );

  /** One of several writers succeeds, and the others read its key. */
  const writeNewKey = (profileId: ProfileId): TaskEither<NotFound | Unavailable, Uint8Array> => {
    const { row } = createKey(keyring, profileId);
    return pipe(
      isOwn,
      TE.flatMap(() => driver.transaction([{ kind: 'insert', table: 'data_keys', row }])),
      TE.orElse((failure) => (failure._tag === 'Unavailable' ? TE.left(failure) : TE.right(undefined))),
      TE.flatMap(() => readKey(profileId)),
    );
  };

  const findOrCreate: DataKeys['findOrCreate'] = (profileId) => {
    const created = pipe(
      isErased(profileId),
      TE.flatMap((is) => (is ? TE.left(notFound) : writeNewKey(profileId))),
    );
    return pipe(
      find(profileId),
      TE.orElse((why) => (why._tag === 'NotFound' ? created : TE.left(why))),
    );
  };

  return { unwrapRow, create: (profileId) => createKey(keyring, profileId), find, findOrCreate, evict: cache.delete };
};
