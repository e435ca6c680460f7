import { E, type Eraser, type LedgerEntry, type ProfileId } from '@portcullis/domain';
import type { MemoryRecords } from './records.ts';

const belongsTo =
  (id: ProfileId) =>
  (attempt: string): boolean =>
    JSON.parse(attempt)[0] === id;

const hashedPart = ({ personal: _, ...entry }: LedgerEntry): LedgerEntry => entry;

/** Deletes from a table what belongs to a profile. */
const deleteWhere = <K, V>(table: Map<K, V>, matches: (value: V, key: K) => boolean): void => {
  for (const [key, value] of table) if (matches(value, key)) table.delete(key);
};

/** Erases from memory. Data that is no longer referenced is gone, so there is nothing to purge. */
export const memoryEraser = (records: MemoryRecords): Eraser => ({
  erase:
    ({ id }) =>
    async () => {
      deleteWhere(records.files, ({ profileId }) => profileId === id);
      for (const [key, row] of records.keys) if (row.profileId === id) records.keys.set(key, { ...row, answer: null });
      deleteWhere(records.sessions, (profileId) => profileId === id);
      for (const attempts of records.duplicates.seen.values()) deleteWhere(attempts, (_, key) => belongsTo(id)(key));
      const entries = records.entries.get(id);
      if (entries) records.entries.set(id, entries.map(hashedPart));
      return E.right(undefined);
    },
  purge: () => async () => E.right(undefined),
});
