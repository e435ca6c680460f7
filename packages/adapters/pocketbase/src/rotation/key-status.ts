import { E, type Either, type TaskEither, type Unavailable } from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { notBlank } from '../sealing/data-keys.ts';
import { type KeyCollection, oneOfEach } from '../sealing/wrapped-keys.ts';
import { type ClearPlace, clearPlaces, clearRows, countRows } from './clear-rows.ts';

/** How many keys one key of the keyring wraps: data keys of profiles, and keys of the service itself. */
export type Wraps = { readonly keyId: string; readonly dataKeys: number; readonly serviceKeys: number };

/** How the personal data of a database is stored. */
export type KeyStatus = {
  readonly wraps: readonly Wraps[];
  readonly clear: { readonly [Place in ClearPlace]: number };
};

const idsIn = async (
  client: PocketbaseClient,
  collection: KeyCollection,
): Promise<Either<Unavailable, readonly string[]>> =>
  E.map((rows: readonly { readonly keyId: string }[]) => rows.map(({ keyId }) => keyId))(
    await oneOfEach(client, collection)(),
  );

const wrapsOf = async (client: PocketbaseClient, keyId: string): Promise<Either<Unavailable, Wraps>> => {
  const dataKeys = await countRows(client, 'data_keys', `key_id = {:keyId} && ${notBlank}`, { keyId })();
  if (E.isLeft(dataKeys)) return dataKeys;
  const serviceKeys = await countRows(client, 'service_keys', 'key_id = {:keyId}', { keyId })();
  return E.map((own: number) => ({ keyId, dataKeys: dataKeys.right, serviceKeys: own }))(serviceKeys);
};

/** Counts what is sealed under which key, and what is in plaintext. It needs no key. */
export const keyStatus =
  (client: PocketbaseClient): TaskEither<Unavailable, KeyStatus> =>
  async () => {
    const ofProfiles = await idsIn(client, 'data_keys');
    if (E.isLeft(ofProfiles)) return ofProfiles;
    const own = await idsIn(client, 'service_keys');
    if (E.isLeft(own)) return own;
    const wraps: Wraps[] = [];
    for (const keyId of new Set([...ofProfiles.right, ...own.right])) {
      const counted = await wrapsOf(client, keyId);
      if (E.isLeft(counted)) return counted;
      wraps.push(counted.right);
    }
    const clear = { profiles: 0, files: 0, entries: 0, sighting_keys: 0, service_keys: 0, answers: 0 };
    for (const place of clearPlaces) {
      const counted = await countRows(client, clearRows[place].collection, clearRows[place].where)();
      if (E.isLeft(counted)) return counted;
      clear[place] = counted.right;
    }
    return E.right({ wraps, clear });
  };
