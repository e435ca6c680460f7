import { type Caller, E, notFound, type ProfileId, type TaskEither, TE } from '@portcullis/domain';
import { ownProfile } from '../access.ts';
import { type HttpError, invalidRequest, type Place } from '../http-error.ts';

/**
 * The profile that a request refers to where the path does not name it. A flow token refers to its own profile, and it
 * may name that one but no other. A machine token must name one.
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
