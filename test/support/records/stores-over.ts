import { randomIds } from '@portcullis/adapter-memory';
import { type PocketbaseClient, pocketbaseDriver } from '@portcullis/adapter-pocketbase';
import type { IdGenerator } from '@portcullis/domain';
import { createRecordStore, type Keyring, type RecordStore } from '@portcullis/record-store';
import type { RecordDriver } from '@portcullis/record-store/driver';

const ids = randomIds((bytes) => crypto.getRandomValues(bytes));

/** All stores over a driver, with the keys of a keyring or without any. */
export const storesOn = (
  driver: RecordDriver,
  keyring: Keyring | null = null,
  idGenerator: IdGenerator = ids,
  requireSealed = false,
): RecordStore => createRecordStore(driver, keyring, idGenerator, requireSealed);

/** All stores over a PocketBase. */
export const storesOver = (client: PocketbaseClient, keyring: Keyring | null = null, idGenerator?: IdGenerator) =>
  storesOn(pocketbaseDriver(client), keyring, idGenerator);
