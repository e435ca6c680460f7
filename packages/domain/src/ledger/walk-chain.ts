import { E, type Either } from '../kernel/fp.ts';
import { saltedDigest } from '../kernel/hash.ts';
import type { ProfileId } from '../kernel/ids.ts';
import type { Status } from '../kernel/status.ts';
import { entryHash, genesisHash } from './chain.ts';
import type { LedgerEntry } from './entry.ts';

/** The fault at `seq`: the position where an entry is missing, or of the first entry that does not fit. */
export type ChainFault = {
  readonly seq: number;
  readonly fault: 'missing' | 'foreign' | 'out_of_order' | 'broken_link' | 'changed' | 'status_jump';
};

/** A position in a chain: behind entry `seq`, which has this hash, with the status that the entries so far lead to. */
export type ChainPosition = { readonly seq: number; readonly hash: string; readonly status: Status | null };

/** The position before the first entry. */
export const chainStart: ChainPosition = { seq: 0, hash: genesisHash, status: null };

/**
 * The profile whose chain is verified. Without its salt (`null`, or `''` once it is destroyed) the part that can be
 * erased is not checked.
 */
export type ChainOwner = { readonly profileId: ProfileId; readonly salt: string | null };

/**
 * Whether the part that can be erased matches the digest that was hashed. If it was erased, or without the salt, this
 * cannot be checked and the answer is yes.
 */
const matchesPersonalDigest = ({ personal, personal_digest: digest }: LedgerEntry, salt: string | null): boolean =>
  personal === undefined || (digest !== undefined && (!salt || saltedDigest(salt, personal) === digest));

/** A value that has no canonical form (a lone surrogate) was never hashed. */
const isUnchanged = (entry: LedgerEntry, salt: string | null): boolean => {
  try {
    return entryHash(entry) === entry.hash && matchesPersonalDigest(entry, salt);
  } catch {
    return false;
  }
};

const faultOf = (
  entry: LedgerEntry,
  before: ChainPosition,
  { profileId, salt }: ChainOwner,
): ChainFault['fault'] | null => {
  if (entry.profile_id !== profileId) return 'foreign';
  if (entry.seq > before.seq + 1) return 'missing';
  if (entry.seq < before.seq + 1) return 'out_of_order';
  if (!isUnchanged(entry, salt)) return 'changed';
  if (entry.prev_hash !== before.hash) return 'broken_link';
  const from = entry.kind === 'status_change' ? (entry.from ?? null) : before.status;
  return from === before.status ? null : 'status_jump';
};

/** The position that a chain leads to, or its first fault. */
export type ChainVerdict = ({ readonly ok: true } & ChainPosition) | ({ readonly ok: false } & ChainFault);

/** Verifies one step along a chain. It has no `Either`, so that a page that only verifies does not load fp-ts. */
export const checkNextEntry = (owner: ChainOwner, before: ChainPosition, entry: LedgerEntry): ChainVerdict => {
  const fault = faultOf(entry, before, owner);
  if (fault) return { ok: false, seq: before.seq + 1, fault };
  const status = entry.kind === 'status_change' && entry.to ? entry.to : before.status;
  return { ok: true, seq: entry.seq, hash: entry.hash, status };
};

/**
 * Verifies one step along a chain: answers the position behind the next entry, or what is wrong with that entry. It
 * needs nothing of the entries before, so that a chain of any length is verified in the memory of one entry.
 */
export const verifyNextEntry = (
  owner: ChainOwner,
  before: ChainPosition,
  entry: LedgerEntry,
): Either<ChainFault, ChainPosition> => {
  const { ok: _, ...step } = checkNextEntry(owner, before, entry);
  return 'fault' in step ? E.left(step) : E.right(step);
};
