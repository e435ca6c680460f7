import type { PostStatusEvent } from '@portcullis/domain';
import {
  type ClaimRequired,
  claimRequired,
  type DomainError,
  E,
  type Either,
  hasPermission,
  type InsufficientPermission,
  type Invalid,
  insufficientPermission,
  invalid,
  type ProfileId,
  pipe,
  type StaffPrincipal,
  type Status,
  type Step,
  type TaskEither,
  TE,
  versionConflict,
} from '@portcullis/domain/kernel';
import type { LedgerEntry } from '@portcullis/domain/ledger';
import type { IdGenerator } from '@portcullis/domain/ports';
import type { StatusEvent } from '@portcullis/domain/profile';
import { findApplied, type IdempotentRequest, isoNow, operationId } from '@portcullis/domain/use-cases';
import type { ReviewOutcome } from '../access/review-outcomes.ts';
import { reviewPorts, useCase } from '../access/use-case.ts';
import type { ReviewClaim } from '../ports/review-claims.ts';
import { writeClaim } from './claim-review.ts';
import { type LoadedReview, loadReview } from './get-review.ts';
import { holds, type ReviewDeps, type ReviewView, viewReview } from './review-view.ts';

const eventOf: Readonly<Record<ReviewOutcome, StatusEvent>> = {
  approve: 'review_approved',
  decline: 'review_declined',
  request_input: 'input_requested',
  reopen: 'reopened',
};

/** The reason of who gives none: what the ledger calls such a decision anyway. */
const reasonOf: Readonly<Record<ReviewOutcome, string | null>> = {
  approve: 'review_approved_override',
  decline: 'review_declined',
  request_input: null,
  reopen: null,
};

/**
 * Decides about a profile for the holder of its claim, as a partner's reviewer does; the claim ends with that. A
 * settled profile is reopened without a claim, with the permission `reviews:override`. An approval needs no note where
 * every check has passed.
 */
export type DecideReview = (
  input: {
    readonly caller: StaffPrincipal;
    readonly id: ProfileId;
    readonly outcome: ReviewOutcome;
    readonly reason: string | null;
    readonly note: string | null;
    readonly steps: readonly Step[] | null;
    readonly expectedVersion: number;
  } & IdempotentRequest,
) => TaskEither<
  DomainError,
  { readonly entry: LedgerEntry; readonly profileStatus: Status; readonly review: ReviewView }
>;

type Input = Parameters<DecideReview>[0];

type Deps = ReviewDeps & { readonly ids: IdGenerator; readonly postStatusEvent: PostStatusEvent };

/** The decision of an earlier attempt of the request needs no claim any more, which ended with the decision. */
const isDecided = ({ ids }: Deps, input: Input, { loaded: { stored } }: LoadedReview): boolean =>
  input.operation?.isRetry === true && findApplied(stored, operationId(ids, input, 'command')) !== null;

/** Steps that are asked for by no other decision would be lost without a word. */
const needlessSteps = invalid([{ pointer: '/steps', message: 'expected only with request_input' }]);

const mayDecide = (
  deps: Deps,
  input: Input,
  found: LoadedReview,
): Either<ClaimRequired | InsufficientPermission | Invalid, void> => {
  if (input.steps !== null && input.outcome !== 'request_input') return E.left(needlessSteps);
  if (input.outcome === 'reopen')
    return hasPermission(input.caller, 'reviews:override')
      ? E.right(undefined)
      : E.left(insufficientPermission('reviews:override'));
  const isAllowed = holds(input.caller, found.claim, isoNow(deps.clock)) || isDecided(deps, input, found);
  return isAllowed ? E.right(undefined) : E.left(claimRequired);
};

/**
 * Ends the claim of a decision, and answers the claim as it stands then. A decision stands whether its claim could be
 * ended or not: that ends by itself.
 */
const endClaim =
  (deps: Deps, { caller, id }: Input, { claim, loaded }: LoadedReview): TaskEither<never, ReviewClaim | null> =>
  async () => {
    if (!holds(caller, claim, isoNow(deps.clock))) return E.right(claim);
    const ended = await writeClaim(deps, loaded, claim, null)();
    if (E.isLeft(ended)) return E.right(claim);
    if (ended.right !== null) return ended;
    const present = await deps.reviewClaims.of([id])();
    return E.isLeft(present) ? E.right(claim) : E.right(present.right[0] ?? null);
  };

const post = (deps: Deps, input: Input, { loaded: snapshot }: LoadedReview): ReturnType<PostStatusEvent> => {
  const { caller, expectedVersion, id, note, operation = null, outcome, reason, steps } = input;
  return pipe(
    deps.postStatusEvent({
      caller,
      id,
      note,
      steps,
      operation,
      snapshot,
      expectedVersion,
      event: eventOf[outcome],
      reason: reason ?? reasonOf[outcome],
      reviewer: { id: caller.staffId, name: caller.name },
    }),
    TE.mapLeft((error): DomainError => (error._tag === 'PreconditionFailed' ? versionConflict : error)),
  );
};

export const decideReview = useCase(
  'decideReview',
  [...reviewPorts, 'ids', 'postStatusEvent'],
  (deps: Deps): DecideReview => {
    return (input) =>
      pipe(
        TE.Do,
        TE.bindW('found', () => loadReview(deps, input.caller, input.id)),
        TE.bindW('allowed', ({ found }) => TE.fromEither(mayDecide(deps, input, found))),
        TE.bindW('decided', ({ found }) => post(deps, input, found)),
        TE.bindW('claim', ({ found }) => endClaim(deps, input, found)),
        TE.map(({ claim, decided: { entry, profile, profileStatus }, found }) => {
          const { policy } = found.loaded;
          const review = viewReview(deps, input.caller, { claim, policy, profile }, isoNow(deps.clock));
          return { entry, profileStatus, review };
        }),
      );
  },
);
