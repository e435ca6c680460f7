import type { LedgerEntry, LegalHold, Status } from '@portcullis/domain';
import { actorTypes, IdCodec, oneOf, type StaffPrincipal, t, withoutOperatorName } from '@portcullis/domain/kernel';
import type { ReviewCount, ReviewSummaryView, ReviewView } from '@portcullis/domain/use-cases';
import { LedgerEntryBody } from '../../responses/ledger-body.ts';
import { seesHolds } from '../../responses/redacted-bodies.ts';
import { Count, listOf, nullable, Ordinal, Reasons, StatusCodec, Timestamp } from '../../responses/shared-codecs.ts';

/** A profile as the console lists it. Nothing of the person is in it but the partner's reference. */
export const ReviewBody = t.type(
  {
    object: t.literal('review'),
    profile_id: IdCodec,
    reference: t.string,
    status: StatusCodec,
    is_waiting: t.boolean,
    status_reasons: Reasons,
    policy: t.type({ id: t.string, version: t.string }),
    attempt: t.type({ number: Ordinal, max: Ordinal }),
    waiting_since: nullable(Timestamp),
    due_at: nullable(Timestamp),
    is_overdue: t.boolean,
    claim: nullable(t.type({ staff_id: t.string, name: t.string, until: Timestamp, is_mine: t.boolean })),
    approvals: t.type({ needed: Ordinal, given: Count }),
    version: Ordinal,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  'Review',
);

/**
 * A legal hold: who keeps the profile from being erased, since when, and why. Of the operator's, neither the name of
 * who has set it nor the note.
 */
const HoldBody = t.type({
  by: t.type({ type: oneOf(actorTypes), id: t.string }),
  at: Timestamp,
  note: nullable(t.string),
});

/**
 * One profile, with the hold on it, and since when its erasure by retention is announced, for whoever may see that.
 */
export const HeldReviewBody = t.intersection(
  [ReviewBody, t.partial({ hold: nullable(HoldBody), erasure_announced_at: nullable(Timestamp) })],
  'HeldReview',
);

/** A page of the queue. `looked` is how many profiles of the queue were looked at for it. */
export const ReviewList = t.intersection([listOf(ReviewBody, 'Reviews'), t.type({ looked: Count })], 'ReviewList');

/**
 * What a search has found. A search by name looks at `looked` profiles, at most 200; `next_cursor` continues behind
 * them.
 */
export const FoundReviews = t.intersection(
  [
    t.type({ object: t.literal('list'), data: t.readonlyArray(ReviewBody) }),
    t.partial({ next_cursor: nullable(t.string), looked: Count }),
  ],
  'FoundReviews',
);

export const NextReviewBody = t.type({ object: t.literal('next_review'), review: nullable(ReviewBody) }, 'NextReview');

const CountBody = t.type({ value: Count, at_least: t.boolean });

export const ReviewSummaryBody = t.type(
  {
    object: t.literal('review_summary'),
    waiting: CountBody,
    claimed: CountBody,
    mine: CountBody,
    overdue: CountBody,
    oldest_waiting_since: nullable(Timestamp),
  },
  'ReviewSummary',
);

export const ReviewDecisionBody = t.type(
  {
    object: t.literal('review_decision'),
    entry: LedgerEntryBody,
    profile_status: StatusCodec,
    review: ReviewBody,
  },
  'ReviewDecision',
);

export const reviewBody = (review: ReviewView): t.TypeOf<typeof ReviewBody> => {
  const { approvals, claim, dueAt, isOverdue, profile, waitingSince } = review;
  return {
    object: 'review',
    profile_id: profile.id,
    reference: profile.reference,
    status: profile.status,
    is_waiting: waitingSince !== null,
    status_reasons: profile.statusReasons,
    policy: { id: profile.policy.id, version: profile.policy.version },
    attempt: { number: profile.attempt.number, max: profile.attempt.max },
    waiting_since: waitingSince,
    due_at: dueAt,
    is_overdue: isOverdue,
    claim: claim && { staff_id: claim.staffId, name: claim.name, until: claim.until, is_mine: claim.isMine },
    approvals: { needed: approvals.needed, given: approvals.given },
    version: profile.version,
    created_at: profile.createdAt,
    updated_at: profile.updatedAt,
  };
};

/** A profile for a member of staff. Whoever may not see a hold gets no word of whether there is one. */
export const reviewBodyFor = (caller: StaffPrincipal, review: ReviewView): t.TypeOf<typeof HeldReviewBody> => {
  const body = reviewBody(review);
  if (!seesHolds(caller)) return body;
  const { erasureAnnouncedAt = null, legalHold = null } = review.profile;
  return { ...body, hold: legalHold && holdBody(legalHold), erasure_announced_at: erasureAnnouncedAt };
};

const holdBody = ({ by, note, since }: LegalHold): t.TypeOf<typeof HoldBody> => ({
  by: withoutOperatorName(by),
  at: since,
  note: by.type === 'operator' ? null : (note ?? null),
});

const countBody = ({ atLeast, value }: ReviewCount): t.TypeOf<typeof CountBody> => ({ value, at_least: atLeast });

export const reviewSummaryBody = (counts: ReviewSummaryView): t.TypeOf<typeof ReviewSummaryBody> => ({
  object: 'review_summary',
  waiting: countBody(counts.waiting),
  claimed: countBody(counts.claimed),
  mine: countBody(counts.mine),
  overdue: countBody(counts.overdue),
  oldest_waiting_since: counts.oldestWaitingSince,
});

type Decided = { readonly entry: LedgerEntry; readonly profileStatus: Status; readonly review: ReviewView };

export const reviewDecisionBody = ({ entry, profileStatus, review }: Decided): t.TypeOf<typeof ReviewDecisionBody> => ({
  object: 'review_decision',
  entry,
  profile_status: profileStatus,
  review: reviewBody(review),
});
