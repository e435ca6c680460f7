import type { LivenessSessionEvidence } from '../evidence/evidence.ts';
import { inForce } from '../evidence/in-force.ts';
import type { Profile } from './profile.ts';
import { caseFile } from './requirements.ts';

/** The liveness session of this attempt that can still be streamed to: it has not expired and has no result. */
export const openSession = (profile: Profile, now: string): LivenessSessionEvidence | null => {
  const { session } = inForce(caseFile(profile));
  if (!session || session.item.attempt !== profile.attempt.number || session.item.expiresAt <= now) return null;
  const { sessionId } = session.item;
  const ended = profile.evidence.some((item) => item.kind === 'liveness_result' && item.sessionId === sessionId);
  return ended ? null : session.item;
};
