import { canonicalDigest, deterministicId } from '../kernel/hash.ts';
import type { ProfileId } from '../kernel/ids.ts';
import type { LedgerEntry } from './entry.ts';

/** `prev_hash` of the first entry. */
export const genesisHash = '0'.repeat(64);

/** An entry before it has its position in the chain. */
export type EntryDraft = Omit<LedgerEntry, 'id' | 'profile_id' | 'seq' | 'recorded_at' | 'prev_hash' | 'hash'>;

/** The end of a chain: the next entry has `seq + 1`, and its `prev_hash` is `hash`. */
export type ChainHead = { readonly profileId: ProfileId; readonly seq: number; readonly hash: string };

/** SHA-256 over the canonical JSON of every field of an entry, except its hash and the part that can be erased. */
export const entryHash = ({ hash: _, personal: __, ...hashed }: LedgerEntry): string => canonicalDigest(hashed);

/**
 * Chains drafts behind a head. The id follows from profile and seq, so that writing an entry twice cannot duplicate it.
 */
export const chainEntries = (
  head: ChainHead,
  drafts: readonly EntryDraft[],
  recordedAt: string,
): readonly LedgerEntry[] => {
  const entries: LedgerEntry[] = [];
  let { seq, hash } = head;
  for (const draft of drafts) {
    seq += 1;
    const unhashed: LedgerEntry = {
      ...draft,
      id: deterministicId(`${head.profileId}/${seq}`),
      profile_id: head.profileId,
      seq,
      recorded_at: recordedAt,
      prev_hash: hash,
      hash: '',
    };
    hash = entryHash(unhashed);
    entries.push({ ...unhashed, hash });
  }
  return entries;
};
