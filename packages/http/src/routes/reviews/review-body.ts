import type { ReviewCount, ReviewSummaryView, ReviewView } from '@portcullis/backoffice';
import type { LedgerEntry, LegalHold, Status } from '@portcullis/domain';
import { type StaffPrincipal, withoutOperatorName } from '@portcullis/domain/kernel';
import { seesHolds } from '../../responses/redacted-bodies.ts';

/** A profile as the console lists it. Nothing of the person is in it but the partner's reference. */
export const reviewBody = (review: ReviewView) => {
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
export const reviewBodyFor = (caller: StaffPrincipal, review: ReviewView) => {
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

/** A count, and whether counting stopped there. */
export const countBody = ({ atLeast, value }: ReviewCount) => ({ value, at_least: atLeast });

export const reviewSummaryBody = (counts: ReviewSummaryView) => ({
  object: 'review_summary',
  waiting: countBody(counts.waiting),
  claimed: countBody(counts.claimed),
  mine: countBody(counts.mine),
  overdue: countBody(counts.overdue),
  oldest_waiting_since: counts.oldestWaitingSince,
});

type Decided = { readonly entry: LedgerEntry; readonly profileStatus: Status; readonly review: ReviewView };

export const reviewDecisionBody = ({ entry, profileStatus, review }: Decided) => ({
  object: 'review_decision',
  entry,
  profile_status: profileStatus,
  review: reviewBody(review),
});
