// Fills a PostgreSQL with profiles and their ledgers, by processes that make the rows and load them.

import { once } from 'node:events';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { postgresClient, postgresDriver } from '@portcullis/adapter-postgres';
import { appendLeaves, foldNodes } from '@portcullis/domain/ledger';
import { tileWidth } from '@portcullis/domain/ports';
import { startProcess } from '../processes.mjs';
import { withCleanup } from '../with-cleanup.mjs';
import { entriesPerProfile, fillPartner, profilesPerLoad, profilesPerTiles, tablesOfFill } from './fill-plan.mjs';
import { done, ids, keyringFrom, newProfile, storesOver } from './stores.mjs';

const script = fileURLToPath(new URL('./fill-process.mjs', import.meta.url));
const processes = 2;
const dayMs = 86_400_000;
const maintenanceMs = 3_600_000;

/** The settings of a server that is filled: it does not write down what it loads more often than it must. */
export const settingsForFill = {
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  maintenance_work_mem: '1GB',
  shared_buffers: '1GB',
};

const startFiller = (database, key) => {
  const env = { PATH: process.env['PATH'], BENCH_KEY: key, BENCH_DATABASE: database.url };
  const { child, stop } = startProcess('a process that fills', script, env, { ipc: true });
  const fill = async (order) => {
    child.send(order);
    const [{ answer, failed }] = await once(child, 'message');
    if (failed !== undefined) throw new Error(failed);
    return answer;
  };
  return { fill, stop };
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

/** Loads every part of the profiles, whichever process is free. The answers are in the order of the profiles. */
const loadAll = async (fillers, parts, onLoaded) => {
  const loaded = [];
  let next = 0;
  const work = async ({ fill }) => {
    while (next < parts.length) {
      const at = next;
      next += 1;
      loaded[at] = await fill(parts[at]);
      onLoaded(parts[at]);
    }
  };
  await Promise.all(fillers.map(work));
  return loaded;
};

/** The tiles above the first level, and the state of the log behind all of them. */
const storeLog = async ({ ledgerLog }, roots, size) => {
  for (let [level, below] = [1, roots]; below.length >= tileWidth; level += 1) {
    const above = [];
    for (let at = 0; at + tileWidth <= below.length; at += tileWidth) {
      const hashes = below.slice(at, at + tileWidth);
      const root = foldNodes(appendLeaves([], 0, hashes));
      await done(ledgerLog.addTile({ level, position: above.length, hashes, root }));
      above.push(root);
    }
    below = above;
  }
  const frontier = appendLeaves([], 0, roots);
  await done(ledgerLog.create({ logId: ids.id(), generation: 0, holder: '', heldUntil: '', size, frontier }));
};

/** Says that every event up to here has its number in the feed. */
const storeFeed = async (driver, { feedNumbers }, size, events) => {
  await done(feedNumbers.followed());
  await done(feedNumbers.moveOn(0, size));
  await done(feedNumbers.open(fillPartner));
  const heads = await done(driver.page('feed_heads', { limit: 10 }));
  const own = heads.find(({ partner_key: key }) => key !== '');
  await done(driver.updateIf({ table: 'feed_heads', id: own.id, expected: { place: 0 }, columns: { place: events } }));
};

const partsOf = (folder, size) => {
  const timing = { newestMs: Date.now() - 1000, stepMs: dayMs / 2 / size };
  return Array.from({ length: Math.ceil(size / profilesPerLoad) }, (_, n) => ({
    ...timing,
    ...{ folder, from: n * profilesPerLoad, to: Math.min(size, (n + 1) * profilesPerLoad) },
  }));
};

/** The size of a database that is asked for: its entries are in whole tiles. */
export const sizeOf = (asked) => Math.ceil(asked / profilesPerTiles) * profilesPerTiles;

/**
 * Fills an empty database with so many profiles of one partner, made within the last half day. Answers one of sixteen
 * of them, newest first, and how many entries and events there are.
 */
export const fillPostgres = (database, key, size, say) =>
  withCleanup(async (use) => {
    const client = postgresClient({ url: database.url });
    use({ stop: client.close });
    const driver = postgresDriver(client);
    const stores = storesOver(driver, keyringFrom(key));
    // As the first start of a service does: everything here is sealed. With the first profile the keys are made.
    await done(stores.keys.prepare);
    await done(stores.profiles.insert(newProfile('first', fillPartner), null));
    const folder = join(database.folder, 'load');
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    const indexes = await secondaryIndexes(client);
    for (const { name } of indexes) await maintain(client, `drop index "${name}"`);
    const fillers = Array.from({ length: processes }, () => use(startFiller(database, key)));
    let count = 0;
    const loaded = await loadAll(fillers, partsOf(folder, size), ({ from, to }) => {
      count += to - from;
      say(count);
    });
    for (const { definition } of indexes) await maintain(client, definition);
    for (const table of tablesOfFill) await maintain(client, `vacuum (analyze) "${table}"`);
    const events = loaded.reduce((sum, one) => sum + one.events, 0);
    const entries = size * entriesPerProfile;
    await storeLog(
      stores,
      loaded.flatMap(({ roots }) => roots),
      entries,
    );
    await storeFeed(driver, stores, entries, events);
    await maintain(client, 'checkpoint');
    const { rows } = await maintain(client, 'select pg_database_size(current_database())');
    return { sample: loaded.flatMap(({ sample }) => sample), entries, events, bytes: Number(rows[0][0]) };
  });
