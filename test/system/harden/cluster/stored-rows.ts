import { setTimeout as sleep } from 'node:timers/promises';
import { E, type LedgerEntry, verifyChain } from '@portcullis/domain';
import { decode, oneOf, statuses, t } from '@portcullis/domain/kernel';
import { LedgerEntryCodec } from '@portcullis/domain/serialization';
import { foldStatus } from '#domain/ledger/verify-chain';
import { readBody } from '../../../support/clients/api-client.ts';
import { countOf, type StoredRow, type StoredTables } from '../../../support/servers/stored-tables.ts';
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

/** A row of `profiles` with that of its key, and the key of what is left of erased profiles. */
type ReadProfile = { readonly row: StoredRow; readonly keyRow: unknown; readonly textKey: TextKey };

const decodeStored = ({ keyRow, row, textKey }: ReadProfile): StoredProfile | null => {
  const data = decode(Row, decryptRowData(row, keyRow, textKey));
  return E.isRight(data) ? data.right : null;
};

const textKeyOf = async (tables: StoredTables): Promise<TextKey> => {
  const [row] = await tables.rows('service_keys', { column: 'name', values: ['texts'] });
  return unwrapTextKey(row);
};

const keyRowsOf = (tables: StoredTables, ids: readonly string[]): Promise<readonly StoredRow[]> =>
  tables.rows('data_keys', { column: 'id', values: ids.map(keyRowId) });

/** The profiles with these ids, or all of them. */
const readProfiles = async (tables: StoredTables, ids?: readonly string[]): Promise<readonly ReadProfile[]> => {
  const rows = await tables.rows('profiles', ids && { column: 'id', values: ids });
  const found = await keyRowsOf(
    tables,
    rows.map(({ id }) => id),
  );
  const keyRows = new Map(found.map((row) => [String(row['profile']), row]));
  const textKey = await textKeyOf(tables);
  return rows.map((row) => ({ row, keyRow: keyRows.get(row.id), textKey }));
};

const readRows = async (
  tables: StoredTables,
  ids: readonly string[],
): Promise<readonly (readonly [string, StoredProfile])[]> =>
  (await readProfiles(tables, ids)).flatMap((profile) => {
    const data = decodeStored(profile);
    return data === null ? [] : [[profile.row.id, data] as const];
  });

/**
 * Answers the decrypted rows of these profiles; a row that cannot be decrypted, or is wrongly in plain text, is left
 * out.
 */
export const rowsOf = async (
  tables: StoredTables,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredProfile>> => {
  const rows = new Map(await readRows(tables, ids));
  // A row and its key are read one after the other: a row that was erased between them is read again.
  const missing = ids.filter((id) => !rows.has(id));
  return new Map([...rows, ...(await readRows(tables, missing))]);
};

/** Answers the data keys of these profiles. */
export const keysOf = async (tables: StoredTables, ids: readonly string[]): Promise<ReadonlyMap<string, DataKey>> => {
  const rows = await keyRowsOf(tables, ids);
  return new Map(rows.map((row) => [String(row['profile']), unwrapDataKey(String(row['profile']), row)]));
};

/** Answers every entry of these profiles in order; an entry whose encrypted part cannot be decrypted is left out. */
export const entriesOf = async (
  tables: StoredTables,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly LedgerEntry[]>> => {
  // The keys are read before the entries: when a key is destroyed meanwhile, the entries that were read can still be
  // decrypted.
  const keys = await keysOf(tables, ids);
  const rows = (await tables.rows('ledger', { column: 'profile', values: ids })).toSorted(
    (a, b) => Number(a['seq']) - Number(b['seq']),
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

const checkProfile = (profile: ReadProfile, ledger: readonly LedgerEntry[]): ProfileCheck => {
  const columns = readBody(Columns, profile.row);
  const stored = decodeStored(profile);
  const isAlike =
    stored !== null &&
    verifyChain(columns.id, ledger, stored).ok &&
    foldStatus(ledger) === columns.status &&
    stored.version === columns.version &&
    stored.status === columns.status;
  const isBad = !verifyChain(columns.id, ledger).ok;
  return { id: columns.id, version: columns.version, entries: ledger.length, isBad, isDiffering: !isAlike };
};

const checkAll = async (tables: StoredTables, ids?: readonly string[]): Promise<readonly ProfileCheck[]> => {
  const profiles = await readProfiles(tables, ids);
  const ledgers = await entriesOf(
    tables,
    profiles.map(({ row }) => row.id),
  );
  return profiles.map((profile) => checkProfile(profile, ledgers.get(profile.row.id) ?? []));
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
export const checkConsistency = async (tables: StoredTables): Promise<ConsistencyReport> => {
  const all = await checkAll(tables);
  let inconsistent = all.filter(isInconsistent);
  for (let looks = 1; looks < maxRechecks && inconsistent.length > 0; looks += 1) {
    await sleep(recheckDelayMs);
    const still: ProfileCheck[] = [];
    for (const before of inconsistent) {
      const [now] = await checkAll(tables, [before.id]);
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

export const processingIn = (tables: StoredTables): Promise<number> =>
  countOf(tables, "SELECT COUNT(*) FROM profiles WHERE status = 'processing'");
