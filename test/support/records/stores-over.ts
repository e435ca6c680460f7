import { randomIds } from '@portcullis/adapter-memory';
import { pocketbaseDriver } from '@portcullis/adapter-pocketbase';
import type { IdGenerator } from '@portcullis/domain';
import { createRecordStore, type Keyring, type RecordStore } from '@portcullis/record-store';
import type { RecordDriver } from '@portcullis/record-store/driver';
import type { PocketbaseClient } from '#adapters/pocketbase/client/client';
import { aKeyring } from '../builders/keyrings.ts';

const ids = randomIds((bytes) => crypto.getRandomValues(bytes));

/** All stores over a driver. */
export const storesOn = (
  driver: RecordDriver,
  keyring: Keyring = aKeyring(),
  idGenerator: IdGenerator = ids,
): RecordStore => createRecordStore(driver, keyring, idGenerator);

/** All stores over a PocketBase. */
export const storesOver = (client: PocketbaseClient, keyring?: Keyring, idGenerator?: IdGenerator) =>
  storesOn(pocketbaseDriver(client), keyring, idGenerator);
