import type { Change } from '../ports/stores/profile-store.ts';

/**
 * Whether a change is whole in itself: at least one entry, all of them of this profile, without a gap, and the last one is
 * the profile's version and ledger head. A store asks this before it writes, so that no row can be ahead of its ledger.
 */
export const isSound = ({ profile, entries }: Change): boolean => {
  const last = entries.at(-1);
  if (last === undefined || last.hash !== profile.ledgerHead) return false;
  const first = profile.version - entries.length + 1;
  return first >= 1 && entries.every((e, i) => e.profile_id === profile.id && e.seq === first + i);
};

/** The version that a change was decided upon. */
export const versionBefore = ({ profile, entries }: Change): number => profile.version - entries.length;
