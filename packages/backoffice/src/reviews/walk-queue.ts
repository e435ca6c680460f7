import { E, type Either, type ProfileId, pipe, type StaffPrincipal, type Unavailable } from '@portcullis/domain/kernel';
import { queueFor } from '../access/records.ts';
import { maxClaimIds, type ReviewClaim } from '../ports/review-claims.ts';
import type { QueuedProfile, QueuePosition } from '../ports/review-queue.ts';
import type { ReviewDeps } from './review-view.ts';

/** A profile in the queue, with the claim on it. */
export type QueuedReview = QueuedProfile & { readonly claim: ReviewClaim | null };

/** The claims on some profiles, by their ids. */
export const claimsOn = async (
  { reviewClaims }: Pick<ReviewDeps, 'reviewClaims'>,
  ids: readonly ProfileId[],
): Promise<Either<Unavailable, ReadonlyMap<ProfileId, ReviewClaim>>> => {
  if (ids.length === 0) return E.right(new Map());
  return pipe(
    await reviewClaims.of(ids)(),
    E.map((claims) => new Map(claims.map((claim) => [claim.profileId, claim]))),
  );
};

type Walk = {
  readonly from: QueuePosition | null;
  /** Profiles before this position are skipped, except those whose begin of the wait is unknown. `null` skips none. */
  readonly notBefore: QueuePosition | null;
  /** The number of profiles in one read, at most 100. */
  readonly perRead: number;
  /** The maximum number of profiles that are visited, whether a filter keeps them or not; a multiple of `perRead`. */
  readonly most: number;
  /** Restricts the walk to these profiles, at most `maxAmong`. */
  readonly among?: readonly ProfileId[];
  /** Visits one profile, and answers whether the walk ends with it. */
  readonly visit: (queued: QueuedReview) => Promise<Either<Unavailable, boolean>>;
};

/**
 * The position after which the next walk continues (`null` at the end of the queue), and how many were visited.
 * `damaged` counts those that were left out because their rows do not open.
 */
export type Walked = { readonly next: QueuePosition | null; readonly looked: number; readonly damaged: number };

/**
 * Where a walk continues that skips what has waited longer. Profiles without a known begin of their wait come first.
 */
const resumeAfter = (at: QueuePosition | null, notBefore: QueuePosition | null): QueuePosition | null =>
  at !== null && notBefore !== null && at.since !== '' && at.since < notBefore.since ? notBefore : at;

/** Goes through the queue until a visit ends the walk, or until it has visited its maximum. */
export const walkQueue = async (
  deps: ReviewDeps,
  caller: StaffPrincipal,
  { among, from, most, notBefore, perRead, visit }: Walk,
): Promise<Either<Unavailable, Walked>> => {
  const limit = Math.min(perRead, maxClaimIds);
  let at = resumeAfter(from, notBefore);
  let looked = 0;
  let damaged = 0;
  for (let asked = 0; asked < most; asked += limit) {
    const page = await queueFor(deps, caller, at, limit, among)();
    if (E.isLeft(page)) return page;
    damaged += page.right.damaged?.length ?? 0;
    const claims = await claimsOn(
      deps,
      page.right.queued.map(({ profile }) => profile.id),
    );
    if (E.isLeft(claims)) return claims;
    for (const queued of page.right.queued) {
      const ended = await visit({ ...queued, claim: claims.right.get(queued.profile.id) ?? null });
      if (E.isLeft(ended)) return ended;
      if (ended.right) return E.right({ next: at, looked, damaged });
      at = queued.position;
      looked += 1;
    }
    at = resumeAfter(page.right.next, notBefore);
    if (at === null) break;
  }
  return E.right({ next: at, looked, damaged });
};
