import type { FlowEnded, Invalid, InvalidToken, NotFound, Unavailable, VersionConflict } from '../../kernel/errors.ts';
import { E, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import { mayChangeProfiles, type Principal } from '../../kernel/principal.ts';
import type { ProfileView } from '../../profile/view.ts';
import { viewProfile } from '../../profile/view-profile.ts';
import {
  type ChangeDeps,
  type ChangeError,
  changeProfile,
  isoNow,
  type Loaded,
  loadFor,
} from '../access/change-profile.ts';
import { changePorts, useCase } from '../access/use-case.ts';

/**
 * Reads one profile, with the events that have become due already applied. They are written, unless the caller may only
 * read. The first read by a flow token opens the flow.
 */
export type GetProfile = (input: {
  readonly caller: Principal;
  readonly id: ProfileId;
}) => TaskEither<Invalid | NotFound | InvalidToken | FlowEnded | VersionConflict | Unavailable, ProfileView>;

type ReadError = NotFound | InvalidToken | FlowEnded | VersionConflict | Unavailable;

const readErrors: readonly ChangeError['_tag'][] = ['NotFound', 'InvalidToken', 'FlowEnded', 'Unavailable'];

const isReadError = (error: ChangeError): error is ReadError => readErrors.includes(error._tag);

export const getProfile = useCase('getProfile', changePorts, (deps: ChangeDeps): GetProfile => {
  return ({ caller, id }) => {
    const found: TaskEither<ChangeError, Loaded> = mayChangeProfiles(caller)
      ? changeProfile(deps, { caller, id, purpose: 'read', plan: () => E.right([]) })
      : loadFor(deps, caller, id, 'read');
    return pipe(
      found,
      TE.map(({ profile, policy }) => viewProfile(policy, profile, isoNow(deps.clock))),
      TE.mapLeft((error): ReadError => (isReadError(error) ? error : { _tag: 'VersionConflict' })),
    );
  };
});
