import type { Check, CheckName } from '../../decision/checks.ts';
import { runChecks } from '../../decision/decide.ts';
import type { Decision } from '../../decision/decision.ts';
import type { Policy } from '../../decision/policy.ts';
import { defaultAction, isReasonCode, type ReasonCode } from '../../decision/reasons.ts';
import {
  type ConsentRequired,
  consentRequired,
  type Invalid,
  type InvalidTransition,
  invalid,
  invalidTransition,
} from '../../errors.ts';
import { inForce } from '../../evidence/in-force.ts';
import { E, type Either } from '../../fp.ts';
import type { Action } from '../commands.ts';
import { amend, type Draft, move, refuse } from '../draft.ts';
import { caseFile, isSupplied } from '../requirements.ts';
import type { Step } from '../steps.ts';
import { permits } from '../transitions.ts';
import { decisionOf, ledgerFacts, settleApproved, withBack } from './judgement.ts';

type ReviewRefusal = InvalidTransition | Invalid | ConsentRequired;
type ActionOf<T extends Action['type']> = Extract<Action, { type: T }>;

const biometric: readonly CheckName[] = ['liveness', 'face_match'];

const missing = (fields: { readonly [name: string]: string | null }): Invalid | null => {
  const faults = Object.entries(fields)
    .filter(([, value]) => !value?.trim())
    .map(([name]) => ({ pointer: `/${name}`, message: 'required for this event' }));
  return faults.length > 0 ? invalid(faults) : null;
};

/**
 * Whether a required biometric check failed with more than a doubt. What the policy sends to review is for the reviewer
 * to settle.
 */
const isBiometricFailure =
  ({ actions }: Policy) =>
  ({ name, reasons, requirement, status }: Check): boolean =>
    requirement === 'required' &&
    status === 'failed' &&
    biometric.includes(name) &&
    reasons.some((reason) => (actions[reason] ?? defaultAction(reason)) !== 'review');

/** Whether the person's face was processed although they have not consented, or no longer do. */
const withoutConsent = ({ profile }: Draft): boolean =>
  profile.evidence.some(({ kind }) => kind === 'liveness_result' || kind === 'face_match') &&
  inForce(caseFile(profile)).consent?.item.granted !== true;

/**
 * What prevents an approval, by the present evidence: a time-out judged nothing, and an earlier judgement saw other
 * evidence. A reviewer cannot override a failed biometric check, unless the policy allows it.
 */
const objection = (draft: Draft, checks: readonly Check[]): ReviewRefusal | null => {
  if (withoutConsent(draft)) return consentRequired;
  if (draft.policy.biometricOverride || !checks.some(isBiometricFailure(draft.policy))) return null;
  const { allowed, status } = refuse(draft, 'review_approved');
  return invalidTransition(
    'review_approved',
    status,
    allowed.filter((event) => event !== 'review_approved'),
  );
};

const codes = (given: string, own: ReasonCode): readonly ReasonCode[] =>
  isReasonCode(given) && given !== own ? [own, given] : [own];

/**
 * A reason that is a code is the ledger's own word. Any other reason was written by somebody, like the note, and is
 * personal.
 */
const said = (reason: string, note: string) =>
  isReasonCode(reason) ? { data: { reason }, personal: { note } } : { data: {}, personal: { reason, note } };

const byReviewer = (draft: Draft): Decision['decidedBy'] => ({ type: 'reviewer', id: draft.actor.id });

/** A reviewer approves with a reason and a note, and never against a failed required biometric check. */
export const approve = (draft: Draft, { reason, note }: ActionOf<'review_approved'>): Either<ReviewRefusal, Draft> => {
  if (!permits('review_approved', draft.profile.status, draft.actor.type))
    return E.left(refuse(draft, 'review_approved'));
  const checks = runChecks(draft.policy, caseFile(draft.profile), draft.now);
  const against = objection(draft, checks) ?? missing({ reason, note });
  if (against) return E.left(against);
  const reasons = codes(reason, 'review_approved_override');
  const decision = decisionOf(draft, 'approve', reasons, byReviewer(draft));
  const { data, personal } = said(reason, note);
  const facts = { reasons, personal, data: { ...data, ...ledgerFacts(decision, checks) } };
  return move(settleApproved(amend(draft, { checks }), decision), 'review_approved', 'approved', facts);
};

/** A reviewer declines, with a reason and a note. */
export const decline = (draft: Draft, { reason, note }: ActionOf<'review_declined'>): Either<ReviewRefusal, Draft> => {
  if (!permits('review_declined', draft.profile.status, draft.actor.type))
    return E.left(refuse(draft, 'review_declined'));
  const fault = missing({ reason, note });
  if (fault) return E.left(fault);
  const reasons = codes(reason, 'review_declined');
  const decision = decisionOf(draft, 'decline', reasons, byReviewer(draft));
  const checks = runChecks(draft.policy, caseFile(draft.profile), draft.now);
  const { data, personal } = said(reason, note);
  return move(amend(draft, { decision, decidedAt: draft.now }), 'review_declined', 'declined', {
    reasons,
    personal,
    data: { ...data, ...ledgerFacts(decision, checks) },
  });
};

/** Grants another attempt, with the given steps to do again and the full time to do them. */
const askAgain = (draft: Draft, steps: readonly Step[], max: number): Draft =>
  amend(draft, {
    attempt: { number: draft.profile.attempt.number + 1, max },
    askedSteps: [...new Set(steps)],
    expiresAt: new Date(Date.parse(draft.now) + draft.policy.expiresAfterSeconds * 1000).toISOString(),
    decidedAt: null,
    lapsesAt: null,
  });

/**
 * The steps that a reviewer asks for, and those that were asked for before and never supplied: asking for one step does
 * not waive another.
 */
const stepsToAsk = ({ profile }: Draft, steps: readonly Step[]): readonly Step[] => {
  const selected = inForce(caseFile(profile));
  const owed = (profile.askedSteps ?? []).filter((step) => !isSupplied(step, selected));
  return withBack([...steps, ...owed], selected);
};

/** A reviewer asks for more input. A further attempt is granted where none was left. */
export const requestInput = (
  draft: Draft,
  { steps, note }: ActionOf<'input_requested'>,
): Either<ReviewRefusal, Draft> => {
  if (!permits('input_requested', draft.profile.status, draft.actor.type))
    return E.left(refuse(draft, 'input_requested'));
  const noSteps = steps.length === 0 ? [{ pointer: '/steps', message: 'at least one step' }] : [];
  const fault = missing({ note }) ?? (noSteps.length > 0 ? invalid(noSteps) : null);
  if (fault) return E.left(fault);
  const { attempt } = draft.profile;
  const asked = askAgain(draft, stepsToAsk(draft, steps), Math.max(attempt.max, attempt.number + 1));
  return move(asked, 'input_requested', 'requires_input', {
    reasons: ['review_input_requested'],
    personal: { note },
    data: { steps },
  });
};

/** A settled decision is opened again; the approval is not valid meanwhile. */
export const reopen = (draft: Draft, { note }: ActionOf<'reopened'>): Either<ReviewRefusal, Draft> => {
  if (!permits('reopened', draft.profile.status, draft.actor.type)) return E.left(refuse(draft, 'reopened'));
  const fault = missing({ note });
  if (fault) return E.left(fault);
  const opened = amend(draft, { decidedAt: null, lapsesAt: null });
  return move(opened, 'reopened', 'in_review', { reasons: ['review_reopened'], personal: { note } });
};

/** A lapsed approval starts again: every step must be done again, with new attempts. */
export const renew = (draft: Draft, { note }: ActionOf<'renewed'>): Either<ReviewRefusal, Draft> => {
  if (!permits('renewed', draft.profile.status, draft.actor.type)) return E.left(refuse(draft, 'renewed'));
  const { number } = draft.profile.attempt;
  const asked = askAgain(draft, draft.policy.steps, number + draft.policy.maxAttempts);
  return move(asked, 'renewed', 'requires_input', note ? { personal: { note } } : {});
};
