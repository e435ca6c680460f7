// Fills a PostgreSQL with profiles and their ledgers.
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { postgresClient, postgresDriver } from '@portcullis/adapter-postgres';
import { withCleanup } from '../with-cleanup.mjs';
import { tablesOfFill } from './fill-plan.mjs';
import { fillStores } from './fill-stores.mjs';
import { keyringFrom, storesOver } from './stores.mjs';

const maintenanceMs = 3_600_000;

/** The settings of a server that is filled: it does not write down what it loads more often than it must. */
export const settingsForFill = {
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  maintenance_work_mem: '1GB',
  shared_buffers: '1GB',
};

const maintain = (client, text) =>
  client.write(({ run }) => run({ text, values: [] }), client.remaining({ deadlineMs: maintenanceMs }));

/** The indexes besides those of the primary keys: they are made at the end, which is cheaper than to keep them. */
const secondaryIndexes = async (client) => {
  const tables = tablesOfFill.map((table) => `'${table}'`).join();
  const { rows } = await maintain(
    client,
    `select indexname, indexdef from pg_indexes where tablename in (${tables}) and indexname not like '%_pkey'`,
  );
  return rows.map(([name, definition]) => ({ name, definition }));
};

/**
 * Fills an empty database with so many profiles of one partner, as `fillStores` says, and answers what that does, and
 * how many bytes the database has.
 */
export const fillPostgres = (database, key, size, say, history = 'noted') =>
  withCleanup(async (use) => {
    const client = postgresClient({ url: database.url });
    use({ stop: client.close });
    const driver = postgresDriver(client);
    const folder = join(database.folder, 'load');
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    let indexes = [];
    const around = {
      before: async () => {
        indexes = await secondaryIndexes(client);
        for (const { name } of indexes) await maintain(client, `drop index "${name}"`);
      },
      after: async () => {
        for (const { definition } of indexes) await maintain(client, definition);
        for (const table of tablesOfFill) await maintain(client, `vacuum (analyze) "${table}"`);
      },
    };
    const stores = storesOver(driver, keyringFrom(key));
    const filled = await fillStores(
      use,
      {
        database,
        driver,
        folder,
        history,
        key,
        say,
        stores,
      },
      size,
      around,
    );
    await maintain(client, 'checkpoint');
    const { rows } = await maintain(client, 'select pg_database_size(current_database())');
    return { ...filled, bytes: Number(rows[0][0]) };
  });
