import { randomIds } from '@portcullis/adapter-memory';
import { type PocketbaseClient, pocketbaseDriver } from '@portcullis/adapter-pocketbase';
import type { IdGenerator } from '@portcullis/domain';
import { createRecordStore, type Keyring, type RecordStore } from '@portcullis/record-store';

const ids = randomIds((bytes) => crypto.getRandomValues(bytes));

/** All stores over a PocketBase, with the keys of a keyring or without any. */
export const storesOver = (
  client: PocketbaseClient,
  keyring: Keyring | null = null,
  idGenerator: IdGenerator = ids,
  requireSealed = false,
): RecordStore => createRecordStore(pocketbaseDriver(client), keyring, idGenerator, requireSealed);
