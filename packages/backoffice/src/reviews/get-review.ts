import {
  type Invalid,
  type ProfileId,
  pipe,
  type StaffPrincipal,
  type TaskEither,
  TE,
} from '@portcullis/domain/kernel';
import { isoNow, type LoadError, loadFor, type Snapshot } from '@portcullis/domain/use-cases';
import { reviewPorts, useCase } from '../access/use-case.ts';
import type { ReviewClaim } from '../ports/review-claims.ts';
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
