import type { Caller } from '../access/caller.ts';
import type { FlowEnded, InvalidToken, InvalidTransition, NotFound, Unavailable } from '../errors.ts';
import type { TaskEither } from '../fp.ts';
import type { ProfileId } from '../ids.ts';
import type { Profile } from '../profile/profile.ts';

/** What a request is about to do; `supply` is evidence, `status` a status event, `append` a verification event, `link` a new link. */
export type Intent = 'read' | 'supply' | 'status' | 'append' | 'link';

/**
 * Asked before a body is looked at: whose profile it is, then whether the flow token still counts, then whether
 * the profile's status would take anything of this kind at all.
 */
export type GuardProfile = (input: {
  readonly caller: Caller;
  readonly id: ProfileId;
  readonly intent: Intent;
}) => TaskEither<NotFound | InvalidToken | FlowEnded | InvalidTransition | Unavailable, Profile>;
