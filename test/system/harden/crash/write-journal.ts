import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '@portcullis/domain';
import type PocketBase from 'pocketbase';
import { readBody } from '../../../support/clients/api-client.ts';
import { bytesIn } from './decrypt-rows.ts';
import type { Site } from './environment.ts';
import { entriesOf, keysOf, rowsOf } from './stored-rows.ts';

/** What the service has acknowledged of one profile. */
type Acknowledged = {
  version: number;
  /** By place, the hash of each entry that was answered. */
  readonly entries: Map<number, string>;
  /** By id, the digest of the bytes that were sent. */
  readonly files: Map<string, string>;
  /** By key, the number that was put there. Only ever larger ones are. */
  readonly metadata: Map<string, number>;
  /** By type of entry, how many requests were made that each leave one, answered or not. */
  readonly asked: Map<string, number>;
  /** What must stand in the row: ids of what became evidence, and its kinds. */
  readonly evidence: Set<string>;
  /** Of the newest link that was handed out. */
  generation: number;
  /** Whether its erasure was asked for; what it held may then be gone, asked for and acknowledged or not. */
  mayBeErased: boolean;
  isErased: boolean;
};

/** Everything that was acknowledged: what was not answered with a 2xx has no place in it. */
export type Book = {
  readonly of: (profileId: string) => Acknowledged;
  /** Says that something is asked for that leaves one entry of this type, however often it is repeated. */
  readonly asksFor: (profileId: string, type: string) => void;
  /** What was acknowledged of these profiles until now, in a copy that does not grow. */
  readonly copyOf: (ids: readonly string[]) => ReadonlyMap<string, Acknowledged>;
  /** The profiles of which something was acknowledged since the last time. */
  readonly take: () => readonly string[];
  readonly profiles: () => readonly string[];
  readonly counts: () => { readonly profiles: number; readonly entries: number; readonly files: number };
};

const newPage = (): Acknowledged => ({
  version: 0,
  entries: new Map(),
  files: new Map(),
  metadata: new Map(),
  asked: new Map(),
  evidence: new Set(),
  generation: 0,
  mayBeErased: false,
  isErased: false,
});

export const newBook = (): Book => {
  const pages = new Map<string, Acknowledged>();
  let fresh = new Set<string>();
  const sum = (size: (page: Acknowledged) => number): number =>
    [...pages.values()].reduce((total, page) => total + size(page), 0);
  const of: Book['of'] = (profileId) => {
    fresh.add(profileId);
    const page = pages.get(profileId) ?? newPage();
    pages.set(profileId, page);
    return page;
  };
  return {
    of,
    asksFor: (profileId, type) => {
      const { asked } = of(profileId);
      asked.set(type, (asked.get(type) ?? 0) + 1);
    },
    copyOf: (ids) => new Map(ids.map((id) => [id, structuredClone(pages.get(id) ?? newPage())])),
    take: () => {
      const taken = [...fresh];
      fresh = new Set();
      return taken;
    },
    profiles: () => [...pages.keys()],
    counts: () => ({
      profiles: pages.size,
      entries: sum(({ entries }) => entries.size),
      files: sum(({ files }) => files.size),
    }),
  };
};

/** What lies on the disk of the database for a row. */
const bytesOnDisk = (dataDir: string): ((rowId: string, name: string) => Uint8Array | null) => {
  const storage = join(dataDir, 'storage');
  return (rowId, name) => {
    for (const collection of readdirSync(storage)) {
      try {
        return readFileSync(join(storage, collection, rowId, name));
      } catch {
        // Another collection's.
      }
    }
    return null;
  };
};

type Stored = {
  readonly version: number;
  readonly linkGeneration: number;
  readonly metadata: { readonly [key: string]: string };
};

/** What an erasure leaves alone, and what it writes. */
const lostOfAny = (id: string, acknowledged: Acknowledged, row: Stored, entries: ReadonlyMap<number, string>) => [
  ...(acknowledged.isErased && !JSON.stringify(row).includes('"redaction":{') ? [`the erasure of ${id}`] : []),
  ...(row.version >= acknowledged.version ? [] : [`version ${acknowledged.version} of ${id}: ${row.version}`]),
  ...(row.linkGeneration >= acknowledged.generation ? [] : [`link ${acknowledged.generation} of ${id}`]),
  ...[...acknowledged.entries].flatMap(([seq, hash]) => (entries.get(seq) === hash ? [] : [`entry ${seq} of ${id}`])),
];

/** What is gone once a profile is erased. */
const lostOfHeld = (id: string, acknowledged: Acknowledged, row: Stored, digests: ReadonlyMap<string, string>) => {
  const stored = JSON.stringify(row);
  return [
    ...[...acknowledged.metadata].flatMap(([key, value]) =>
      Number(row.metadata[key]) >= value ? [] : [`metadata ${key} of ${id}`],
    ),
    ...[...acknowledged.evidence].flatMap((one) => (stored.includes(one) ? [] : [`evidence ${one} of ${id}`])),
    ...[...acknowledged.files].flatMap(([file, sha256]) => {
      // The row names the digest of what was sent, and that of what was made of it: those bytes must be there, and open.
      const bytes = digests.get(file);
      return bytes !== undefined && stored.includes(bytes) && stored.includes(sha256) ? [] : [`file ${file} of ${id}`];
    }),
  ];
};

/** What was acknowledged of these profiles and is not there, each as a sentence. */
export const lostOf = async (site: Site, book: Book, ids: readonly string[]): Promise<readonly string[]> => {
  // Before anything is read: more is acknowledged meanwhile.
  const copies = book.copyOf(ids);
  const admin = await site.admin();
  const [rows, ledgers] = [await rowsOf(admin, ids), await entriesOf(admin, ids)];
  const keys = await keysOf(admin, ids);
  const onDisk = bytesOnDisk(site.dataDir);
  const digests = new Map<string, string>();
  for (const [id, acknowledged] of copies) {
    if (acknowledged.files.size === 0) continue;
    const found = await admin.collection('files').getFullList({ filter: `profile = "${id}"` });
    for (const row of found) {
      const stored = onDisk(row.id, String(row['content']));
      const bytes = stored && bytesIn(keys.get(id), id, row.id, stored);
      if (bytes !== null) digests.set(row.id, createHash('sha256').update(bytes).digest('hex'));
    }
  }
  return [...copies].flatMap(([id, acknowledged]) => {
    const row = rows.get(id);
    if (row === undefined) return [`profile ${id}`];
    const entries = new Map(ledgers.get(id)?.map(({ hash, seq }) => [seq, hash]));
    const lost = lostOfAny(id, acknowledged, row, entries);
    // Looked up once more: its erasure may have begun since.
    const isHeld = !acknowledged.mayBeErased && !book.of(id).mayBeErased;
    return isHeld ? [...lost, ...lostOfHeld(id, acknowledged, row, digests)] : lost;
  });
};

/** What a request leaves one entry of; a create that is carried out twice would use its own profile again. */
const leftByRequests = [
  'canceled',
  'consent.granted',
  'file.added',
  'flow.link_issued',
  'partner.noted',
  'profile.reused',
  'profile.updated',
];

const References = t.type({ id: t.string, reference_key: t.string });

/** Profiles beyond the first of one reference: no two creates name the same one. Erased ones name none. */
export const doubleCreates = async (admin: PocketBase): Promise<readonly string[]> => {
  const rows = await admin.collection('profiles').getFullList({ fields: 'id,reference_key', sort: 'id', batch: 1000 });
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const { id, reference_key: key } = readBody(References, row);
    if (key === '' || !seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [`profile ${id}, of a reference that has one`];
  });
};

/** Entries that stand in a ledger more often than they were asked for, repetitions aside, and profiles made twice. */
export const secondEffects = async (site: Site, book: Book): Promise<readonly string[]> => {
  const ids = book.profiles();
  const pages = book.copyOf(ids);
  const admin = await site.admin();
  const ledgers = await entriesOf(admin, ids);
  const found = [...(await doubleCreates(admin))];
  for (const [id, { asked }] of pages) {
    const types = ledgers.get(id)?.map(({ type }) => type) ?? [];
    for (const type of leftByRequests) {
      const [count, most] = [types.filter((each) => each === type).length, asked.get(type) ?? 0];
      if (count > most) found.push(`${type} of ${id}: ${count} of ${most}`);
    }
  }
  return found;
};
