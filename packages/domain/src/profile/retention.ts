import { addMs, dayMs } from '../kernel/dates.ts';
import type { Status } from '../kernel/status.ts';
import type { Policy } from '../policy/policy.ts';
import type { Profile } from './profile.ts';

/** For how long an erasure by retention is announced before it takes effect, so that it can be taken back. */
const noticeMs = dayMs;

type Retention = Pick<Profile, 'erasesAt' | 'erasureAnnouncedAt' | 'retainedUntil'>;

/** The fields of no announcement: another time applies, or none. */
export const withoutAnnouncement = { erasureAnnouncedAt: null, retainedUntil: null };

/** The retention of a profile as it was before an erasure was announced. */
export const revokedAnnouncement = (profile: Profile): Retention => ({
  erasesAt: profile.retainedUntil ?? profile.erasesAt,
  ...withoutAnnouncement,
});

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
export const retentionPatch = ({ retention }: Policy, to: Status, now: string): Partial<Retention> => {
  if (to === 'lapsed') return {};
  const days = retentionDays(retention, to);
  return { erasesAt: days === null ? null : addMs(now, days * dayMs), ...withoutAnnouncement };
};

/** Begins the retention time of a profile again, since somebody has taken back its erasure. */
export const renewedRetention = ({ retention }: Policy, profile: Profile, now: string) => {
  const days = retentionDays(retention, profile.status === 'lapsed' ? 'approved' : profile.status);
  return { erasesAt: days === null ? null : addMs(now, days * dayMs), ...withoutAnnouncement };
};

/** Announces an erasure that is due in a day, or is overdue and was never announced: that one waits for a day, too. */
export const announcedRetention = (erasesAt: string, now: string) => {
  const earliest = addMs(now, noticeMs);
  return erasesAt >= earliest
    ? { erasesAt, erasureAnnouncedAt: now }
    : { erasesAt: earliest, erasureAnnouncedAt: now, retainedUntil: erasesAt };
};

/** The erasure by retention that a profile waits for, unless a hold prevents it. */
const pendingErasure = ({ erasesAt, legalHold, redaction }: Profile): string | null =>
  redaction || legalHold ? null : erasesAt;

/** When the erasure of a profile by retention is to be announced, or, once it is, to be done; `null` means never. */
export const retentionDueAt = (profile: Profile): string | null => {
  const erasesAt = pendingErasure(profile);
  return erasesAt === null || profile.erasureAnnouncedAt !== null ? erasesAt : addMs(erasesAt, -noticeMs);
};

const isRetentionDue = (profile: Profile, now: string): boolean => {
  const due = retentionDueAt(profile);
  return due !== null && due <= now;
};

/** Whether the erasure of a profile by retention is to be announced now. */
export const isAnnouncementDue = (profile: Profile, now: string): boolean =>
  profile.erasureAnnouncedAt === null && isRetentionDue(profile, now);

/** Whether the retention time of a profile has ended, as was announced, and nothing prevents its erasure. */
export const isPastRetention = (profile: Profile, now: string): boolean =>
  profile.erasureAnnouncedAt !== null && isRetentionDue(profile, now);
