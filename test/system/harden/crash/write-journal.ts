import { createHash } from 'node:crypto';
import { t } from '@portcullis/domain/kernel';
import { readBody } from '../../../support/clients/api-client.ts';
import type { StoredTables } from '../../../support/servers/stored-tables.ts';
import { decryptFile } from '../cluster/decrypt-rows.ts';
import type { ClusterEnvironment } from '../cluster/environment.ts';
import { entriesOf, keysOf, rowsOf } from '../cluster/stored-rows.ts';

/** What the service has acknowledged for one profile. */
type AcknowledgedWrites = {
  version: number;
  /** The hash of each acknowledged entry, by its sequence number. */
  readonly entries: Map<number, string>;
  /** The digest of the bytes that were sent, by file id. */
  readonly files: Map<string, string>;
  /** The last acknowledged number, by metadata key. The numbers only grow. */
  readonly metadata: Map<string, number>;
  /** The number of requests that each leave one entry, answered or not, by entry type. */
  readonly asked: Map<string, number>;
  /** What the row must contain: the ids and the kinds of acknowledged evidence. */
  readonly evidence: Set<string>;
  /** The generation of the newest link that was issued. */
  generation: number;
  /** Whether the erasure was requested; its data may then be gone, whether the erasure was acknowledged or not. */
  mayBeErased: boolean;
  isErased: boolean;
};

/** Records everything that was acknowledged: only 2xx responses count. */
export type WriteJournal = {
  readonly of: (profileId: string) => AcknowledgedWrites;
  /** Records a request that leaves one entry of this type, however often it is repeated. */
  readonly recordRequest: (profileId: string, type: string) => void;
  /** Answers a copy of what was acknowledged for these profiles until now; the copy does not grow. */
  readonly copyOf: (ids: readonly string[]) => ReadonlyMap<string, AcknowledgedWrites>;
  /** Answers the profiles with new acknowledgements since the last call. */
  readonly takeChanged: () => readonly string[];
  readonly profiles: () => readonly string[];
  readonly counts: () => { readonly profiles: number; readonly entries: number; readonly files: number };
};

const noWrites = (): AcknowledgedWrites => ({
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

export const newWriteJournal = (): WriteJournal => {
  const pages = new Map<string, AcknowledgedWrites>();
  let fresh = new Set<string>();
  const sum = (size: (page: AcknowledgedWrites) => number): number =>
    [...pages.values()].reduce((total, page) => total + size(page), 0);
  const of: WriteJournal['of'] = (profileId) => {
    fresh.add(profileId);
    const page = pages.get(profileId) ?? noWrites();
    pages.set(profileId, page);
    return page;
  };
  return {
    of,
    recordRequest: (profileId, type) => {
      const { asked } = of(profileId);
      asked.set(type, (asked.get(type) ?? 0) + 1);
    },
    copyOf: (ids) => new Map(ids.map((id) => [id, structuredClone(pages.get(id) ?? noWrites())])),
    takeChanged: () => {
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

type StoredProfile = {
  readonly version: number;
  readonly linkGeneration: number;
  readonly metadata: { readonly [key: string]: string };
};

/** Answers the lost writes among those that an erasure keeps or makes. */
const lostPermanentWrites = (
  id: string,
  acknowledged: AcknowledgedWrites,
  row: StoredProfile,
  entries: ReadonlyMap<number, string>,
) => [
  ...(acknowledged.isErased && !JSON.stringify(row).includes('"redaction":{') ? [`the erasure of ${id}`] : []),
  ...(row.version >= acknowledged.version ? [] : [`version ${acknowledged.version} of ${id}: ${row.version}`]),
  ...(row.linkGeneration >= acknowledged.generation ? [] : [`link ${acknowledged.generation} of ${id}`]),
  ...[...acknowledged.entries].flatMap(([seq, hash]) => (entries.get(seq) === hash ? [] : [`entry ${seq} of ${id}`])),
];

/** Answers the lost writes among those that an erasure removes. */
const lostErasableWrites = (
  id: string,
  acknowledged: AcknowledgedWrites,
  row: StoredProfile,
  digests: ReadonlyMap<string, string>,
) => {
  const stored = JSON.stringify(row);
  return [
    ...[...acknowledged.metadata].flatMap(([key, value]) =>
      Number(row.metadata[key]) >= value ? [] : [`metadata ${key} of ${id}`],
    ),
    ...[...acknowledged.evidence].flatMap((one) => (stored.includes(one) ? [] : [`evidence ${one} of ${id}`])),
    ...[...acknowledged.files].flatMap(([file, sha256]) => {
      // The row names the digest of what was sent and that of what was stored: the stored bytes must be there, and
      // decrypt.
      const bytes = digests.get(file);
      return bytes !== undefined && stored.includes(bytes) && stored.includes(sha256) ? [] : [`file ${file} of ${id}`];
    }),
  ];
};

/** Answers the acknowledged writes of these profiles that are missing, each as a sentence. */
export const lostWrites = async (
  cluster: ClusterEnvironment,
  journal: WriteJournal,
  ids: readonly string[],
): Promise<readonly string[]> => {
  // The copy is taken before anything is read, because more is acknowledged meanwhile.
  const copies = journal.copyOf(ids);
  const tables = await cluster.tables();
  const rows = await rowsOf(tables, ids);
  const ledgers = await entriesOf(tables, ids);
  const keys = await keysOf(tables, ids);
  const digests = new Map<string, string>();
  for (const [id, acknowledged] of copies) {
    if (acknowledged.files.size === 0) continue;
    for (const row of await tables.rows('files', { column: 'profile', values: [id] })) {
      const stored = await tables.bytesOf(row);
      const bytes = stored && decryptFile(keys.get(id), id, row.id, stored);
      if (bytes !== null) digests.set(row.id, createHash('sha256').update(bytes).digest('hex'));
    }
  }
  return [...copies].flatMap(([id, acknowledged]) => {
    const row = rows.get(id);
    if (row === undefined) return [`profile ${id}`];
    const entries = new Map(ledgers.get(id)?.map(({ hash, seq }) => [seq, hash]));
    const lost = lostPermanentWrites(id, acknowledged, row, entries);
    // This is looked up again, because the erasure may have begun since.
    const isHeld = !acknowledged.mayBeErased && !journal.of(id).mayBeErased;
    return isHeld ? [...lost, ...lostErasableWrites(id, acknowledged, row, digests)] : lost;
  });
};

/** The entry types of which a request leaves exactly one; a create that ran twice would reuse its own profile. */
const entryTypesOfRequests = [
  'canceled',
  'consent.granted',
  'file.added',
  'flow.link_issued',
  'partner.noted',
  'profile.reused',
  'profile.updated',
];

const References = t.type({ id: t.string, reference_key: t.string });

/**
 * Answers profiles beyond the first of one reference: no two creates use the same reference. Erased profiles have none.
 */
export const duplicateCreates = async (tables: StoredTables): Promise<readonly string[]> => {
  const rows = await tables.rows('profiles');
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

/**
 * Answers entries that occur in a ledger more often than they were requested, not counting retries, and profiles that
 * were created twice.
 */
export const secondEffects = async (cluster: ClusterEnvironment, journal: WriteJournal): Promise<readonly string[]> => {
  const ids = journal.profiles();
  const pages = journal.copyOf(ids);
  const tables = await cluster.tables();
  const ledgers = await entriesOf(tables, ids);
  const found = [...(await duplicateCreates(tables))];
  for (const [id, { asked }] of pages) {
    const types = ledgers.get(id)?.map(({ type }) => type) ?? [];
    for (const type of entryTypesOfRequests) {
      const count = types.filter((each) => each === type).length;
      const most = asked.get(type) ?? 0;
      if (count > most) found.push(`${type} of ${id}: ${count} of ${most}`);
    }
  }
  return found;
};
