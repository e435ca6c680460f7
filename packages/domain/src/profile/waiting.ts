import { addMs, hourMs } from '../kernel/dates.ts';
import type { Profile } from './profile.ts';

/** Since when a profile waits for a reviewer (ISO 8601); `null` where it does not wait, or is to be erased. */
export const waitingSince = ({ redaction, status, waitingSince: since }: Profile): string | null =>
  status === 'in_review' && !redaction ? since : null;

/** By when a profile that waits since a time is to be judged. */
export const reviewDueAt = (since: string, slaHours: number): string => addMs(since, slaHours * hourMs);
