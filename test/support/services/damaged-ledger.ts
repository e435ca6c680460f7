import { type LedgerReader, TE } from '@portcullis/domain';
import { damagedRecord } from '@portcullis/domain/kernel';
import type { EntryFinder } from '@portcullis/domain/ports';

/** A reader of ledgers in which an entry of one profile does not open. */
export const withDamagedEntry = (
  reader: LedgerReader & EntryFinder,
  damagedId: string,
): LedgerReader & EntryFinder => ({
  entries: (id, query) => (id === damagedId ? TE.left(damagedRecord('changed')) : reader.entries(id, query)),
  entriesAt: (positions) => reader.entriesAt(positions.filter(({ profileId }) => profileId !== damagedId)),
});
