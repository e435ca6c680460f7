import { sequentialIds } from '@portcullis/adapter-memory/testing';
import type { IdGenerator, LedgerEntry, Profile } from '@portcullis/domain';
import { dueAt, waitingSince } from '@portcullis/domain/profile';
import { LedgerEntryCodec } from '@portcullis/domain/serialization';
import type { RecordStore } from '@portcullis/record-store';
import type { Row, TableName } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import { type MemoryTables, memoryTables } from '#record-store/memory/tables';
import { resealProfile } from './reseal-profile.ts';
import { storesOn } from './stores-over.ts';

/** A database in memory, with the rows that a test counts. */
export const memoryRecords = () => {
  const tables = memoryTables();
  const rows = (table: TableName): ReadonlyMap<string, Row> => tables.rows.get(table) ?? new Map();
  return {
    tables,
    get profiles() {
      return rows('profiles');
    },
    get files() {
      return rows('files');
    },
    rows,
  };
};
export type MemoryRecords = ReturnType<typeof memoryRecords>;

/** All stores over records in memory, as a process of its own opens them. */
export const storesInMemory = (
  { tables }: { readonly tables: MemoryTables } = memoryRecords(),
  ids: IdGenerator = sequentialIds('stores'),
): RecordStore => storesOn(memoryDriver(tables), undefined, ids);

/** Puts a profile in the place of the stored one, past the rules of a change. */
export const replaceProfile = ({ tables }: MemoryRecords, profile: Profile): Promise<void> => {
  const { id, status, tenant, version } = profile;
  const waiting_since = waitingSince(profile) ?? '';
  const columns = { status, version, waiting_since, partner_key: tenant.partnerId, due_at: dueAt(profile) ?? '' };
  return resealProfile({ driver: memoryDriver(tables) }, id, () => ({ ...profile }), columns);
};

/** Changes the hashed parts of all entries, past the rules of a change. */
export const rewriteEntries = ({ tables }: MemoryRecords, rewrite: (entry: LedgerEntry) => LedgerEntry): void => {
  const ledger = tables.rows.get('ledger') ?? new Map<string, Row>();
  for (const [id, row] of ledger) {
    const { data } = row;
    if (LedgerEntryCodec.is(data)) ledger.set(id, { ...row, data: rewrite(data) });
  }
};
