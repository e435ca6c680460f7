import { type StorageFull, storageFull } from '../../kernel/errors.ts';
import { storedBytes } from '../../profile/changes/stored-bytes.ts';
import type { Profile } from '../../profile/profile.ts';

/** How many bytes files may take. */
export type StorageLimits = {
  /** The most bytes of the files of one profile. */
  readonly profileBytes: number;
  /** The most bytes of the files of one partner, or `null` where there is no limit. */
  readonly tenantBytes: number | null;
  /** How many bytes the files of a partner take, as far as this process knows. */
  readonly tenantUses: (partnerId: string) => number;
};

/** The limits where nothing else is configured: 60 MB a profile. */
export const defaultStorageLimits: StorageLimits = {
  profileBytes: 60_000_000,
  tenantBytes: null,
  tenantUses: () => 0,
};

/** Why a profile may not store `bytes` more; `null` if it may. */
export const profileStorageRefusal = (
  { profileBytes }: StorageLimits,
  profile: Profile,
  bytes: number,
): StorageFull | null => (storedBytes(profile) + bytes > profileBytes ? storageFull('profile', profileBytes) : null);

/** The same for a profile and its partner. */
export const storageRefusal = (limits: StorageLimits, profile: Profile, bytes: number): StorageFull | null => {
  const { tenantBytes, tenantUses } = limits;
  const own = profileStorageRefusal(limits, profile, bytes);
  if (own || tenantBytes === null) return own;
  return tenantUses(profile.tenant.partnerId) + bytes > tenantBytes ? storageFull('tenant', tenantBytes) : null;
};
