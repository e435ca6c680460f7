import type { Fault } from './event.ts';
import { call, callBehind, show, showStep, stay, type Transition, waitFor } from './proceed.ts';
import { type Call, type LinkFault, noPictures, type Screen, type State } from './state.ts';
import { unsentStep } from './steps.ts';

const linkFaults: Readonly<Partial<Record<Fault['code'], LinkFault>>> = {
  token_expired: 'expired',
  unauthenticated: 'unknown',
  invalid_token: 'unknown',
  not_found: 'unknown',
  record_damaged: 'damaged',
};

/** Somebody else was faster: the same link is open elsewhere, or a reviewer has acted. */
const movedOn: readonly Fault['code'][] = ['invalid_transition', 'version_conflict', 'precondition_failed'];

/** A file that is no picture, or too large. */
const photoFaults: readonly Fault['code'][] = [
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
  'invalid_request',
];

/** No photo would have room: it is not for the person to mend. */
const roomFaults: readonly Fault['code'][] = ['image_budget_exceeded', 'profile_storage_full', 'tenant_storage_full'];

/** The photo is kept before it is read. Where it cannot be read now, the service reads it later. */
const readingFaults: readonly Fault['code'][] = [
  'provider_unavailable',
  'provider_rejected',
  'provider_budget_exhausted',
  'not_configured',
  'deadline_exceeded',
];

/** In seconds. */
const offlinePause = 3;

const reads: readonly Call['type'][] = ['load', 'read_profile'];

/** A fault that is not retryable would come again: then everything is loaded, and what is asked for now comes next. */
const troubleOf = ({ retry_after: retryAfter, retryable }: Fault, failed: Call): Screen => ({
  name: 'trouble',
  call: retryable === false ? { type: 'load' } : failed,
  ...(retryAfter != null && { retryAfter }),
});

/** A file that was chosen for a side is no photo of it. */
export const refuseFile = (state: State): Transition =>
  'side' in state.screen ? show(state, { name: 'photo_refused', sides: [state.screen.side] }) : stay(state);

/** Leads on from an upload that failed; `null` where it is as with any other call. */
const recoverUpload = (state: State, problem: Fault, failed: Call): Transition | null => {
  const { code } = problem;
  // A large upload that was lost in a connection that is there would be lost again: the person decides.
  if (code === 'no_answer') return problem.isOnline === true ? show(state, troubleOf(problem, failed)) : null;
  if (roomFaults.includes(code)) return show(state, { name: 'storage_full' });
  if (photoFaults.includes(code))
    return show(state, { name: 'photo_refused', sides: problem.sides ?? ['front', 'back'] });
  if (readingFaults.includes(code)) return callBehind(state, { type: 'load' });
  const other = code === 'rate_limited' ? unsentStep(state) : undefined;
  // A photo that cannot be read again so soon is no reason to keep the person from the rest.
  return other === undefined ? null : showStep({ ...state, ...noPictures }, other.step);
};

/** Leads on from a call that failed: to what happened meanwhile, to the same call again, or to why there is none. */
export const recover = (state: State, problem: Fault, failed: Call): Transition => {
  const { code } = problem;
  // Before a code is redeemed there is no token to go on with.
  if (failed.type === 'redeem_handoff' && code !== 'no_answer' && problem.retryable !== true)
    return show(state, { name: 'link', fault: 'code' });
  const fault = linkFaults[code];
  if (fault !== undefined) return show(state, { name: 'link', fault });
  if (code === 'flow_ended')
    return reads.includes(failed.type) ? show(state, { name: 'link', fault: 'ended' }) : call(state, { type: 'load' });
  if (movedOn.includes(code)) return show(state, { name: 'elsewhere' });
  if (code === 'consent_required') return callBehind(state, { type: 'load' });
  const ofUpload = failed.type === 'send_document' ? recoverUpload(state, problem, failed) : null;
  if (ofUpload !== null) return ofUpload;
  if (code === 'no_answer')
    return waitFor({ ...state, isBusy: false, screen: { name: 'offline', call: failed } }, offlinePause);
  return show(state, troubleOf(problem, failed));
};
