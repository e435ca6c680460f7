import { observations } from '../evidence/evidence.ts';
import { addMs } from '../kernel/dates.ts';
import { readDueAt, unreadSessions, withdrawnSessions } from './open-session.ts';
import type { Profile, Redaction } from './profile.ts';
import { retentionDueAt } from './retention.ts';

/**
 * How long the request that submitted a profile has to finish its checks before others process it. It is longer than
 * the longest deadline of a provider (a reading has a minute), with time to load and to write: another instance that
 * came earlier would ask, and pay, for what is already being asked for.
 */
const firstProcessingMs = 75_000;

/**
 * How many failures the provider with the most failures has: when several fail at the same time, that is one failure of
 * each.
 */
const maxFailures = ({ attempt, evidence }: Profile): number => {
  const failed = evidence.flatMap((e) =>
    e.kind === 'provider_failure' && e.attempt === attempt.number ? [e.observation] : [],
  );
  return Math.max(...observations.map((name) => failed.filter((observation) => observation === name).length));
};

/**
 * The first retry comes soon, for a short fault; the next ones come late enough that an outage of some seconds costs
 * one attempt, and not all of them.
 */
const retryDelayMs = (failures: number): number => Math.min(1000 * 20 ** (failures - 1), 60_000);

/**
 * When a profile that is being processed should be processed again: soon after a failure, later after each further one.
 */
const nextProcessing = (profile: Profile): string => {
  const failures = maxFailures(profile);
  return addMs(profile.updatedAt, failures === 0 ? firstProcessingMs : retryDelayMs(failures));
};

/**
 * How long after an erasure its remains are erased once more: longer than a request, with its calls to providers, can
 * take. Until then, what another instance was storing when it crashed may still be there.
 */
const confirmationDelayMs = 15 * 60_000;

/**
 * When a complete erasure is to be repeated for confirmation; `null` means that it is not complete, or is confirmed.
 */
export const erasureConfirmationDueAt = ({ completedAt, confirmedAt }: Redaction): string | null =>
  completedAt === null || confirmedAt !== undefined ? null : addMs(completedAt, confirmationDelayMs);

/**
 * When sessions that nobody may read after a withdrawal of consent are closed, and what a process may have left of them
 * is removed: when they have ended, and no request that began before the withdrawal can be in progress any more. `null`
 * means that there is none.
 */
export const closingDueAt = (profile: Profile): string | null => {
  const withdrawn = withdrawnSessions(profile);
  if (!withdrawn) return null;
  const ends = withdrawn.sessions.map(({ expiresAt }) => expiresAt);
  return addMs([withdrawn.withdrawnAt, ...ends].toSorted().at(-1) ?? withdrawn.withdrawnAt, confirmationDelayMs);
};

/** When an open profile is due: its link ends, or a liveness session that nobody has read. */
const openDue = (profile: Profile): string =>
  [profile.expiresAt, ...unreadSessions(profile).map(readDueAt)].toSorted()[0] ?? profile.expiresAt;

/** When the checks, the link, an unread session or the approval of a profile are due. */
const statusDue = (profile: Profile): string | null => {
  switch (profile.status) {
    case 'created':
    case 'in_progress':
    case 'requires_input':
      return openDue(profile);
    case 'processing':
      return nextProcessing(profile);
    case 'approved':
      return profile.lapsesAt;
    default:
      return null;
  }
};

/** When something must happen to the profile without a request; `null` when nothing will. */
export const dueAt = (profile: Profile): string | null => {
  const { redaction } = profile;
  if (redaction) return redaction.completedAt === null ? redaction.requestedAt : erasureConfirmationDueAt(redaction);
  const times = [statusDue(profile), closingDueAt(profile), retentionDueAt(profile)].filter((time) => time !== null);
  return times.toSorted()[0] ?? null;
};
