import { decide } from '../../checks/decide.ts';
import type { Decision } from '../../checks/decision.ts';
import type { Check } from '../../checks/shared/check.ts';
import { currentEvidence, isSupplied } from '../../evidence/current-evidence.ts';
import { decode } from '../../kernel/codec.ts';
import {
  type BiometricsNotPassed,
  biometricsNotPassed,
  type ConsentRequired,
  consentRequired,
  type Invalid,
  type InvalidTransition,
  invalid,
} from '../../kernel/errors.ts';
import { E, type Either } from '../../kernel/fp.ts';
import { clientAsReviewer } from '../../kernel/principal.ts';
import type { Step } from '../../kernel/steps.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import { pathsOf } from '../../policy/paths.ts';
import { isReasonCode, type ReasonCode } from '../../policy/reasons.ts';
import type { ProfileAction } from '../commands.ts';
import { type ProfileDraft, patch, recordEvent, rejectTransition, transition } from '../draft.ts';
import type { Profile } from '../profile.ts';
import { decisionInput, hasConsent, refusesFaceAlone } from '../requirements.ts';
import {
  currentApprovals,
  isSameReviewer,
  isStaffId,
  namesStaff,
  type ReviewApproval,
  type Reviewer,
  ReviewerIdCodec,
} from '../reviewer.ts';
import { isPermitted } from '../transitions.ts';
import { isUnproven } from '../view-profile.ts';
import { approveProfile, decisionLedgerFacts, makeDecision, withRelatedSteps } from './complete-checks.ts';
import { unprovenBiometrics } from './unproven-biometrics.ts';
import { lacksConsent } from './upload-rules.ts';

/** Why a review is rejected. */
export type ReviewRejection = InvalidTransition | Invalid | ConsentRequired | BiometricsNotPassed;
type ActionOf<T extends ProfileAction['type']> = Extract<ProfileAction, { type: T }>;

const staffIdTaken = invalid([
  { pointer: '/reviewer/id', message: 'has the form of an id of staff of this service, who review at the console' },
]);

const staffNamed = invalid([
  { pointer: '/reviewer/name', message: 'has the id of a member of staff of this service, who review at the console' },
]);

/** The fault of the reviewer of a review. Anybody may call with a text of their own, so its form is checked here. */
const reviewerFault = ({ actor }: ProfileDraft, reviewer: Reviewer | null): Invalid | null => {
  if (reviewer === null) return invalid([{ pointer: '/reviewer', message: 'required for this event' }]);
  if (actor.type !== 'reviewer' && isStaffId(reviewer.id)) return staffIdTaken;
  if (actor.type !== 'reviewer' && namesStaff(reviewer.name ?? '')) return staffNamed;
  const id = decode(ReviewerIdCodec, reviewer.id);
  return E.isLeft(id) ? invalid(id.left.map(({ message }) => ({ pointer: '/reviewer/id', message }))) : null;
};

const missingFields = (fields: { readonly [name: string]: string | null }): Invalid | null => {
  const faults = Object.entries(fields)
    .filter(([, value]) => !value?.trim())
    .map(([name]) => ({ pointer: `/${name}`, message: 'required for this event' }));
  return faults.length > 0 ? invalid(faults) : null;
};

/**
 * Whether the consent is missing without which nobody may approve: the person's face was processed without it, or the
 * policy asks for it or it was declined or withdrawn. No override makes up for it. A person who refused the face check
 * alone has consented to a decision over the document, and what was made of their face before was made with their
 * consent (GDPR, Article 7(3)).
 */
const lacksConsentToApprove = ({ policy, profile }: ProfileDraft): boolean =>
  !refusesFaceAlone(profile) &&
  ((profile.evidence.some(({ kind }) => kind === 'liveness_result' || kind === 'face_match') && !hasConsent(profile)) ||
    lacksConsent(policy, profile));

/**
 * The obstacle to an approval, by the present evidence: a time-out judged nothing, and an earlier judgement saw other
 * evidence. A reviewer cannot override a biometric check that has not passed, unless the policy names it.
 */
const objection = (draft: ProfileDraft, checks: readonly Check[]): ReviewRejection | null => {
  if (lacksConsentToApprove(draft)) return consentRequired;
  const unproven = unprovenBiometrics(draft, checks);
  if (unproven.length === 0) return null;
  const { allowed } = rejectTransition(draft, 'review_approved');
  return biometricsNotPassed(
    unproven,
    allowed.filter((event) => event !== 'review_approved'),
  );
};

const reviewReasons = (given: string, own: ReasonCode): readonly ReasonCode[] =>
  isReasonCode(given) && given !== own ? [own, given] : [own];

/** The ledger's facts of a review: the hashed part, and what is erased. */
type ReviewFacts = Required<Pick<LedgerEntry, 'data' | 'personal'>>;

/** The ledger's facts of a reviewer: the opaque id for ever, the name until the erasure. */
const reviewerDetails = (reviewer: Reviewer | null) => ({
  data: reviewer ? { reviewer: reviewer.id } : {},
  personal: reviewer?.name ? { reviewer_name: reviewer.name } : {},
});

/**
 * A reason that is a code is the ledger's own word. Any other reason was written by somebody, like the note, and is
 * personal.
 */
const reviewDetails = (reviewer: Reviewer | null, reason: string, note: string): ReviewFacts => {
  const { data, personal } = reviewerDetails(reviewer);
  const written = note === '' ? personal : { ...personal, note };
  return isReasonCode(reason)
    ? { data: { ...data, reason }, personal: written }
    : { data, personal: { ...written, reason } };
};

/** Names in the ledger that the face check was refused, and that the reviewer has approved without it. */
const withRefusal = (details: ReviewFacts, profile: Profile): ReviewFacts =>
  refusesFaceAlone(profile) ? { ...details, data: { ...details.data, consent_refused: 'face' } } : details;

/** The ledger's facts of a review that decides. */
const withDecision = (details: ReviewFacts, decision: Decision, checks: readonly Check[]): ReviewFacts => {
  const { data, personal } = decisionLedgerFacts(decision, checks);
  return { data: { ...details.data, ...data }, personal: { ...details.personal, ...personal } };
};

const reviewDecider = (draft: ProfileDraft, reviewer: Reviewer | null): Decision['decidedBy'] => ({
  type: 'reviewer',
  id: reviewer?.id ?? draft.actor.id,
});

/** The profile without the approvals of a review that is over. */
const withoutApprovals = ({ approvals }: Profile): Pick<Profile, 'approvals'> => (approvals ? { approvals: [] } : {});

type Approver = Pick<ReviewApproval, 'reviewer' | 'behind'>;

/**
 * The approver. A client's names for its reviewers are its own word: it is one reviewer, whomever it names, unless the
 * operator trusts those.
 */
const approverOf = (draft: ProfileDraft, { behind, reviewer }: ActionOf<'review_approved'>): Approver => {
  const own = draft.actor.type === 'machine' ? [clientAsReviewer(draft.actor.id)] : [];
  const others = behind ?? own;
  return { reviewer: reviewDecider(draft, reviewer).id, ...(others.length > 0 && { behind: others }) };
};

const approvedAlready = 'has approved already: another reviewer must approve, too';
const clientApproved =
  'is one reviewer with the client that calls, which has approved already: somebody else must approve, too';

/** A reviewer whose approval stands already cannot be the second one. */
const repetitionFault = (approvals: readonly ReviewApproval[], approver: Approver): Invalid | null => {
  if (!approvals.some((one) => isSameReviewer(one, approver))) return null;
  const isNamed = approvals.some((one) => isSameReviewer({ reviewer: one.reviewer }, { reviewer: approver.reviewer }));
  return invalid([{ pointer: '/reviewer/id', message: isNamed ? approvedAlready : clientApproved }]);
};

/**
 * Records the first of two approvals. It decides nothing, and holds as long as neither evidence nor attempt changes.
 */
const recordFirstApproval = (draft: ProfileDraft, decision: Decision, facts: ReviewFacts): ProfileDraft =>
  recordEvent(draft, 'review.first_approval', {
    personal: facts.personal,
    data: {
      ...facts.data,
      evidence_digest: decision.evidenceDigest,
      evidence_count: decision.evidenceCount,
      attempt: decision.attempt,
    },
  });

/**
 * The fields that an approval lacks. A partner gives a reason and a note for each; a member of staff, who decides over
 * the case itself, says why where a check did not pass.
 */
const missingOfApproval = (
  { actor }: ProfileDraft,
  checks: readonly Check[],
  { note, reason }: { readonly reason: string; readonly note: string },
): Invalid | null =>
  actor.type === 'reviewer' && !checks.some(isUnproven) ? missingFields({ reason }) : missingFields({ reason, note });

/**
 * A reviewer approves with a reason and a note, and never over a biometric check that has not passed. Under a policy
 * with `fourEyes` the profile stays in review until a second reviewer approves as well.
 */
export const approve = (
  draft: ProfileDraft,
  action: ActionOf<'review_approved'>,
): Either<ReviewRejection, ProfileDraft> => {
  if (!isPermitted('review_approved', draft.profile.status, draft.actor.type))
    return E.left(rejectTransition(draft, 'review_approved'));
  const { reason, note, reviewer } = action;
  const approver = approverOf(draft, action);
  const verdict = decide(draft.policy, decisionInput(draft.profile), draft.now);
  const { checks } = verdict;
  const approvals = draft.policy.review?.fourEyes ? currentApprovals(draft.profile) : [];
  const rejection =
    objection(draft, checks) ??
    reviewerFault(draft, reviewer) ??
    missingOfApproval(draft, checks, { reason, note }) ??
    repetitionFault(approvals, approver);
  if (rejection) return E.left(rejection);
  const reasons = reviewReasons(reason, 'review_approved_override');
  const decision = makeDecision(draft, 'approve', reasons, reviewDecider(draft, reviewer), verdict);
  const details = withRefusal(reviewDetails(reviewer, reason, note), draft.profile);
  const { attempt, at, evidenceCount } = decision;
  const allApprovals = [...approvals, { ...approver, evidenceCount, attempt, at }];
  const named = patch(draft, { approvals: allApprovals });
  if (draft.policy.review?.fourEyes && approvals.length === 0) {
    return E.right(recordFirstApproval(named, decision, details));
  }
  return transition(approveProfile(patch(named, { checks }), decision), 'review_approved', 'approved', {
    reasons,
    ...withDecision(details, decision, checks),
  });
};

/** A reviewer declines, with a reason and a note. */
export const decline = (
  draft: ProfileDraft,
  { reason, note, reviewer }: ActionOf<'review_declined'>,
): Either<ReviewRejection, ProfileDraft> => {
  if (!isPermitted('review_declined', draft.profile.status, draft.actor.type))
    return E.left(rejectTransition(draft, 'review_declined'));
  const fault = reviewerFault(draft, reviewer) ?? missingFields({ reason, note });
  if (fault) return E.left(fault);
  const reasons = reviewReasons(reason, 'review_declined');
  const verdict = decide(draft.policy, decisionInput(draft.profile), draft.now);
  const decision = makeDecision(draft, 'decline', reasons, reviewDecider(draft, reviewer), verdict);
  const details = reviewDetails(reviewer, reason, note);
  const decided = patch(draft, { decision, decidedAt: draft.now, ...withoutApprovals(draft.profile) });
  return transition(decided, 'review_declined', 'declined', {
    reasons,
    ...withDecision(details, decision, verdict.checks),
  });
};

/** Grants another attempt, with the given steps to do again and the full time to do them. */
const grantAttempt = (draft: ProfileDraft, steps: readonly Step[], max: number): ProfileDraft =>
  patch(draft, {
    attempt: { number: draft.profile.attempt.number + 1, max },
    askedSteps: [...new Set(steps)],
    expiresAt: new Date(Date.parse(draft.now) + draft.policy.expiresAfterSeconds * 1000).toISOString(),
    decidedAt: null,
    lapsesAt: null,
    ...withoutApprovals(draft.profile),
  });

/**
 * The steps that a reviewer asks for, and those that were asked for before and never supplied: asking for one step does
 * not waive another.
 */
const stepsToRequest = ({ profile }: ProfileDraft, steps: readonly Step[]): readonly Step[] => {
  const selected = currentEvidence(decisionInput(profile));
  const owed = (profile.askedSteps ?? []).filter((step) => !isSupplied(step, selected));
  return withRelatedSteps([...steps, ...owed], selected);
};

/** A reviewer asks for more input. A further attempt is granted where none was left. */
export const requestInput = (
  draft: ProfileDraft,
  { steps, note, reviewer }: ActionOf<'input_requested'>,
): Either<ReviewRejection, ProfileDraft> => {
  if (!isPermitted('input_requested', draft.profile.status, draft.actor.type))
    return E.left(rejectTransition(draft, 'input_requested'));
  const noSteps = steps.length === 0 ? [{ pointer: '/steps', message: 'at least one step' }] : [];
  const fault =
    reviewerFault(draft, reviewer) ?? missingFields({ note }) ?? (noSteps.length > 0 ? invalid(noSteps) : null);
  if (fault) return E.left(fault);
  const { attempt } = draft.profile;
  const asked = grantAttempt(draft, stepsToRequest(draft, steps), Math.max(attempt.max, attempt.number + 1));
  const named = reviewerDetails(reviewer);
  return transition(asked, 'input_requested', 'requires_input', {
    reasons: ['review_input_requested'],
    personal: { ...named.personal, note },
    data: { ...named.data, steps },
  });
};

/** A settled decision is opened again; the approval is not valid meanwhile. */
export const reopen = (draft: ProfileDraft, { note }: ActionOf<'reopened'>): Either<ReviewRejection, ProfileDraft> => {
  if (!isPermitted('reopened', draft.profile.status, draft.actor.type))
    return E.left(rejectTransition(draft, 'reopened'));
  const fault = missingFields({ note });
  if (fault) return E.left(fault);
  const opened = patch(draft, { decidedAt: null, lapsesAt: null, ...withoutApprovals(draft.profile) });
  return transition(opened, 'reopened', 'in_review', { reasons: ['review_reopened'], personal: { note } });
};

/** A lapsed approval starts again: every step must be done again, with new attempts. */
export const renew = (draft: ProfileDraft, { note }: ActionOf<'renewed'>): Either<ReviewRejection, ProfileDraft> => {
  if (!isPermitted('renewed', draft.profile.status, draft.actor.type))
    return E.left(rejectTransition(draft, 'renewed'));
  const { number } = draft.profile.attempt;
  const steps = pathsOf(draft.policy).flatMap((path) => path.steps);
  const asked = grantAttempt(draft, steps, number + draft.policy.maxAttempts);
  return transition(asked, 'renewed', 'requires_input', note ? { personal: { note } } : {});
};
