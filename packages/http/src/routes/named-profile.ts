import { type Caller, E, notFound, type ProfileId, type TaskEither, TE } from '@portcullis/domain';
import { ownProfile } from '../access.ts';
import { type HttpError, invalidRequest, type Place } from '../http-error.ts';

/**
 * The profile that a request means where the path does not say: a flow token's own, which it may name and no other;
 * for a machine token the one that it names.
 */
export const namedProfile = (
  caller: Caller,
  named: ProfileId | undefined,
  place: Place,
): TaskEither<HttpError, ProfileId> => {
  const id = ownProfile(caller, named ?? null);
  if (E.isLeft(id)) return TE.left(notFound);
  return id.right === null
    ? TE.left(invalidRequest(place, [{ pointer: '/profile_id', message: 'expected the id of a profile' }]))
    : TE.right(id.right);
};
