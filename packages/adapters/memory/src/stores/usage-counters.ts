import { E } from '@portcullis/domain';
import type { ProfileChange, UsageCounters } from '@portcullis/domain/ports';
import type { MemoryRecords } from './records.ts';

type Usage = Pick<MemoryRecords, 'usage'>;

const keyOf = (partnerId: string, name: string, day: string): string => JSON.stringify([partnerId, name, day]);

const add = ({ usage }: Usage, key: string, amount: number): number => {
  const sum = (usage.get(key) ?? 0) + amount;
  usage.set(key, sum);
  return sum;
};

/** Counts by how much the files of a partner take more bytes. */
export const addStoredBytes = (records: Usage, { bytes = 0, profile }: ProfileChange): void => {
  if (bytes !== 0) add(records, keyOf(profile.tenant.partnerId, 'stored_bytes', ''), bytes);
};

/** Counts what tenants use, over the records in which the profile store counts bytes. */
export const memoryUsageCounters = (records: Usage): UsageCounters => ({
  addCalls:
    ({ day, partnerId, provider }, calls) =>
    async () =>
      E.right(add(records, keyOf(partnerId, provider, day), calls)),
  storedBytes: (after, limit) => async () => {
    const all = [...records.usage].flatMap(([key, bytes]) => {
      const [partnerId, name]: readonly string[] = JSON.parse(key);
      return name === 'stored_bytes' && partnerId !== undefined && (after === null || partnerId > after)
        ? [{ partnerId, bytes }]
        : [];
    });
    return E.right(all.toSorted((a, b) => (a.partnerId < b.partnerId ? -1 : 1)).slice(0, limit));
  },
  prune: (day, limit) => async () => {
    const old = [...records.usage.keys()].filter((key) => JSON.parse(key)[2] !== '' && JSON.parse(key)[2] < day);
    for (const key of old.slice(0, limit)) records.usage.delete(key);
    return E.right(Math.min(old.length, limit));
  },
});
