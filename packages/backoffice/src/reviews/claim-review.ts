import {
  addMs,
  type ClaimLimitReached,
  type ClaimRequired,
  claimLimitReached,
  claimRequired,
  E,
  type Either,
  hasPermission,
  type InsufficientPermission,
  type Invalid,
  type InvalidTransition,
  insufficientPermission,
  invalidTransition,
  keyedMutex,
  type ProfileId,
  pipe,
  type ReviewClaimed,
  reviewClaimed,
  type StaffPrincipal,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain/kernel';
import { allowedEvents, waitingSince } from '@portcullis/domain/profile';
import { isoNow, type LoadError, type Loaded } from '@portcullis/domain/use-cases';
import { queueFor } from '../access/records.ts';
import { reviewPorts, useCase } from '../access/use-case.ts';
import type { ReviewClaim } from '../ports/review-claims.ts';
import { maxAmong } from '../ports/review-queue.ts';
import { type LoadedReview, loadReview } from './get-review.ts';
import { heldClaims } from './held-claims.ts';
import { holderAt, holds, type ReviewDeps, type ReviewView, viewReview } from './review-view.ts';

/** For how long a claim lasts, unless it is renewed by claiming again. */
const reviewClaimMs = 15 * 60_000;

export type ClaimError =
  | Invalid
  | LoadError
  | InvalidTransition
  | ReviewClaimed
  | ClaimLimitReached
  | InsufficientPermission;

/**
 * Claims a profile in review, or renews the own claim on it. With `takeOver` the claim of another ends, which needs the
 * permission `reviews:override`. Nobody has more than `maxOpenClaims` at a time.
 */
export type ClaimReview = (input: {
  readonly caller: StaffPrincipal;
  readonly id: ProfileId;
  readonly takeOver: boolean;
}) => TaskEither<ClaimError, ReviewView>;

/** Gives a profile back that the member of staff has. */
export type ReleaseReview = (input: {
  readonly caller: StaffPrincipal;
  readonly id: ProfileId;
}) => TaskEither<Invalid | LoadError | ClaimRequired, ReviewView>;

const nextClaim = (
  { clock }: Pick<ReviewDeps, 'clock'>,
  { profile: { id, tenant } }: Loaded,
  seen: ReviewClaim | null,
  holder: ReviewClaim['holder'],
): ReviewClaim => ({
  profileId: id,
  tenant,
  generation: (seen?.generation ?? 0) + 1,
  holder,
  heldUntil: holder === null ? '' : addMs(isoNow(clock), reviewClaimMs),
});

/** Writes a claim if nobody was faster; `null` where somebody was. */
export const writeClaim = (
  deps: ReviewDeps,
  loaded: Loaded,
  seen: ReviewClaim | null,
  holder: ReviewClaim['holder'],
): TaskEither<Unavailable, ReviewClaim | null> => {
  const next = nextClaim(deps, loaded, seen, holder);
  return pipe(
    deps.reviewClaims.replace(seen, next),
    TE.map((isWritten) => (isWritten ? next : null)),
  );
};

/** The obstacle to a claim by a member of staff. */
const objectionTo = (
  { clock }: ReviewDeps,
  { caller, takeOver }: Parameters<ClaimReview>[0],
  { claim, loaded: { profile } }: LoadedReview,
): InvalidTransition | ReviewClaimed | InsufficientPermission | null => {
  if (waitingSince(profile) === null)
    return invalidTransition('claim', profile.status, allowedEvents(profile.status, 'reviewer'));
  const holder = holderAt(claim, isoNow(clock));
  if (holder === null || holder.staffId === caller.staffId) return null;
  if (!takeOver) return reviewClaimed(claim?.heldUntil ?? '');
  return hasPermission(caller, 'reviews:override') ? null : insufficientPermission('reviews:override');
};

/** The other profiles that somebody has, those included about which others have decided since. */
const othersHeld = (
  deps: ReviewDeps,
  caller: StaffPrincipal,
  id: ProfileId,
): TaskEither<Unavailable, readonly ProfileId[]> => {
  const now = isoNow(deps.clock);
  return pipe(
    heldClaims(deps, caller),
    TE.map((held) =>
      held.filter((one) => one.profileId !== id && holds(caller, one, now)).map(({ profileId }) => profileId),
    ),
  );
};

/** How many of these still wait for a reviewer. */
const countWaiting =
  (deps: ReviewDeps, caller: StaffPrincipal, ids: readonly ProfileId[]): TaskEither<Unavailable, number> =>
  async () => {
    let count = 0;
    for (let at = 0; at < ids.length; at += maxAmong) {
      const page = await queueFor(deps, caller, null, maxAmong, ids.slice(at, at + maxAmong))();
      if (E.isLeft(page)) return page;
      count += page.right.queued.length;
    }
    return E.right(count);
  };

/** The limit to one more claim; a renewal is not one more. */
const limitFor = (
  deps: ReviewDeps,
  { caller, id }: Parameters<ClaimReview>[0],
  claim: ReviewClaim | null,
): TaskEither<Unavailable | ClaimLimitReached, void> => {
  if (holds(caller, claim, isoNow(deps.clock))) return TE.right(undefined);
  return pipe(
    othersHeld(deps, caller, id),
    // Only where there seem to be too many it is asked which of them count.
    TE.flatMap((ids) => (ids.length < deps.maxOpenClaims ? TE.right(0) : countWaiting(deps, caller, ids))),
    TE.flatMap((count) =>
      count < deps.maxOpenClaims ? TE.right(undefined) : TE.left(claimLimitReached(deps.maxOpenClaims)),
    ),
  );
};

/**
 * Gives a claim back that was one too many: somebody who claims at several instances at once is counted by each before
 * and after it has written, so that the last of them sees all of the others. A claim that was taken over goes back to
 * its former holder, until the time that they had.
 */
const withinLimit = async (
  deps: ReviewDeps,
  input: Parameters<ClaimReview>[0],
  loaded: Loaded,
  [seen, claim]: readonly [seen: ReviewClaim | null, claim: ReviewClaim],
): Promise<Either<Unavailable | ClaimLimitReached, void>> => {
  const allowed = await limitFor(deps, input, seen)();
  if (E.isRight(allowed) || allowed.left._tag !== 'ClaimLimitReached') return allowed;
  const isOthers = holderAt(seen, isoNow(deps.clock)) !== null;
  const before = seen !== null && isOthers ? seen : nextClaim(deps, loaded, claim, null);
  const released = await deps.reviewClaims.replace(claim, { ...before, generation: claim.generation + 1 })();
  return E.isLeft(released) ? released : allowed;
};

/** How often a claim is tried while others are faster: after that somebody has it, or it changes hands all the time. */
const maxTries = 3;

const claimOne =
  (deps: ReviewDeps, input: Parameters<ClaimReview>[0]): TaskEither<ClaimError, ReviewView> =>
  async () => {
    for (let tries = 1; ; tries += 1) {
      const found: Either<ClaimError, LoadedReview> = await loadReview(deps, input.caller, input.id)();
      if (E.isLeft(found)) return found;
      // A caller who lost against somebody else takes nothing over from them: that was not what they have seen.
      const objection = objectionTo(deps, tries === 1 ? input : { ...input, takeOver: false }, found.right);
      if (objection !== null) return E.left(objection);
      const { claim: seen, loaded } = found.right;
      const allowed = await limitFor(deps, input, seen)();
      if (E.isLeft(allowed)) return allowed;
      const { name, staffId } = input.caller;
      const written = await writeClaim(deps, loaded, seen, { staffId, name })();
      if (E.isLeft(written)) return written;
      const claim = written.right;
      if (claim !== null) {
        const kept = await withinLimit(deps, input, loaded, [seen, claim]);
        return E.isLeft(kept)
          ? kept
          : E.right(viewReview(deps, input.caller, { ...loaded, claim }, isoNow(deps.clock)));
      }
      if (tries === maxTries) return E.left(reviewClaimed(addMs(isoNow(deps.clock), reviewClaimMs)));
    }
  };

export const claimReview = useCase('claimReview', reviewPorts, (deps: ReviewDeps): ClaimReview => {
  const oneAfterAnother = keyedMutex();
  return (input) => oneAfterAnother(input.caller.staffId, claimOne(deps, input));
});

/** Gives back the claim of a profile that was loaded; `ClaimRequired` where it is another's, or was taken over. */
const release = (
  deps: ReviewDeps,
  caller: StaffPrincipal,
  { claim, loaded }: LoadedReview,
): TaskEither<ClaimRequired | Unavailable, ReviewView> => {
  if (!holds(caller, claim, isoNow(deps.clock))) return TE.left(claimRequired);
  return pipe(
    writeClaim(deps, loaded, claim, null),
    TE.flatMap((released) =>
      released === null
        ? TE.left(claimRequired)
        : TE.right(viewReview(deps, caller, { ...loaded, claim: released }, isoNow(deps.clock))),
    ),
  );
};

export const releaseReview = useCase(
  'releaseReview',
  reviewPorts,
  (deps: ReviewDeps): ReleaseReview =>
    ({ caller, id }) =>
      pipe(
        loadReview(deps, caller, id),
        TE.flatMap((found) => release(deps, caller, found)),
      ),
);
