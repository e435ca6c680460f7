import type { DomainError } from '../../kernel/errors.ts';
import { pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { StaffPrincipal } from '../../kernel/principal.ts';
import type { IdGenerator } from '../../ports/id-generator.ts';
import { reviewPorts, useCase } from '../input/use-case.ts';
import { holdProfile } from '../operators/hold-profile.ts';
import { getReview } from '../reviews/get-review.ts';
import type { ReviewDeps, ReviewView } from '../reviews/review-view.ts';

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
