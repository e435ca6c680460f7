import { E, type Either, type TaskEither, type Unavailable } from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { notZeroedFilter } from '../encryption/data-keys.ts';
import { type KeyCollection, oneRowPerKey } from '../encryption/wrapped-keys.ts';
import { countRows, type PlaintextCategory, plaintextCategories, plaintextRows } from './plaintext-rows.ts';

/** How many keys one key of the keyring wraps: data keys of profiles, and keys of the service itself. */
export type KeyUsage = { readonly keyId: string; readonly dataKeys: number; readonly serviceKeys: number };

/** How the personal data of a database is stored. */
export type KeyStatus = {
  readonly keyUsage: readonly KeyUsage[];
  readonly plaintextCount: { readonly [Category in PlaintextCategory]: number };
};

const keyIdsIn = async (
  client: PocketbaseClient,
  collection: KeyCollection,
): Promise<Either<Unavailable, readonly string[]>> =>
  E.map((rows: readonly { readonly keyId: string }[]) => rows.map(({ keyId }) => keyId))(
    await oneRowPerKey(client, collection)(),
  );

const usageOf = async (client: PocketbaseClient, keyId: string): Promise<Either<Unavailable, KeyUsage>> => {
  const dataKeys = await countRows(client, 'data_keys', `key_id = {:keyId} && ${notZeroedFilter}`, { keyId })();
  if (E.isLeft(dataKeys)) return dataKeys;
  const serviceKeys = await countRows(client, 'service_keys', 'key_id = {:keyId}', { keyId })();
  return E.map((own: number) => ({ keyId, dataKeys: dataKeys.right, serviceKeys: own }))(serviceKeys);
};

/** Counts what is sealed under which key, and what is in plaintext. It needs no key. */
export const keyStatus =
  (client: PocketbaseClient): TaskEither<Unavailable, KeyStatus> =>
  async () => {
    const ofProfiles = await keyIdsIn(client, 'data_keys');
    if (E.isLeft(ofProfiles)) return ofProfiles;
    const own = await keyIdsIn(client, 'service_keys');
    if (E.isLeft(own)) return own;
    const keyUsage: KeyUsage[] = [];
    for (const keyId of new Set([...ofProfiles.right, ...own.right])) {
      const counted = await usageOf(client, keyId);
      if (E.isLeft(counted)) return counted;
      keyUsage.push(counted.right);
    }
    const plaintextCount = { profiles: 0, files: 0, entries: 0, sighting_keys: 0, service_keys: 0, answers: 0 };
    for (const category of plaintextCategories) {
      const counted = await countRows(client, plaintextRows[category].collection, plaintextRows[category].where)();
      if (E.isLeft(counted)) return counted;
      plaintextCount[category] = counted.right;
    }
    return E.right({ keyUsage, plaintextCount });
  };
