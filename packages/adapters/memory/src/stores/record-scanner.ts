import { E, type ProfileId, type RecordScanner } from '@portcullis/domain';
import type { MemoryRecords } from './records.ts';

const idsAfter = (ids: Iterable<ProfileId>, after: ProfileId | null, limit: number): readonly ProfileId[] =>
  [...ids]
    .filter((id) => id > (after ?? ''))
    .toSorted()
    .slice(0, limit);

/** Pages through the ids of what a `memoryProfileStore` over the same records writes. */
export const memoryRecordScanner = (records: MemoryRecords): RecordScanner => ({
  profileIds: (after, limit) => async () => E.right(idsAfter(records.profiles.keys(), after, limit)),
  chainIds: (after, limit) => async () => E.right(idsAfter(records.entries.keys(), after, limit)),
});
