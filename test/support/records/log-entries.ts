import { createHash } from 'node:crypto';
import { deterministicId } from '@portcullis/domain/kernel';
import { emptyLogHash, nextLogHash, type PlacedEntry } from '@portcullis/events/ports';
import { maxWrites, type RecordDriver, type Row, type Write } from '@portcullis/record-store/driver';
import { anInsert, profileOf } from '#contracts/builders/driver-rows';
import type { MemoryTables } from '#record-store/memory/tables';
import { mustSucceed } from '../run.ts';

/** A hash for the entry with a number in the ledger of a profile. */
export const logHash = (profileId: string, seq: number): string =>
  createHash('sha256').update(`${profileId}/${seq}`).digest('hex');

/** The id of the row of an entry. */
export const ledgerRowOf = (profileId: string, seq: number): string => deterministicId(`ledger/${profileId}/${seq}`);

/** Inserts an entry that follows the one before it, as the profile store does. */
export const logEntryInsert = (profile: string, seq: number): Write =>
  anInsert('ledger', {
    id: ledgerRowOf(profile, seq),
    profile,
    seq,
    kind: 'verification_event',
    follows: seq === 1 ? '' : ledgerRowOf(profile, seq - 1),
    data: { profile_id: profile, seq, hash: logHash(profile, seq) },
  });

/** Writes entries to the ledgers of profiles: those from one number up to another one. */
export const writeEntries = async (
  driver: Pick<RecordDriver, 'transaction'>,
  profiles: number,
  last: number,
  first = 1,
): Promise<void> => {
  const writes = Array.from({ length: profiles }, (_, n) =>
    Array.from({ length: last - first + 1 }, (__, at) => logEntryInsert(profileOf(n + 1), first + at)),
  ).flat();
  for (let at = 0; at < writes.length; at += maxWrites)
    await mustSucceed(driver.transaction(writes.slice(at, at + maxWrites)));
};

/** Stores the same entries in memory, past the driver, whose checks take most of the time of large logs. */
export const fillEntries = ({ rows }: MemoryTables, profiles: number, last: number, first = 1): void => {
  const ledger = rows.get('ledger') ?? new Map<string, Row>();
  rows.set('ledger', ledger);
  for (let n = 1; n <= profiles; n += 1)
    for (let seq = first; seq <= last; seq += 1) {
      const profile = profileOf(n);
      const id = ledgerRowOf(profile, seq);
      ledger.set(id, {
        id,
        profile,
        seq,
        data: { profile_id: profile, seq, hash: logHash(profile, seq) },
        personal: '',
        place: 0,
        partner_key: '',
        event: '',
        feed_place: 0,
      });
    }
};

/** The hash over entries in their order, made of nothing else. */
export const hashOfEntries = (entries: readonly PlacedEntry[]): string =>
  entries.reduce((before, { hash }) => nextLogHash(before, hash ?? ''), emptyLogHash);
