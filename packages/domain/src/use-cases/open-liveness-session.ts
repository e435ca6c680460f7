import type { Caller } from '../access/caller.ts';
import type { DomainError } from '../errors.ts';
import type { LivenessChallenge } from '../evidence/evidence.ts';
import type { TaskEither } from '../fp.ts';
import type { ProfileId } from '../ids.ts';

export type LivenessSessionView = {
  readonly session_id: string;
  readonly profile_id: ProfileId;
  readonly region: string;
  readonly challenge: LivenessChallenge;
  readonly expires_at: string;
  readonly server_time: string;
};

/** Opens a liveness session for the current attempt, after consent. A session that is still open is answered again. */
export type OpenLivenessSession = (input: {
  readonly caller: Caller;
  readonly profileId: ProfileId;
  readonly challenge: LivenessChallenge;
}) => TaskEither<DomainError, LivenessSessionView>;
