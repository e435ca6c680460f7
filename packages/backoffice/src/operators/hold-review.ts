import {
  type DomainError,
  type ProfileId,
  pipe,
  type StaffPrincipal,
  type TaskEither,
  TE,
} from '@portcullis/domain/kernel';
import type { IdGenerator } from '@portcullis/domain/ports';
import { reviewPorts, useCase } from '../access/use-case.ts';
import { getReview } from '../reviews/get-review.ts';
import type { ReviewDeps, ReviewView } from '../reviews/review-view.ts';
import { holdProfile } from './hold-profile.ts';

/**
 * Keeps a profile of the tenant of a member of staff from being erased, whatever its status, or no longer does. It is
 * the hold of the operator under another actor.
 */
export type HoldReview = (input: {
  readonly caller: StaffPrincipal;
  readonly id: ProfileId;
  readonly held: boolean;
  readonly note: string | null;
}) => TaskEither<DomainError, ReviewView>;

export const holdReview = useCase(
  'holdReview',
  [...reviewPorts, 'ids'],
  (deps: ReviewDeps & { readonly ids: IdGenerator }): HoldReview =>
    ({ caller, held, id, note }) =>
      pipe(
        holdProfile(deps)({ id, held, note, by: caller }),
        TE.flatMap(() => getReview(deps)({ caller, id })),
      ),
);
