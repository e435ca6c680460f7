import type { Caller } from '../access/caller.ts';
import type { FlowEnded, InvalidToken, NotFound, Unavailable, VersionConflict } from '../errors.ts';
import type { TaskEither } from '../fp.ts';
import type { ProfileId } from '../ids.ts';
import type { ProfileView } from '../profile/view.ts';

/** One profile, with the events that time has made due already applied. The first read by a flow token opens the flow. */
export type GetProfile = (input: {
  readonly caller: Caller;
  readonly id: ProfileId;
}) => TaskEither<NotFound | InvalidToken | FlowEnded | VersionConflict | Unavailable, ProfileView>;
