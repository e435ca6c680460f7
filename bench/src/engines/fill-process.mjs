// One of the processes that fill a database. Profiles of a history have gone through the domain; all others are copies,
// each with an id, a reference, times, a chain and a data key of its own, sealed by the stores, and loaded as the
// engine takes most at a time. What is not as in production: the salt is the same in all copies, so that what is
// digested with it is, too, evidence that was decided upon has the times of the first, and the entries of a profile are
// written at once.
import { appendLeaves, chainEntries, entryLeaf, foldNodes, genesisHash } from '@portcullis/domain/ledger';
import { tileWidth } from '@portcullis/domain/ports';
import { entriesOf, tablesOfFill } from './fill-plan.mjs';
import { templatesOf } from './histories.mjs';
import { loaderOf } from './loaders.mjs';
import { done, driverOf, ids, keyringFrom, recordingStores, storesOver } from './stores.mjs';

const { database, history } = JSON.parse(process.env['BENCH_FILL']);
const { driver } = driverOf(database, { connections: 4 });
const keyring = keyringFrom(process.env['BENCH_KEY']);
const real = storesOver(driver, keyring);
const { stores, writesOf } = recordingStores(driver, keyring);
const load = loaderOf(database);
const templates = templatesOf(history);
const entriesPerProfile = entriesOf[history];

/** A copy of a profile and its entries, with a chain of its own. */
const copyAt = (template, reference, at) => {
  const id = ids.id();
  const drafts = template.entries.map(({ actor, ...entry }) => ({
    ...entry,
    actor: actor.type === 'flow' ? { ...actor, id } : actor,
    occurred_at: at,
  }));
  const entries = chainEntries({ profileId: id, seq: 0, hash: genesisHash }, drafts, at);
  const { decision, evidence, waitingSince = null } = template.profile;
  const times = { createdAt: at, updatedAt: at, ...(waitingSince !== null && { waitingSince: at }) };
  const own = { id, reference, ...times, ledgerHead: entries.at(-1).hash };
  // The digest of what was decided upon includes its times.
  const dated =
    decision === null ? { evidence: evidence.map((one) => ({ ...one, at })) } : { decision: { ...decision, at } };
  return { profile: { ...template.profile, ...own, ...dated }, entries };
};

/** The tiles of these leaves, which begin with a whole one; their roots are nodes of the tree. */
const storeTiles = async (leaves, firstTile) => {
  const roots = [];
  for (let at = 0; at < leaves.length; at += tileWidth) {
    const hashes = leaves.slice(at, at + tileWidth);
    const root = foldNodes(appendLeaves([], 0, hashes));
    await done(real.ledgerLog.addTile({ level: 0, position: firstTile + roots.length, hashes, root }));
    roots.push(root);
  }
  return roots;
};

const isEvent = ({ event = '' }) => event !== '';

/** Makes the profiles from one number up to another one, which is not among them, and loads their rows. */
const fill = async ({ folder, from, to, newestMs, stepMs }) => {
  const rows = Object.fromEntries(tablesOfFill.map((table) => [table, []]));
  const leaves = [];
  const made = [];
  let events = 0;
  for (let n = from; n < to; n += 1) {
    const at = new Date(newestMs - n * stepMs).toISOString();
    const { profile, entries } = copyAt(templates[n % templates.length], `filled-${n}`, at);
    const writes = await writesOf(stores.profiles.insert({ profile, entries }, null));
    let place = n * entriesPerProfile;
    const count = writes.filter(({ row, table }) => table === 'ledger' && isEvent(row)).length;
    let feedPlace = n * count;
    for (const { row, table } of writes) {
      if (table !== 'ledger') rows[table].push(row);
      else {
        place += 1;
        if (isEvent(row)) feedPlace += 1;
        rows.ledger.push({ ...row, place, feed_place: isEvent(row) ? feedPlace : 0 });
      }
    }
    leaves.push(...entries.map(({ hash }) => entryLeaf(hash)));
    made.push({ id: profile.id, reference: profile.reference, createdAt: profile.createdAt });
    events += count;
  }
  for (const table of tablesOfFill) await load(folder, table, rows[table]);
  const roots = await storeTiles(leaves, (from * entriesPerProfile) / tileWidth);
  const sample = made.filter((_, n) => n % 16 === 0);
  return { roots, events, sample };
};

process.on('message', async (order) => {
  try {
    process.send({ answer: await fill(order) });
  } catch (error) {
    process.send({ failed: error.stack });
  }
});
process.once('disconnect', () => process.exit());
