import { E, type StaffPrincipal, type TaskEither, type Unavailable } from '@portcullis/domain/kernel';
import { applyElapsedTime, type Profile } from '@portcullis/domain/profile';
import { isoNow, policyOf } from '@portcullis/domain/use-cases';
import { type ReviewDeps, type ReviewView, viewReview } from './review-view.ts';
import { claimsOn } from './walk-queue.ts';

/** Some profiles for a member of staff who may see them, in their order, with the claims on them. */
export const viewReviews =
  (
    deps: ReviewDeps,
    caller: StaffPrincipal,
    profiles: readonly Profile[],
  ): TaskEither<Unavailable, readonly ReviewView[]> =>
  async () => {
    const claims = await claimsOn(
      deps,
      profiles.map(({ id }) => id),
    );
    if (E.isLeft(claims)) return claims;
    const views: ReviewView[] = [];
    for (const stored of profiles) {
      const policy = await policyOf(deps, stored)();
      if (E.isLeft(policy)) return policy;
      const now = isoNow(deps.clock);
      const { profile } = applyElapsedTime(policy.right, stored, now);
      views.push(viewReview(deps, caller, { profile, policy: policy.right, claim: claims.right.get(profile.id) }, now));
    }
    return E.right(views);
  };
