import { currentEvidence } from '../evidence/current-evidence.ts';
import type { LivenessSessionEvidence } from '../evidence/evidence.ts';
import type { Profile } from './profile.ts';
import { decisionInput } from './requirements.ts';

/** The liveness session of this attempt that can still be streamed to: it has not expired and has no result. */
export const findOpenSession = (profile: Profile, now: string): LivenessSessionEvidence | null => {
  const { session } = currentEvidence(decisionInput(profile));
  if (!session || session.value.attempt !== profile.attempt.number || session.value.expiresAt <= now) return null;
  const { sessionId } = session.value;
  const ended = profile.evidence.some((item) => item.kind === 'liveness_result' && item.sessionId === sessionId);
  return ended ? null : session.value;
};
