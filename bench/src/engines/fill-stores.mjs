// Fills an empty database with profiles and their ledgers, by processes that make the rows and load them.
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { appendLeaves, foldNodes } from '@portcullis/domain/ledger';
import { tileWidth } from '@portcullis/domain/ports';
import { startProcess } from '../processes.mjs';
import { entriesOf, fillPartner, profilesPerLoad } from './fill-plan.mjs';
import { done, ids, newProfile } from './stores.mjs';

const script = fileURLToPath(new URL('./fill-process.mjs', import.meta.url));
const processes = 2;
const dayMs = 86_400_000;

const startFiller = (fill, key) => {
  const env = { PATH: process.env['PATH'], BENCH_KEY: key, BENCH_FILL: JSON.stringify(fill) };
  const { child, stop } = startProcess('a process that fills', script, env, { ipc: true });
  const order = async (part) => {
    child.send(part);
    const [{ answer, failed }] = await once(child, 'message');
    if (failed !== undefined) throw new Error(failed);
    return answer;
  };
  return { fill: order, stop };
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
  for (let level = 1, below = roots; below.length >= tileWidth; level += 1) {
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
  await done(
    ledgerLog.create({
      logId: ids.id(),
      generation: 0,
      holder: '',
      heldUntil: '',
      size,
      frontier,
    }),
  );
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
    folder,
    from: n * profilesPerLoad,
    to: Math.min(size, (n + 1) * profilesPerLoad),
  }));
};

/** What the first start of a service does: everything here is sealed. With the first profile the keys are made. */
const beginAsService = async (stores) => {
  await done(stores.installation.look);
  await done(stores.keys.prepare);
  await done(stores.profiles.insert(newProfile('first', fillPartner), null));
};

/**
 * Fills a database with so many profiles of a history (`noted`, `decided`, `reviewed`), made within the last half day.
 * Processes put files into `folder`. Answers one of sixteen profiles, newest first, and how many entries and events
 * there are.
 * `around.before` is called when the first rows of a service are there, and `around.after` when all profiles are.
 */
export const fillStores = async (use, filled, size, { before = async () => {}, after = async () => {} }) => {
  const { database, driver, folder = null, history, key, say, stores } = filled;
  await beginAsService(stores);
  await before();
  const { engine, url } = database;
  const fillers = Array.from({ length: processes }, () =>
    use(startFiller({ database: { engine, url }, history }, key)),
  );
  let count = 0;
  const loaded = await loadAll(fillers, partsOf(folder, size), ({ from, to }) => {
    count += to - from;
    say(count);
  });
  await after();
  const events = loaded.reduce((sum, one) => sum + one.events, 0);
  const entries = size * entriesOf[history];
  await storeLog(
    stores,
    loaded.flatMap(({ roots }) => roots),
    entries,
  );
  await storeFeed(driver, stores, entries, events);
  return { sample: loaded.flatMap(({ sample }) => sample), entries, events };
};
