// One of the processes that fill a PostgreSQL. A profile goes through the domain as one that a partner makes, a person
// consents to, and the partner notes events of; all others are its copies, each with an id, a reference, times, a chain
// and a data key of its own, sealed by the stores, and loaded by COPY. What is not as in production: the salt is the
// same in all of them, so that what is digested with it is, too, and the entries of a profile are written at once.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { postgresClient, postgresDriver } from '@portcullis/adapter-postgres';
import { appendLeaves, chainEntries, entryLeaf, foldNodes, genesisHash } from '@portcullis/domain/ledger';
import { tileWidth } from '@portcullis/domain/ports';
import { copyColumns, copyLine } from './copy-text.mjs';
import { entriesPerProfile, fillPartner, tablesOfFill } from './fill-plan.mjs';
import { changed, done, ids, keyringFrom, newProfile, note, recordingStores, storesOver } from './stores.mjs';

const client = postgresClient({ url: process.env['BENCH_DATABASE'], maxConnections: 4 });
const driver = postgresDriver(client);
const keyring = keyringFrom(process.env['BENCH_KEY']);
const real = storesOver(driver, keyring);
const { stores, writesOf } = recordingStores(driver, keyring);

const consent = { kind: 'consent', textVersion: '1', locale: 'en', granted: true };

/** What happens to a profile after it was opened, one action for each further entry. */
const actions = [
  { by: 'flow', action: { type: 'open_flow' } },
  { by: 'flow', action: { type: 'supply', evidence: [consent] } },
  ...Array.from({ length: entriesPerProfile - 3 }, (_, n) => ({ by: 'machine', action: note(n) })),
];

/** A profile at the end of its entries, and all of them. */
const lived = () => {
  const opened = newProfile('template', fillPartner);
  let { profile } = opened;
  const entries = [...opened.entries];
  for (const { action, by } of actions) {
    const change = changed(profile, action, undefined, by);
    profile = change.profile;
    entries.push(...change.entries);
  }
  if (entries.length !== entriesPerProfile) throw new Error(`a profile has ${entries.length} entries`);
  return { profile, entries };
};

const template = lived();

/** A copy of the profile and its entries, with a chain of its own. */
const copyAt = (reference, at) => {
  const id = ids.id();
  const drafts = template.entries.map(({ actor, ...entry }) => ({
    ...entry,
    ...{ actor: actor.type === 'flow' ? { ...actor, id } : actor, occurred_at: at },
  }));
  const entries = chainEntries({ profileId: id, seq: 0, hash: genesisHash }, drafts, at);
  const evidence = template.profile.evidence.map((one) => ({ ...one, at }));
  const own = { id, reference, evidence, createdAt: at, updatedAt: at, ledgerHead: entries.at(-1).hash };
  return { profile: { ...template.profile, ...own }, entries };
};

const maintenanceMs = 600_000;

/** Loads the lines of a table from a file, which the account of the server can read. */
const copyIn = async (folder, table, lines) => {
  const path = join(folder, `${table}-${process.pid}`);
  writeFileSync(path, lines.join(''), { mode: 0o644 });
  const columns = copyColumns(table).map((name) => `"${name}"`);
  const text = `copy "${table}" (${columns.join(', ')}) from '${path}'`;
  await client.write(({ run }) => run({ text, values: [] }), client.remaining({ deadlineMs: maintenanceMs }));
  rmSync(path);
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

/** Makes the profiles from one number up to another one, which is not among them, and loads their rows. */
const fill = async ({ folder, from, to, newestMs, stepMs }) => {
  const lines = Object.fromEntries(tablesOfFill.map((table) => [table, []]));
  const leaves = [];
  const made = [];
  let events = 0;
  for (let n = from; n < to; n += 1) {
    const at = new Date(newestMs - n * stepMs).toISOString();
    const { profile, entries } = copyAt(`filled-${n}`, at);
    const writes = await writesOf(stores.profiles.insert({ profile, entries }, null));
    let place = n * entriesPerProfile;
    const isEvent = ({ event = '' }) => event !== '';
    const count = writes.filter(({ row, table }) => table === 'ledger' && isEvent(row)).length;
    let feedPlace = n * count;
    for (const { row, table } of writes) {
      if (table !== 'ledger') lines[table].push(copyLine(table, row));
      else {
        place += 1;
        if (isEvent(row)) feedPlace += 1;
        lines.ledger.push(copyLine(table, { ...row, place, feed_place: isEvent(row) ? feedPlace : 0 }));
      }
    }
    leaves.push(...entries.map(({ hash }) => entryLeaf(hash)));
    made.push({ id: profile.id, reference: profile.reference, createdAt: profile.createdAt });
    events += count;
  }
  for (const table of tablesOfFill) await copyIn(folder, table, lines[table]);
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
