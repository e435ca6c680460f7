import type { Claimed } from '../../evidence/evidence.ts';
import { type ChangeLimitReached, invalid, invalidTransition } from '../../kernel/errors.ts';
import { E, type Either, pipe } from '../../kernel/fp.ts';
import { openPath } from '../../policy/paths.ts';
import type { Policy } from '../../policy/policy.ts';
import type { ReasonCode } from '../../policy/reasons.ts';
import type { Command, NewEvidence, ProfileAction } from '../commands.ts';
import {
  type FinalizedChange,
  finalize,
  type ProfileDraft,
  patch,
  recordEvent,
  rejectTransition,
  transition,
} from '../draft.ts';
import {
  changeSettings,
  differingSettings,
  mergeSettings,
  settingsEventData,
  settingsFault,
} from '../partner-settings.ts';
import type { Profile } from '../profile.ts';
import { isBusy, isOpen } from '../transitions.ts';
import { applyDue } from './apply-due.ts';
import { changeLimitOf } from './change-limit.ts';
import { completeChecks } from './complete-checks.ts';
import {
  announceErasure,
  completeErasure,
  type ErasureRejection,
  hold,
  release,
  requestErasure,
  takeBackErasure,
} from './erasure.ts';
import { supplyObservation } from './observation.ts';
import { withFailedAnalysis, withFailedInspection } from './paid-calls.ts';
import { withoutRepetitions } from './repeated-evidence.ts';
import * as review from './review.ts';
import { needsConsent, type SupplyRejection, submit, supplyEvidence, withdrawConsent } from './supply.ts';
import { consentRefusal } from './upload-rules.ts';

/** Why a command is rejected. A rejected command writes nothing. */
export type Rejection = SupplyRejection | ErasureRejection | review.ReviewRejection | ChangeLimitReached;

type Supplied = Extract<ProfileAction, { type: 'supply' }>;

/** The claims after some were made, if that changes anything. */
const newClaims = (profile: Profile, made: Claimed): readonly NewEvidence[] => {
  const before = new Map(Object.entries(profile.claimed));
  const differs = Object.entries(made).some(([field, value]) => before.get(field) !== value);
  return differs ? [{ kind: 'claimed', claimed: { ...profile.claimed, ...made } }] : [];
};

/** Whether consent is withdrawn or declined, and nothing else is supplied with it. */
const isWithdrawal = ({ claimed, evidence, language, metadata }: Supplied): boolean =>
  evidence.length === 1 &&
  evidence.every((item) => item.kind === 'consent' && !item.granted) &&
  [claimed, language, metadata].every((other) => other === undefined);

/** Whether a choice is of another path than the open one. Whatever else is supplied is news. */
const isNews =
  ({ policy, profile }: ProfileDraft) =>
  (item: NewEvidence): boolean =>
    item.kind !== 'path_chosen' || item.path !== openPath(policy, profile.evidence).id;

const supply = (draft: ProfileDraft, action: Supplied): Either<Rejection, ProfileDraft> => {
  const { claimed, evidence, ...requested } = action;
  if (isBusy(draft.profile.status) && isWithdrawal(action)) return withdrawConsent(draft, evidence);
  if (!isOpen(draft.profile.status)) {
    const refusal = evidence.some(needsConsent) ? consentRefusal(draft.profile) : null;
    return E.left(refusal ?? rejectTransition(draft, 'evidence_added'));
  }
  const { profile } = draft;
  const change = differingSettings(profile, requested);
  const settings = changeSettings(profile, change);
  const changed = patch(draft, { ...(claimed && { claimed: { ...profile.claimed, ...claimed } }), ...settings });
  const personal = settingsEventData(change);
  const recorded = personal ? recordEvent(changed, 'profile.updated', { personal }) : changed;
  const fault = settingsFault(settings);
  if (fault) return E.left(fault);
  const items = [...newClaims(profile, claimed ?? {}), ...withoutRepetitions(profile, evidence).filter(isNews(draft))];
  return items.length > 0 ? supplyEvidence(recorded, items) : E.right(recorded);
};

const issueLink = (draft: ProfileDraft): ProfileDraft => {
  const linkGeneration = draft.profile.linkGeneration + 1;
  return recordEvent(patch(draft, { linkGeneration }), 'flow.link_issued', { data: { generation: linkGeneration } });
};

const reuse = (
  draft: ProfileDraft,
  action: Extract<ProfileAction, { type: 'reuse' }>,
): Either<Rejection, ProfileDraft> => {
  if (!isOpen(draft.profile.status)) return E.left(rejectTransition(draft, 'reused'));
  const changed = patch(draft, {
    claimed: { ...draft.profile.claimed, ...action.claimed },
    ...mergeSettings(draft.profile, action),
  });
  const recorded = recordEvent(changed, 'profile.reused', {
    personal: { metadata_keys: Object.keys(action.metadata).toSorted() },
  });
  const fault = settingsFault(changed.profile);
  if (fault) return E.left(fault);
  const supplied = supplyEvidence(recorded, newClaims(draft.profile, action.claimed));
  return action.keepLink ? supplied : pipe(supplied, E.map(issueLink));
};

const cancelReason = (
  { actor }: ProfileDraft,
  { replaced }: Extract<ProfileAction, { type: 'canceled' }>,
): ReasonCode => {
  if (replaced) return 'policy_changed';
  return actor.type === 'flow' ? 'flow_canceled_by_user' : 'flow_canceled_by_client';
};

/** The actions that partners and persons can repeat at will. Ends of profiles and decisions are not here. */
const limitedActions: readonly ProfileAction['type'][] = ['supply', 'reuse', 'renew_link', 'append'];

/**
 * Why a profile takes no more, or `null`. A withdrawal of consent by itself is always taken: it submits an open
 * profile, and a further one writes nothing, so that nobody repeats it.
 */
const limitRefusal = ({ profile }: ProfileDraft, action: ProfileAction): ChangeLimitReached | null => {
  const isUnlimited = !limitedActions.includes(action.type) || (action.type === 'supply' && isWithdrawal(action));
  return isUnlimited ? null : changeLimitOf(profile);
};

/** Counts a paid call without a reading. Checks do not look at it: an outage costs no attempt. */
const recordFailedAnalysis = (
  draft: ProfileDraft,
  { forAttempt, reason }: Extract<ProfileAction, { type: 'analysis_failed' }>,
): ProfileDraft =>
  forAttempt === draft.profile.attempt.number
    ? recordEvent(patch(draft, withFailedAnalysis(draft.profile)), 'document.analysis_failed', {
        data: { attempt: forAttempt, reason },
      })
    : draft;

/** Counts a paid call that leaves nothing to keep. Checks do not look at it either. */
const recordFailedInspection = (
  draft: ProfileDraft,
  { forAttempt }: Extract<ProfileAction, { type: 'inspection_failed' }>,
): ProfileDraft =>
  forAttempt === draft.profile.attempt.number
    ? recordEvent(patch(draft, withFailedInspection(draft.profile)), 'device.inspection_failed', {
        data: { attempt: forAttempt },
      })
    : draft;

const partnerEvent = /^partner\./;

/** A partner records what it has seen. The service alone records what it has seen, with its own time. */
const append = (
  draft: ProfileDraft,
  { data, event }: Extract<ProfileAction, { type: 'append' }>,
): Either<Rejection, ProfileDraft> =>
  partnerEvent.test(event)
    ? E.right(recordEvent(draft, event, { personal: data }))
    : E.left(invalid([{ pointer: '/type', message: 'only events of the partner, partner.*, can be appended' }]));

const perform = (draft: ProfileDraft, action: ProfileAction): Either<Rejection, ProfileDraft> => {
  switch (action.type) {
    case 'open_flow':
      return transition(draft, 'flow_opened', 'in_progress');
    case 'supply':
      return supply(draft, action);
    case 'observe':
      return supplyObservation(draft, action.forAttempt, action.evidence);
    case 'analysis_failed':
      return E.right(recordFailedAnalysis(draft, action));
    case 'inspection_failed':
      return E.right(recordFailedInspection(draft, action));
    case 'submit':
      return submit(draft);
    case 'complete_checks':
      return draft.profile.status === 'processing'
        ? completeChecks(draft)
        : E.left(rejectTransition(draft, 'checks_completed'));
    case 'review_approved':
      return review.approve(draft, action);
    case 'review_declined':
      return review.decline(draft, action);
    case 'input_requested':
      return review.requestInput(draft, action);
    case 'reopened':
      return review.reopen(draft, action);
    case 'renewed':
      return review.renew(draft, action);
    case 'canceled':
      return transition(draft, 'canceled', 'canceled', {
        reasons: [cancelReason(draft, action)],
        ...(action.note && { personal: { note: action.note } }),
      });
    case 'reuse':
      return reuse(draft, action);
    case 'renew_link':
      return isOpen(draft.profile.status)
        ? E.right(issueLink(draft))
        : E.left(rejectTransition(draft, 'flow.link_issued'));
    case 'supersede':
      return E.right(
        recordEvent(patch(draft, { current: false }), 'profile.superseded', { data: { next_profile_id: action.next } }),
      );
    case 'append':
      return append(draft, action);
    case 'announce_erasure':
      return E.right(announceErasure(draft, action.at));
    case 'take_back_erasure':
      return E.right(takeBackErasure(draft, action.at));
    case 'erase':
      return requestErasure(draft, action.because);
    case 'erased':
      return completeErasure(draft);
    case 'hold':
      return E.right(hold(draft, action.note));
    case 'release':
      return release(draft, action.note);
  }
};

/** A profile that is being erased accepts nothing more from anybody, not even a provider's late answer. */
const acceptsAction = ({ redaction }: Profile, { type }: ProfileAction): boolean =>
  redaction === undefined || type === 'erase' || type === 'erased';

/** The draft with which a change of a profile begins. */
const beginDraft = (policy: Policy, profile: Profile, actor: Command['actor'], now: string): ProfileDraft => ({
  policy,
  profile,
  entries: [],
  actor,
  now: now < profile.updatedAt ? profile.updatedAt : now,
});

/** Applies what has become due with time, and nothing else. */
export const applyElapsedTime = (policy: Policy, profile: Profile, now: string): FinalizedChange =>
  finalize(applyDue(beginDraft(policy, profile, { type: 'system', id: 'portcullis' }, now)), null);

/**
 * Applies a command; this is the one way to change a profile, and it is pure. It answers the profile in its new state
 * and the entries that led to it; there are no entries when the command was applied before.
 */
export const execute = (
  policy: Policy,
  profile: Profile,
  command: Command,
  now: string,
): Either<Rejection, FinalizedChange> => {
  if (profile.applied.some(({ commandId }) => commandId === command.id)) return E.right({ profile, entries: [] });
  if (!acceptsAction(profile, command.action))
    return E.left(invalidTransition(command.action.type, profile.status, []));
  const draft = applyDue(beginDraft(policy, profile, command.actor, now));
  const done = perform(draft, command.action);
  if (E.isLeft(done)) return done;
  if (done.right.entries.length === 0) return E.right({ profile, entries: [] });
  const refusal = limitRefusal(draft, command.action);
  return refusal ? E.left(refusal) : E.right(finalize(done.right, command.id));
};

/** Applies what has become due with time, then the commands one after another; all of it or nothing. */
export const executeAll = (
  policy: Policy,
  profile: Profile,
  commands: readonly Command[],
  now: string,
): Either<Rejection, FinalizedChange> => {
  let done: FinalizedChange = applyElapsedTime(policy, profile, now);
  for (const command of commands) {
    const next = execute(policy, done.profile, command, now);
    if (E.isLeft(next)) return next;
    done = { profile: next.right.profile, entries: [...done.entries, ...next.right.entries] };
  }
  return E.right(done);
};
