import { dayOf, documentFacts, machineRead } from '@portcullis/documents';
import { decide } from '../../checks/decide.ts';
import { currentEvidence } from '../../evidence/current-evidence.ts';
import { addDays } from '../../kernel/dates.ts';
import { E } from '../../kernel/fp.ts';
import type { Status } from '../../kernel/status.ts';
import type { ReasonCode } from '../../policy/reasons.ts';
import { asSystem, type ProfileDraft, patch, transition } from '../draft.ts';
import type { Profile } from '../profile.ts';
import { decisionInput } from '../requirements.ts';
import { isOpen, type TransitionEvent } from '../transitions.ts';

type DueEvent = { readonly event: TransitionEvent; readonly to: Status; readonly reason: ReasonCode };

const lapseReason = ({ policy, profile }: ProfileDraft): ReasonCode => {
  const { reading } = currentEvidence(decisionInput(profile));
  const expires = reading ? machineRead(documentFacts(reading.value))?.fields.date_of_expiry : undefined;
  const lastDay = expires === undefined ? undefined : addDays(expires, policy.documents.expiryGraceDays);
  return lastDay !== undefined && profile.lapsesAt !== null && lastDay < dayOf(profile.lapsesAt)
    ? 'lapse_document_expired'
    : 'lapse_validity_ended';
};

const dueEvent = (draft: ProfileDraft): DueEvent | null => {
  const { now, profile } = draft;
  if (isOpen(profile.status) && now >= profile.expiresAt) {
    const reason = profile.status === 'created' ? 'flow_expired_unopened' : 'flow_expired_abandoned';
    return { event: 'expired', to: 'expired', reason };
  }
  if (profile.status === 'processing' && profile.processingEndsAt !== null && now >= profile.processingEndsAt) {
    return { event: 'processing_timed_out', to: 'in_review', reason: 'provider_timeout' };
  }
  if (profile.status === 'approved' && profile.lapsesAt !== null && now >= profile.lapsesAt) {
    return { event: 'lapsed', to: 'lapsed', reason: lapseReason(draft) };
  }
  return null;
};

/** A reviewer who takes over after a time-out sees the checks as far as they got. */
const timeoutPatch = ({ now, policy, profile }: ProfileDraft, event: TransitionEvent): Partial<Profile> =>
  event === 'processing_timed_out'
    ? { processingEndsAt: null, checks: decide(policy, decisionInput(profile), now).checks }
    : {};

/**
 * Applies what has become due with time alone: at most one event, since no event leads to a status with another due
 * event.
 */
export const applyDue = (draft: ProfileDraft): ProfileDraft => {
  const due = draft.profile.redaction ? null : dueEvent(draft);
  if (!due) return draft;
  const moved = transition(asSystem(draft), due.event, due.to, { reasons: [due.reason] });
  if (E.isLeft(moved)) return draft;
  return { ...patch(moved.right, timeoutPatch(draft, due.event)), actor: draft.actor };
};
