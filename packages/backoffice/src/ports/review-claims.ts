import type { ProfileId, TaskEither, Tenant, Unavailable } from '@portcullis/domain/kernel';

/** The holder of a profile for review: the opaque id of a member of the staff, and a name for people. */
export type ReviewHolder = { readonly staffId: string; readonly name: string };

/**
 * The claim on the review of a profile, which is a lease: from `heldUntil` on (ISO 8601) it is nobody's. Every write of
 * it raises its generation.
 */
export type ReviewClaim = {
  readonly profileId: ProfileId;
  /** The owner of the profile. */
  readonly tenant: Tenant;
  readonly generation: number;
  /** `null` once it was given back. */
  readonly holder: ReviewHolder | null;
  /** Empty once it was given back. */
  readonly heldUntil: string;
};

/** The largest number of claims that a store answers at once. */
export const maxClaims = 1000;

/** How many profiles are named in one question about their claims. */
export const maxClaimIds = 100;

/** Stores the claims on reviews, one for each profile. Every implementation passes the contract of reviews. */
export type ReviewClaims = {
  /** The claims of at most `maxClaimIds` profiles, in no order; of one that was never claimed there is none. */
  readonly of: (ids: readonly ProfileId[]) => TaskEither<Unavailable, readonly ReviewClaim[]>;
  /** At most `maxClaims` claims on profiles that `viewer` sees, which end after `now`, those that end first before. */
  readonly held: (viewer: Tenant, now: string) => TaskEither<Unavailable, readonly ReviewClaim[]>;
  /**
   * Replaces the claim of a profile, if it still has the generation that was seen (`null`: it has none). One of several
   * writers is answered `true`.
   */
  readonly replace: (seen: ReviewClaim | null, next: ReviewClaim) => TaskEither<Unavailable, boolean>;
};
