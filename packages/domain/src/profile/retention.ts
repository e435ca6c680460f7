import type { Status } from '../kernel/status.ts';
import type { Policy } from '../policy/policy.ts';
import type { Profile } from './profile.ts';

const dayMs = 86_400_000;

/** For how many days a profile is kept once it has a status; `null` means for ever, or until it leaves the status. */
const retentionDays = (retention: Policy['retention'], to: Status): number | null => {
  switch (to) {
    case 'approved':
      return retention?.approvedDays ?? null;
    case 'declined':
      return retention?.declinedDays ?? null;
    case 'expired':
    case 'canceled':
      return retention?.unfinishedDays ?? null;
    default:
      return null;
  }
};

/**
 * When a profile that gets a status is to be erased. The days of an approval are counted from the approval; a lapse in
 * between does not change them.
 */
export const retentionPatch = (
  { retention }: Policy,
  { erasesAt }: Profile,
  to: Status,
  now: string,
): Pick<Profile, 'erasesAt'> => {
  if (to === 'lapsed' || (!retention && erasesAt === undefined)) return {};
  const days = retentionDays(retention, to);
  return { erasesAt: days === null ? null : new Date(Date.parse(now) + days * dayMs).toISOString() };
};

/** Whether the retention time of a profile has ended, and nothing prevents its erasure. */
export const isPastRetention = ({ erasesAt, legalHold, redaction }: Profile, now: string): boolean =>
  !redaction && !legalHold && erasesAt != null && erasesAt <= now;
