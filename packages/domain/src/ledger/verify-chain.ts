import type { ProfileId } from '../ids.ts';
import type { Status } from '../profile/profile.ts';
import { entryHash, noHash } from './chain.ts';
import { saltedDigest } from './digest.ts';
import type { LedgerEntry } from './entry.ts';

/** What is wrong at `seq`: the place where an entry is missing, or the first one that does not fit. */
export type ChainFault = {
  readonly seq: number;
  readonly fault: 'missing' | 'foreign' | 'out_of_order' | 'broken_link' | 'changed' | 'status_jump';
};

export type ChainVerdict =
  | { readonly ok: true; readonly seq: number; readonly hash: string; readonly status: Status | null }
  | ({ readonly ok: false } & ChainFault);

type Walk = { readonly seq: number; readonly hash: string; readonly status: Status | null };

/** Whether what can be erased is what was hashed as a digest. Erased, or without the salt, nothing can be said of it. */
const isAsWritten = ({ personal, personal_digest: digest }: LedgerEntry, salt: string | null): boolean =>
  personal === undefined || (digest !== undefined && (salt === null || saltedDigest(salt, personal) === digest));

const faultOf = (
  entry: LedgerEntry,
  before: Walk,
  profileId: ProfileId,
  salt: string | null,
): ChainFault['fault'] | null => {
  if (entry.profile_id !== profileId) return 'foreign';
  if (entry.seq > before.seq + 1) return 'missing';
  if (entry.seq < before.seq + 1) return 'out_of_order';
  if (entryHash(entry) !== entry.hash || !isAsWritten(entry, salt)) return 'changed';
  if (entry.prev_hash !== before.hash) return 'broken_link';
  const from = entry.kind === 'status_change' ? (entry.from ?? null) : before.status;
  return from === before.status ? null : 'status_jump';
};

/**
 * Walks a whole chain in the order given and names the first bad place: a changed byte, a missing, swapped or added
 * entry. `expected` is what the profile row says; a chain cut off at its end is found by it alone. With the profile's
 * `salt` (`''` once it is destroyed) what can be erased is held against its digest, too.
 */
export const verifyChain = (
  profileId: ProfileId,
  entries: Iterable<LedgerEntry>,
  expected?: {
    readonly version: number;
    readonly status: Status;
    readonly ledgerHead?: string;
    readonly salt?: string;
  },
): ChainVerdict => {
  const salt = expected?.salt || null;
  let walk: Walk = { seq: 0, hash: noHash, status: null };
  for (const entry of entries) {
    const fault = faultOf(entry, walk, profileId, salt);
    if (fault) return { ok: false, seq: walk.seq + 1, fault };
    const status = entry.kind === 'status_change' && entry.to ? entry.to : walk.status;
    walk = { seq: entry.seq, hash: entry.hash, status };
  }
  if (expected && expected.version > walk.seq) return { ok: false, seq: walk.seq + 1, fault: 'missing' };
  if (expected && expected.version < walk.seq) return { ok: false, seq: expected.version + 1, fault: 'out_of_order' };
  if (expected?.ledgerHead !== undefined && expected.ledgerHead !== walk.hash) {
    return { ok: false, seq: walk.seq, fault: 'changed' };
  }
  if (expected && expected.status !== walk.status) return { ok: false, seq: walk.seq, fault: 'status_jump' };
  return { ok: true, ...walk };
};

/** The status that a chain of entries leads to; `null` for an empty one. */
export const foldStatus = (entries: readonly LedgerEntry[]): Status | null =>
  entries.reduce<Status | null>(
    (status, entry) => (entry.kind === 'status_change' && entry.to ? entry.to : status),
    null,
  );
