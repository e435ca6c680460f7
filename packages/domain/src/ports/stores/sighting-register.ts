import type { Unavailable } from '../../errors.ts';
import type { SightingKind, SightingsEvidence } from '../../evidence/evidence.ts';
import type { TaskEither } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';

/** Where counting stops: this many stands for this many or more, so the limits of a policy are below it. */
export const mostCounted = 1000;

/** With how many digests of a kind an attempt can be noted. */
export const mostDigests = 5;

/**
 * What one attempt of a profile showed, as keyed digests (HMAC-SHA-256 with the key of the partner, lower-case hex), at
 * most `mostDigests` of a kind. Nobody can tell from them who it was, nor that two partners saw the same person.
 */
export type Sighted = {
  readonly partnerId: string;
  readonly profileId: ProfileId;
  readonly attempt: number;
  /** ISO 8601: when the attempt was looked at. */
  readonly at: string;
  /** The digest of the partner's own word for the person. */
  readonly reference: string;
  readonly digests: { readonly [Kind in SightingKind]: readonly string[] };
};

/** What the register knows besides; in the sense of `SightingsEvidence`, and up to `mostCounted`. */
export type Sightings = Pick<SightingsEvidence, 'others' | 'blocked' | 'allowed'> & {
  readonly attempts: Omit<SightingsEvidence['attempts'], 'windowSeconds'>;
};

export type ListName = 'blocked' | 'allowed';

/** Remembers, per partner, which attempt showed what, and what stands on the partner's lists. */
export type SightingRegister = {
  /** The key of a partner's digests, 32 bytes in lower-case hex: made with the first question, the same for ever after. */
  readonly keyOf: (partnerId: string) => TaskEither<Unavailable, string>;
  /**
   * Remembers the attempt, then counts: of two that are looked at together, one at least sees the other. Noted again, an
   * attempt is still one, at the time that was noted last. Counted are other references of the partner that showed any
   * of the digests, and attempts that did and are not older than `windowSeconds`, this one included.
   */
  readonly note: (sighted: Sighted, windowSeconds: number) => TaskEither<Unavailable, Sightings>;
  /** Puts a digest on a list of the partner, and so off the other one, or (`null`) takes it off both. */
  readonly list: (
    partnerId: string,
    kind: SightingKind,
    digest: string,
    list: ListName | null,
  ) => TaskEither<Unavailable, void>;
  /** The list on which a digest stands; `null`: on none. */
  readonly listed: (partnerId: string, kind: SightingKind, digest: string) => TaskEither<Unavailable, ListName | null>;
};
