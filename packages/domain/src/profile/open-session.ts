import { currentEvidence } from '../evidence/current-evidence.ts';
import type { Evidence, LivenessSessionEvidence } from '../evidence/evidence.ts';
import type { Profile } from './profile.ts';
import { decisionInput, hasConsent } from './requirements.ts';

/** The liveness session of this attempt that can still be streamed to: it has not expired and has no result. */
export const findOpenSession = (profile: Profile, now: string): LivenessSessionEvidence | null => {
  const { session } = currentEvidence(decisionInput(profile));
  if (!session || session.value.attempt !== profile.attempt.number || session.value.expiresAt <= now) return null;
  const { sessionId } = session.value;
  const ended = profile.evidence.some((item) => item.kind === 'liveness_result' && item.sessionId === sessionId);
  return ended ? null : session.value;
};

/** Whether a piece of evidence uses a session up, however that ends. */
const isUse = ({ kind }: Evidence): boolean => kind === 'browser_credentials' || kind === 'liveness_capture';

/** Whether nobody can have used a session of this attempt: it is open, and nothing was issued or submitted for it. */
export const isUnused = ({ attempt, evidence }: Profile, session: LivenessSessionEvidence, now: string): boolean =>
  session.attempt === attempt.number &&
  session.expiresAt > now &&
  !evidence.some((item) => isUse(item) && 'sessionId' in item && item.sessionId === session.sessionId);

/**
 * The open session of a challenge that nobody has used: a provider's component in the browser uses a session up,
 * however it ends there, so that one for which credentials were issued is not answered again, and allows another one
 * beside it. So does one of another challenge: a person who asks for the gentle one must not be given flashing colours.
 * A provider without challenges has one session for all of them.
 */
export const findUnusedSession = (profile: Profile, challenge: string, now: string): LivenessSessionEvidence | null => {
  const open = findOpenSession(profile, now);
  return open && (open.challenge ?? challenge) === challenge && isUnused(profile, open, now) ? open : null;
};

const sessionsWithoutResult = ({ evidence }: Profile): readonly LivenessSessionEvidence[] => {
  const sessions = evidence.filter((item) => item.kind === 'liveness_session');
  if (sessions.length === 0) return sessions;
  const read = new Set(evidence.flatMap((item) => (item.kind === 'liveness_result' ? [item.sessionId] : [])));
  return sessions.filter(({ sessionId }) => !read.has(sessionId));
};

/**
 * The liveness sessions whose result was never read, the oldest first, those of earlier attempts included. There are
 * none without consent: then nobody asks a provider for a face, and they are read once consent is granted again.
 */
export const unreadSessions = (profile: Profile): readonly LivenessSessionEvidence[] => {
  const unread = sessionsWithoutResult(profile);
  if (unread.length === 0) return unread;
  return hasConsent(profile) ? unread : [];
};

/** The unread sessions that nobody may read, because consent was withdrawn after they were opened, and when it was. */
export type WithdrawnSessions = {
  readonly sessions: readonly LivenessSessionEvidence[];
  readonly withdrawnAt: string;
};

/** The sessions that were withdrawn in this way, as long as consent is not granted again; `null` if there are none. */
export const withdrawnSessions = (profile: Profile): WithdrawnSessions | null => {
  const unread = sessionsWithoutResult(profile);
  if (unread.length === 0 || hasConsent(profile)) return null;
  const { evidence } = profile;
  const refusal = evidence.findLast((item) => item.kind === 'consent' && !item.granted);
  const before = refusal ? evidence.slice(0, evidence.lastIndexOf(refusal)) : [];
  const sessions = unread.filter((session) => before.includes(session));
  return refusal && sessions.length > 0 ? { sessions, withdrawnAt: refusal.at } : null;
};

/** How long before its end a session is read: the provider deletes it at the end, with its result. */
const readBeforeEndMs = 10_000;

/** When the service reads a session that nobody else has read, as ISO 8601. */
export const readDueAt = ({ expiresAt }: LivenessSessionEvidence): string =>
  new Date(Date.parse(expiresAt) - readBeforeEndMs).toISOString();
