import type { ReviewCount, ReviewSummaryView, ReviewView } from '@portcullis/backoffice';
import type { LedgerEntry, LegalHold, Status } from '@portcullis/domain';
import { IdCodec, type StaffPrincipal, t, withoutOperatorName } from '@portcullis/domain/kernel';
import { LedgerEntryBody } from '../../responses/ledger-body.ts';
import { ActorBody, AttemptBody, PolicyRefBody } from '../../responses/profile-body.ts';
import { seesHolds } from '../../responses/redacted-bodies.ts';
import {
  Count,
  countedListOf,
  nullable,
  Ordinal,
  Reasons,
  StatusCodec,
  Timestamp,
} from '../../responses/shared-codecs.ts';

const ClaimBody = t.type({ staff_id: t.string, name: t.string, until: Timestamp, is_mine: t.boolean }, 'ReviewClaim');

const HoldBody = t.type({ by: ActorBody, at: Timestamp, note: nullable(t.string) }, 'LegalHold');

export const ReviewBody = t.intersection(
  [
    t.type({
      object: t.literal('review'),
      profile_id: IdCodec,
      reference: t.string,
      status: StatusCodec,
      is_waiting: t.boolean,
      status_reasons: Reasons,
      policy: PolicyRefBody,
      attempt: AttemptBody,
      waiting_since: nullable(Timestamp),
      due_at: nullable(Timestamp),
      is_overdue: t.boolean,
      claim: nullable(ClaimBody),
      approvals: t.type({ needed: Count, given: Count }),
      version: Ordinal,
      created_at: Timestamp,
      updated_at: Timestamp,
    }),
    t.partial({ hold: nullable(HoldBody), erasure_announced_at: nullable(Timestamp) }),
  ],
  'Review',
);

export const ReviewList = t.intersection(
  [countedListOf(ReviewBody, 'page of reviews'), t.type({ looked: Count })],
  'ReviewList',
);

/** A profile as the console lists it. Nothing of the person is in it but the partner's reference. */
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

/** A profile for a member of staff. A reader who may not see a hold gets no word of whether there is one. */
export const reviewBodyFor = (caller: StaffPrincipal, review: ReviewView): t.TypeOf<typeof ReviewBody> => {
  const body = reviewBody(review);
  if (!seesHolds(caller)) return body;
  const { erasureAnnouncedAt, legalHold = null } = review.profile;
  return { ...body, hold: legalHold && holdBody(legalHold), erasure_announced_at: erasureAnnouncedAt };
};

/** A hold of the operator shows neither the name of its setter nor the note. */
const holdBody = ({ by, note, since }: LegalHold) => ({
  by: withoutOperatorName(by),
  at: since,
  note: by.type === 'operator' ? null : (note ?? null),
});

export const CountBody = t.type({ value: Count, at_least: t.boolean }, 'ReviewCount');

export const countBody = ({ atLeast, value }: ReviewCount): t.TypeOf<typeof CountBody> => ({
  value,
  at_least: atLeast,
});

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

export const reviewSummaryBody = (counts: ReviewSummaryView): t.TypeOf<typeof ReviewSummaryBody> => ({
  object: 'review_summary',
  waiting: countBody(counts.waiting),
  claimed: countBody(counts.claimed),
  mine: countBody(counts.mine),
  overdue: countBody(counts.overdue),
  oldest_waiting_since: counts.oldestWaitingSince,
});

type Decided = { readonly entry: LedgerEntry; readonly profileStatus: Status; readonly review: ReviewView };

export const DecidedReviewBody = t.type(
  {
    object: t.literal('review_decision'),
    entry: LedgerEntryBody,
    profile_status: StatusCodec,
    review: ReviewBody,
  },
  'DecidedReview',
);

export const reviewDecisionBody = ({ entry, profileStatus, review }: Decided): t.TypeOf<typeof DecidedReviewBody> => ({
  object: 'review_decision',
  entry,
  profile_status: profileStatus,
  review: reviewBody(review),
});
