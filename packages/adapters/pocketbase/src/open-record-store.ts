import type { IdGenerator } from '@portcullis/domain';
import { createRecordStore, filesInObjects, type Keyring } from '@portcullis/record-store';
import type { ObjectStore, WaitOptions } from '@portcullis/record-store/driver';
import { type PocketbaseOptions, pocketbaseClient } from './client/client.ts';
import { pocketbaseDriver } from './driver/record-driver.ts';
import { checkLimits, checkSchema } from './schema/check-schema.ts';
import { waitForDatabase } from './schema/wait-for-database.ts';

export type RecordStoreOptions = PocketbaseOptions & {
  /** The keys that encrypt personal data; `null` when nothing is encrypted. */
  readonly keyring: Keyring;
  readonly ids: IdGenerator;
  /** The installation that the database must be of; `null`: the one that is seen first. */
  readonly installation?: string | null;
  /** Where the bytes of new files are kept; `null`: in the database. */
  readonly objects?: ObjectStore | null;
};

/** The name of this engine among those that the record store has, as metrics have it. */
const pocketbase: 'pocketbase' | 'postgres' = 'pocketbase';

/**
 * Opens the record database: all stores, its schema, its keys and their rotation. Opening it sends nothing, and the
 * stores share one client with one login.
 */
export const openRecordStore = (options: RecordStoreOptions) => {
  const { keyring, ids, installation = null, objects = null } = options;
  const client = pocketbaseClient(options);
  return {
    ...createRecordStore(filesInObjects(pocketbaseDriver(client), objects), keyring, ids, installation, objects),
    engine: pocketbase,
    /** How many connections to the database were begun so far. */
    connections: client.connections,
    /** Asks what time it is at the database. It needs no account. */
    time: client.time,
    schema: {
      /** Waits until the database is healthy, and says what its schema and settings lack. */
      check: (wait: WaitOptions = {}) => checkSchema(client, wait),
      wait: (wait: WaitOptions = {}) => waitForDatabase(client, wait),
      /** What an operator should look at, and what keeps nothing from working. */
      warnings: checkLimits(client),
    },
  };
};

export type PocketbaseRecordStore = ReturnType<typeof openRecordStore>;
