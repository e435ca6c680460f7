import type { Invalid } from '../../kernel/errors.ts';
import { pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { StaffPrincipal } from '../../kernel/principal.ts';
import type { ReviewClaim } from '../../ports/stores/review-claims.ts';
import { isoNow, type LoadError, loadFor, type Snapshot } from '../access/change-profile.ts';
import { reviewPorts, useCase } from '../input/use-case.ts';
import { type ReviewDeps, type ReviewView, viewReview } from './review-view.ts';

/** Reads one profile for review, whatever its status. */
export type GetReview = (input: {
  readonly caller: StaffPrincipal;
  readonly id: ProfileId;
}) => TaskEither<Invalid | LoadError, ReviewView>;

/** The loaded state of a profile for a member of staff, with the claim on it. */
export type LoadedReview = { readonly loaded: Snapshot; readonly claim: ReviewClaim | null };

/** Loads a profile that a member of staff may see, and the claim on it. */
export const loadReview = (
  deps: ReviewDeps,
  caller: StaffPrincipal,
  id: ProfileId,
): TaskEither<LoadError, LoadedReview> =>
  pipe(
    TE.Do,
    TE.bindW('loaded', () => loadFor(deps, caller, id, 'read')),
    TE.bindW('claims', ({ loaded }) => deps.reviewClaims.of([loaded.profile.id])),
    TE.map(({ claims, loaded }) => ({ loaded, claim: claims[0] ?? null })),
  );

export const getReview = useCase(
  'getReview',
  reviewPorts,
  (deps: ReviewDeps): GetReview =>
    ({ caller, id }) =>
      pipe(
        loadReview(deps, caller, id),
        TE.map(({ claim, loaded: { policy, profile } }) =>
          viewReview(deps, caller, { claim, policy, profile }, isoNow(deps.clock)),
        ),
      ),
);
