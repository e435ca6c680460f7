import { E, type LedgerReader } from '@portcullis/domain';
import type { EntryFinder } from '@portcullis/domain/ports';
import type { MemoryRecords } from './records.ts';

/** Reads the ledger that a `memoryProfileStore` over the same records writes. */
export const memoryLedgerReader = (records: MemoryRecords): LedgerReader & EntryFinder => ({
  entries:
    (profileId, { kind, afterSeq, limit }) =>
    async () => {
      const all = records.entries.get(profileId) ?? [];
      const wanted = all.filter((entry) => entry.seq > afterSeq && (kind === undefined || entry.kind === kind));
      return E.right(wanted.slice(0, limit));
    },
  entriesAt: (positions) => async () =>
    E.right(
      positions.flatMap(({ profileId, seq }) =>
        (records.entries.get(profileId) ?? []).filter((entry) => entry.seq === seq),
      ),
    ),
});
