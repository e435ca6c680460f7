import { E, type ProfileId, type RecordIndex } from '@portcullis/domain';
import type { MemoryRecords } from '../records.ts';

const behind = (ids: Iterable<ProfileId>, after: ProfileId | null, limit: number): readonly ProfileId[] =>
  [...ids]
    .filter((id) => id > (after ?? ''))
    .toSorted()
    .slice(0, limit);

/** Pages through the ids of what a `memoryProfileStore` over the same records writes. */
export const memoryRecordIndex = (records: MemoryRecords): RecordIndex => ({
  profileIds: (after, limit) => async () => E.right(behind(records.profiles.keys(), after, limit)),
  chainIds: (after, limit) => async () => E.right(behind(records.entries.keys(), after, limit)),
});
