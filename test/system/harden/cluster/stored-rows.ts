import { setTimeout as sleep } from 'node:timers/promises';
import { E, type LedgerEntry, verifyChain } from '@portcullis/domain';
import { decode, oneOf, statuses, t } from '@portcullis/domain/kernel';
import { foldStatus } from '@portcullis/domain/ledger';
import { LedgerEntryCodec } from '@portcullis/domain/serialization';
import type PocketBase from 'pocketbase';
import { readBody } from '../../../support/clients/api-client.ts';
import {
  type DataKey,
  decryptRowData,
  isEntryReadable,
  keyRowId,
  type TextKey,
  unwrapDataKey,
  unwrapTextKey,
} from './decrypt-rows.ts';

/** The rows are read as they are stored, without the adapter that wrote them. */
const Row = t.type({
  status: oneOf(statuses),
  version: t.number,
  ledgerHead: t.string,
  linkGeneration: t.number,
  metadata: t.record(t.string, t.string),
});
const Columns = t.type({ id: t.string, status: oneOf(statuses), version: t.number });
const Entry = t.type({ profile: t.string, seq: t.number, data: LedgerEntryCodec, personal: t.string });

type StoredProfile = t.TypeOf<typeof Row>;

const batchSize = 20;

const inBatches = async <A>(ids: readonly string[], read: (part: readonly string[]) => Promise<readonly A[]>) => {
  const all: A[] = [];
  for (let at = 0; at < ids.length; at += batchSize) all.push(...(await read(ids.slice(at, at + batchSize))));
  return all;
};

const anyOf = (column: string, ids: readonly string[]): string => ids.map((id) => `${column} = "${id}"`).join(' || ');

const decodeStored = (row: unknown, textKey: TextKey): StoredProfile | null => {
  const data = decode(Row, decryptRowData(row, textKey));
  return E.isRight(data) ? data.right : null;
};

const textKeyOf = async (admin: PocketBase): Promise<TextKey> => {
  const [row] = await admin.collection('service_keys').getFullList({ filter: 'name = "texts"' });
  return unwrapTextKey(row);
};

const readRows = async (
  admin: PocketBase,
  ids: readonly string[],
): Promise<readonly (readonly [string, StoredProfile])[]> => {
  const rows = await inBatches(ids, (part) =>
    admin.collection('profiles').getFullList({ filter: anyOf('id', part), expand: 'key' }),
  );
  const textKey = await textKeyOf(admin);
  return rows.flatMap((row) => {
    const data = decodeStored(row, textKey);
    return data === null ? [] : [[row.id, data] as const];
  });
};

/**
 * Answers the decrypted rows of these profiles; a row that cannot be decrypted, or is wrongly in plain text, is left
 * out.
 */
export const rowsOf = async (
  admin: PocketBase,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredProfile>> => {
  const rows = new Map(await readRows(admin, ids));
  // A row and its key are read one after the other: a row that was erased between them is read again.
  const missing = ids.filter((id) => !rows.has(id));
  return new Map([...rows, ...(await readRows(admin, missing))]);
};

/** Answers the data keys of these profiles. */
export const keysOf = async (admin: PocketBase, ids: readonly string[]): Promise<ReadonlyMap<string, DataKey>> => {
  const rows = await inBatches(ids.map(keyRowId), (part) =>
    admin.collection('data_keys').getFullList({ filter: anyOf('id', part) }),
  );
  return new Map(rows.map((row) => [String(row['profile']), unwrapDataKey(String(row['profile']), row)]));
};

/** Answers every entry of these profiles in order; an entry whose encrypted part cannot be decrypted is left out. */
export const entriesOf = async (
  admin: PocketBase,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly LedgerEntry[]>> => {
  // The keys are read before the entries: when a key is destroyed meanwhile, the entries that were read can still be
  // decrypted.
  const keys = await keysOf(admin, ids);
  const rows = await inBatches(ids, (part) =>
    admin.collection('ledger').getFullList({ filter: anyOf('profile', part), sort: 'profile,seq', batch: 1000 }),
  );
  const ledgers = new Map<string, LedgerEntry[]>();
  for (const row of rows) {
    const { data, personal, profile } = readBody(Entry, row);
    if (isEntryReadable(keys.get(profile), data, personal))
      ledgers.set(profile, [...(ledgers.get(profile) ?? []), data]);
  }
  return ledgers;
};

/** Says whether everything that is stored is consistent. */
export type ConsistencyReport = {
  readonly profiles: number;
  readonly entries: number;
  /** The number of chains that do not verify on their own. */
  readonly badChains: number;
  /** The number of rows whose status, version or head differs from that of their ledger. */
  readonly differing: number;
  /** The ids of the first few of both. */
  readonly examples: readonly string[];
};

type ProfileCheck = {
  readonly id: string;
  readonly version: number;
  readonly entries: number;
  readonly isBad: boolean;
  readonly isDiffering: boolean;
};

const checkProfile = (row: unknown, textKey: TextKey, ledger: readonly LedgerEntry[]): ProfileCheck => {
  const [columns, stored] = [readBody(Columns, row), decodeStored(row, textKey)];
  const isAlike =
    stored !== null &&
    verifyChain(columns.id, ledger, stored).ok &&
    foldStatus(ledger) === columns.status &&
    stored.version === columns.version &&
    stored.status === columns.status;
  const isBad = !verifyChain(columns.id, ledger).ok;
  return { id: columns.id, version: columns.version, entries: ledger.length, isBad, isDiffering: !isAlike };
};

const checkAll = async (admin: PocketBase, filter = ''): Promise<readonly ProfileCheck[]> => {
  const rows = await admin.collection('profiles').getFullList({ filter, expand: 'key', sort: 'id', batch: 200 });
  const ids = rows.map(({ id }) => id);
  const [ledgers, textKey] = [await entriesOf(admin, ids), await textKeyOf(admin)];
  return rows.map((row) => checkProfile(row, textKey, ledgers.get(row.id) ?? []));
};

const isInconsistent = ({ isBad, isDiffering }: ProfileCheck): boolean => isBad || isDiffering;

const hasMoved = (before: ProfileCheck, now: ProfileCheck): boolean =>
  before.version !== now.version || before.entries !== now.entries;

const maxRechecks = 10;
const recheckDelayMs = 300;

/**
 * Walks every ledger, and compares each row with its ledger. The two are read one after the other: where something was
 * written between, for example by an erasure in the background, they are read again. A new write may explain a
 * difference; without one a difference, or a missing profile, remains.
 */
export const checkConsistency = async (admin: PocketBase): Promise<ConsistencyReport> => {
  const all = await checkAll(admin);
  let inconsistent = all.filter(isInconsistent);
  for (let looks = 1; looks < maxRechecks && inconsistent.length > 0; looks += 1) {
    await sleep(recheckDelayMs);
    const still: ProfileCheck[] = [];
    for (const before of inconsistent) {
      const [now] = await checkAll(admin, `id = "${before.id}"`);
      if (now === undefined || isInconsistent(now) || !hasMoved(before, now)) still.push(before);
    }
    inconsistent = still;
  }
  return {
    profiles: all.length,
    entries: all.reduce((sum, { entries }) => sum + entries, 0),
    badChains: inconsistent.filter(({ isBad }) => isBad).length,
    differing: inconsistent.filter(({ isDiffering }) => isDiffering).length,
    examples: inconsistent.slice(0, 5).map(({ id }) => id),
  };
};

const Count = t.type({ totalItems: t.number });

export const processingIn = async (admin: PocketBase): Promise<number> =>
  readBody(Count, await admin.collection('profiles').getList(1, 1, { filter: 'status = "processing"', fields: 'id' }))
    .totalItems;
