import type { ProfileId } from '../kernel/ids.ts';
import type { Status } from '../kernel/status.ts';
import type { LedgerEntry } from './entry.ts';
import { type ChainPosition, type ChainVerdict, chainStart, checkNextEntry } from './walk-chain.ts';

/**
 * Verifies a whole chain in the order given and names the first bad position: a changed byte, or a missing, swapped or
 * added entry. `expected` is what the profile row says; only with it is a chain found that was cut off at its end. With
 * the profile's `salt` (`''` once it is destroyed) the part that can be erased is checked against its digest, too.
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
  const owner = { profileId, salt: expected?.salt ?? null };
  let walk: ChainPosition = chainStart;
  for (const entry of entries) {
    const step = checkNextEntry(owner, walk, entry);
    if (!step.ok) return step;
    walk = step;
  }
  if (expected && expected.version > walk.seq) return { ok: false, seq: walk.seq + 1, fault: 'missing' };
  if (expected && expected.version < walk.seq) return { ok: false, seq: expected.version + 1, fault: 'out_of_order' };
  if (expected?.ledgerHead !== undefined && expected.ledgerHead !== walk.hash) {
    return { ok: false, seq: walk.seq, fault: 'changed' };
  }
  if (expected && expected.status !== walk.status) return { ok: false, seq: walk.seq, fault: 'status_jump' };
  return { ok: true, ...walk };
};

/** The status that a chain of entries leads to; `null` for an empty chain. */
export const foldStatus = (entries: readonly LedgerEntry[]): Status | null =>
  entries.reduce<Status | null>(
    (status, entry) => (entry.kind === 'status_change' && entry.to ? entry.to : status),
    null,
  );
