import type { IdGenerator, TaskEither, Unavailable } from '@portcullis/domain';
import type { TimeReading } from '@portcullis/domain/ports';
import { createRecordStore, filesInObjects, type Keyring } from '@portcullis/record-store';
import type { ObjectStore, WaitOptions } from '@portcullis/record-store/driver';
import { type PostgresClient, postgresClient } from './connection/client.ts';
import type { PostgresOptions } from './connection/options.ts';
import { statement } from './connection/statement.ts';
import { postgresDriver } from './driver/record-driver.ts';
import { checkRights, checkSchema, waitForDatabase } from './schema/check-schema.ts';
import { migrate } from './schema/migrate.ts';

export type PostgresRecordStoreOptions = PostgresOptions & {
  /** The keys that encrypt personal data: without them an erasure would leave it in the logs of the database. */
  readonly keyring: Keyring;
  readonly ids: IdGenerator;
  /** The installation that the database must be of; `null`: the one that is seen first. */
  readonly installation?: string | null;
  /** Where the bytes of new files are kept; `null`: in the database. */
  readonly objects?: ObjectStore | null;
};

/** The name of this engine among those that the record store has, as metrics have it. */
const postgres: 'pocketbase' | 'postgres' = 'postgres';

const timeText = 'select (extract(epoch from clock_timestamp()) * 1000)::bigint';

const timeAt = (client: PostgresClient): TaskEither<Unavailable, TimeReading> =>
  client.read(async (session) => {
    const sentAt = performance.now();
    const { rows } = await session.run(statement(timeText));
    return { time: Number(rows[0]?.[0]), sentAt, receivedAt: performance.now() };
  });

/**
 * Opens a record database in PostgreSQL: all stores, its schema, its keys and their rotation. Opening it sends nothing,
 * and the stores share one pool of connections.
 */
export const openPostgresStore = (options: PostgresRecordStoreOptions) => {
  const { keyring, ids, installation = null, objects = null } = options;
  const client = postgresClient(options);
  return {
    ...createRecordStore(filesInObjects(postgresDriver(client), objects), keyring, ids, installation, objects),
    engine: postgres,
    /** How many connections to the database were begun so far. */
    connections: client.connections,
    /** Asks what time it is at the database. */
    time: timeAt(client),
    schema: {
      /** Waits until the database answers, and says what its schema lacks. */
      check: (wait: WaitOptions = {}) => checkSchema(client, wait),
      wait: (wait: WaitOptions = {}) => waitForDatabase(client, wait),
      /** Says what the account may do beyond what a service needs. */
      warnings: checkRights(client),
      /** Makes the schema of this version where there is none, and answers whether it did. */
      migrate: migrate(client),
    },
    /** Ends all connections. */
    close: client.close,
  };
};

export type PostgresRecordStore = ReturnType<typeof openPostgresStore>;
