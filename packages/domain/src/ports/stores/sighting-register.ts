import type { Tenant } from '../../access/caller.ts';
import type { Unavailable } from '../../errors.ts';
import type { SightingKind } from '../../evidence/evidence.ts';
import type { TaskEither } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';

/**
 * What one attempt of a profile showed, as keyed digests (HMAC-SHA-256 with a key of the tenant, lower-case hex); `null`
 * where there was nothing. Nobody can tell from them who it was, nor that two tenants saw the same person.
 */
export type Sighted = {
  readonly owner: Tenant;
  readonly profileId: ProfileId;
  readonly attempt: number;
  /** ISO 8601: when the attempt was looked at. */
  readonly at: string;
  readonly reference: string;
  readonly digests: { readonly [Kind in SightingKind]: readonly string[] };
};

/** What the register knows besides; in the sense of `SightingsEvidence`. */
export type Sightings = {
  readonly others: { readonly [Kind in SightingKind]: number | null };
  readonly attempts: { readonly document: number | null; readonly device: number | null; readonly reference: number };
  readonly blocked: readonly SightingKind[];
  readonly allowed: readonly SightingKind[];
};

export type ListName = 'blocked' | 'allowed';

/** Remembers, per tenant, which attempt showed what; and what stands on the tenant's lists. */
export type SightingRegister = {
  /** The key of a tenant's digests, 32 bytes in lower-case hex: made with the first question, the same for ever after. */
  readonly keyOf: (partnerId: string) => TaskEither<Unavailable, string>;
  /**
   * Remembers the attempt, then counts: of two that are looked at together, one sees the other at least. The same attempt
   * again changes nothing. Counted are other references of the partner, and attempts not older than `windowSeconds`.
   */
  readonly note: (sighted: Sighted, windowSeconds: number) => TaskEither<Unavailable, Sightings>;
  /** Puts a digest on a list of the partner, or (`null`) takes it off both. */
  readonly list: (
    partnerId: string,
    kind: SightingKind,
    digest: string,
    list: ListName | null,
  ) => TaskEither<Unavailable, void>;
};
