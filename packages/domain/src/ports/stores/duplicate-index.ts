import type { FingerprintsByKind } from '../../evidence/attempt-fingerprints.ts';
import type { DuplicatesEvidence, FingerprintKind } from '../../evidence/evidence.ts';
import type { Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';

/** Counting stops here: this number stands for this many or more, so the limits of a policy are below it. */
export const maxCount = 1000;

/** How many profiles are answered that may have shown the same. */
export const maxSharing = 100;

/** The largest number of digests of one kind that is recorded for an attempt. */
export const maxDigests = 5;

/**
 * The digests of what one attempt of a profile showed (HMAC-SHA-256 with the key of the partner, lower-case hex), at
 * most `maxDigests` of a kind. Nobody can tell from them who the person was, nor that two partners saw the same person.
 */
export type AttemptFingerprints = {
  readonly partnerId: string;
  readonly profileId: ProfileId;
  readonly attempt: number;
  /** ISO 8601: when the attempt was checked. */
  readonly at: string;
  /** The digest of the partner's own reference for the person. */
  readonly reference: string;
  readonly digests: FingerprintsByKind;
};

/** The counts of other attempts in the index, in the sense of `DuplicatesEvidence`, and up to `maxCount`. */
export type DuplicateCounts = Pick<DuplicatesEvidence, 'others' | 'blocked' | 'allowed' | 'declined'> & {
  readonly attempts: Omit<DuplicatesEvidence['attempts'], 'windowSeconds'>;
  /** The kinds that are on a list, although the store cannot say on which; absent where there is none. */
  readonly unreadable?: readonly FingerprintKind[];
};

export const listNames = ['blocked', 'allowed'] as const;
export type ListName = (typeof listNames)[number];

/** Remembers, per partner, which attempt showed what, and what is on the partner's lists. */
export type DuplicateIndex = {
  /**
   * Answers the key of a partner's digests, 32 bytes in lower-case hex. It is generated on the first call and stays the
   * same for ever.
   */
  readonly partnerKey: (partnerId: string) => TaskEither<Unavailable, string>;
  /**
   * Records the attempt, then counts: of two attempts that are checked at the same time, at least one sees the other.
   * An attempt that is recorded again is still one, at the time of the last record. It counts other references of the
   * partner that showed any of the digests, and attempts that did and are not older than `windowSeconds`, this one
   * included. `declined` counts other profiles of the partner that are declined now: those that showed the document,
   * under this reference too, and those of at most `maxSharing` other references that showed the person or a picture.
   * An entry of a list that was changed in the store and does not open is no outage: its kind is among the `unreadable`
   * ones.
   */
  readonly record: (
    fingerprints: AttemptFingerprints,
    windowSeconds: number,
  ) => TaskEither<Unavailable, DuplicateCounts>;
  /** The profiles of a partner that showed one of these digests, in no order, up to `maxCount`. */
  readonly profilesShowing: (
    partnerId: string,
    kind: 'document' | 'device',
    digests: readonly string[],
  ) => TaskEither<Unavailable, readonly ProfileId[]>;
  /**
   * Profiles of the partner that may have shown one of these digests, those first that were checked last, at most
   * `maxSharing`. The index knows persons and pictures by the references that showed them alone: all profiles of those
   * references are among the answered, and the caller compares what each has shown. At most `maxSharing` references of
   * a digest are looked at.
   */
  readonly profilesSharing: (
    partnerId: string,
    digests: FingerprintsByKind,
  ) => TaskEither<Unavailable, readonly ProfileId[]>;
};
