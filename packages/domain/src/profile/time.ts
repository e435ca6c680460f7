import type { ReasonCode } from '../decision/reasons.ts';
import { documentFacts } from '../evidence/document-facts.ts';
import { inForce } from '../evidence/in-force.ts';
import { E } from '../fp.ts';
import { amend, asSystem, type Draft, move } from './draft.ts';
import type { Profile, Status } from './profile.ts';
import { caseFile } from './requirements.ts';
import { isOpen, type ProfileEvent } from './transitions.ts';

type Due = { readonly event: ProfileEvent; readonly to: Status; readonly reason: ReasonCode };

const lapseReason = (profile: Profile): ReasonCode => {
  const { reading } = inForce(caseFile(profile));
  const expires = reading ? documentFacts(reading.item).mrz?.fields.date_of_expiry : undefined;
  return expires !== undefined && profile.lapsesAt !== null && expires < profile.lapsesAt
    ? 'lapse_document_expired'
    : 'lapse_validity_ended';
};

const dueEvent = (profile: Profile, now: string): Due | null => {
  if (isOpen(profile.status) && now >= profile.expiresAt) {
    const reason = profile.status === 'created' ? 'flow_expired_unopened' : 'flow_expired_abandoned';
    return { event: 'expired', to: 'expired', reason };
  }
  if (profile.status === 'processing' && profile.processingEndsAt !== null && now >= profile.processingEndsAt) {
    return { event: 'processing_timed_out', to: 'in_review', reason: 'provider_timeout' };
  }
  if (profile.status === 'approved' && profile.lapsesAt !== null && now >= profile.lapsesAt) {
    return { event: 'lapsed', to: 'lapsed', reason: lapseReason(profile) };
  }
  return null;
};

/** Applies what time alone has made due: at most one event, since none of them leads to a state with another. */
export const applyDue = (draft: Draft): Draft => {
  const due = dueEvent(draft.profile, draft.now);
  if (!due) return draft;
  const moved = move(asSystem(draft), due.event, due.to, { reasons: [due.reason] });
  if (E.isLeft(moved)) return draft;
  return { ...amend(moved.right, { processingEndsAt: null }), actor: draft.actor };
};
