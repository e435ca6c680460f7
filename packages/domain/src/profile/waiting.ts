import { addMs, hourMs } from '../kernel/dates.ts';
import type { Status } from '../kernel/status.ts';
import type { Profile } from './profile.ts';

/** When a profile that gets a status begins to wait for a reviewer, or stops waiting. */
export const waitingPatch = (
  { waitingSince }: Pick<Profile, 'waitingSince'>,
  to: Status,
  now: string,
): Pick<Profile, 'waitingSince'> => {
  if (to === 'in_review') return { waitingSince: now };
  return waitingSince == null ? {} : { waitingSince: null };
};

/** Since when a profile waits for a reviewer (ISO 8601); `null` where it does not wait, or is to be erased. */
export const waitingSince = ({ redaction, status, waitingSince: since = null }: Profile): string | null =>
  status === 'in_review' && !redaction ? since : null;

/** By when a profile that waits since a time is to be judged. */
export const reviewDueAt = (since: string, slaHours: number): string => addMs(since, slaHours * hourMs);
