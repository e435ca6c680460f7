import type { ProfileChange } from '../ports/stores/profile-store.ts';

/**
 * Whether a change is consistent in itself: it has at least one entry, all entries are of this profile and without a
 * gap, and the last one is the profile's version and ledger head. A store checks this before it writes, so that no row
 * can be ahead of its ledger.
 */
export const isConsistentChange = ({ profile, entries }: ProfileChange): boolean => {
  const last = entries.at(-1);
  if (last === undefined || last.hash !== profile.ledgerHead) return false;
  const first = profile.version - entries.length + 1;
  return first >= 1 && entries.every((e, i) => e.profile_id === profile.id && e.seq === first + i);
};

/** The version on which a change was decided. */
export const previousVersion = ({ profile, entries }: ProfileChange): number => profile.version - entries.length;
