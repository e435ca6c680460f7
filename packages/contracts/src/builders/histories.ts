import type { LedgerEntry, ProfileStore, Tenant } from '@portcullis/domain';
import { resultOf } from '../shared/runner.ts';
import { acme, anEntry, aProfile, fakeHash } from './profiles.ts';

/** The id of the profile with a number. */
export const profileNo = (n: number): string => `profile${String(n).padStart(8, '0')}`;

/** The hash of an entry with a number in the history of a profile. */
export const hashNo = (n: number, seq: number): string => fakeHash(1000 * n + seq);

/** An entry that is an event of a profile; `over` says what differs. */
export const anEventEntry = (n: number, seq: number, over: Partial<LedgerEntry> = {}): LedgerEntry =>
  anEntry({
    profile_id: profileNo(n),
    seq,
    kind: 'status_change',
    type: 'submitted',
    to: 'processing',
    hash: hashNo(n, seq),
    ...over,
  });

/** An entry that is no event. */
export const aPlainEntry = (n: number, seq: number): LedgerEntry =>
  anEntry({ profile_id: profileNo(n), seq, hash: hashNo(n, seq) });

/** How many entries are written in one step. */
const maxEntries = 40;

/** Writes consecutive entries of a profile with a number, which is new where they begin with 1. */
export const writeHistory = async (
  profiles: ProfileStore,
  n: number,
  entries: readonly LedgerEntry[],
  tenant: Tenant = acme,
): Promise<void> => {
  for (let at = 0; at < entries.length; at += maxEntries) {
    const written = entries.slice(at, at + maxEntries);
    const version = written.at(-1)?.seq ?? 0;
    const ledgerHead = hashNo(n, version);
    const profile = aProfile({ id: profileNo(n), tenant, reference: `customer-${n}`, version, ledgerHead });
    const change = { profile, entries: written };
    await resultOf(written[0]?.seq === 1 ? profiles.insert(change, null) : profiles.commit(change));
  }
};

/** The entries of a profile with these numbers; the odd ones are events. */
export const historyOf = (n: number, first: number, last: number): readonly LedgerEntry[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at).map((seq) =>
    seq % 2 === 1 ? anEventEntry(n, seq) : aPlainEntry(n, seq),
  );
