import { boundedKeyedMutex } from '../../kernel/concurrency/keyed-mutex.ts';
import { versionConflict } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import {
  type ChangeDeps,
  type Changed,
  type ChangeError,
  type ChangeRequest,
  changeProfile,
} from '../access/change-profile.ts';

/**
 * How often a queued change is attempted. Only other instances and other operations can be faster, each with one change
 * at a time, and in every round one of them is written: against one of them the chance of losing all rounds is 2 to the
 * power of -64.
 */
const maxAttempts = 64;

/**
 * Changes profiles for callers who expect no version: the changes of one profile wait for each other in this process,
 * and are decided again as long as another process is faster, so that none of them ends in a conflict. A caller who
 * expects a version gets the conflict at once.
 */
export const newChangeQueue = (deps: ChangeDeps) => {
  const mutex = boundedKeyedMutex<ChangeError, Changed>(Number.POSITIVE_INFINITY, versionConflict);
  return (request: ChangeRequest): TaskEither<ChangeError, Changed> =>
    request.expectedVersion == null
      ? mutex(request.id, (hasWaited) =>
          // The snapshot from before the wait is of an earlier version by now.
          changeProfile(deps, { ...request, attempts: maxAttempts, ...(hasWaited && { snapshot: null }) }),
        )
      : changeProfile(deps, request);
};
