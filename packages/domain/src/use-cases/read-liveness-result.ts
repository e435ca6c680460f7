import type { Caller } from '../access/caller.ts';
import type { ReasonCode } from '../decision/reasons.ts';
import type { DomainError } from '../errors.ts';
import type { TaskEither } from '../fp.ts';
import type { FileId } from '../ids.ts';
import type { Status } from '../profile/profile.ts';

/** `live` is `null` while the session runs; `confidence` and `threshold` are 0 to 100 and never for a browser. */
export type LivenessResultView = {
  readonly session_id: string;
  readonly status: 'created' | 'in_progress' | 'succeeded' | 'failed' | 'expired';
  readonly live: boolean | null;
  readonly confidence: number | null;
  readonly threshold: number;
  readonly reference_image_file_id: FileId | null;
  readonly profile_status: Status;
  readonly reasons: readonly ReasonCode[];
};

/** Reads a session's result from the provider once, keeps it with the reference image, and applies it; afterwards it is answered from the store. */
export type ReadLivenessResult = (input: {
  readonly caller: Caller;
  readonly sessionId: string;
}) => TaskEither<DomainError, LivenessResultView>;
