import { E, notFound, type Principal, type ProfileId, type TaskEither, TE } from '@portcullis/domain';
import { type HttpError, invalidRequest, type RequestPart } from '../request/http-error.ts';
import { accessibleProfileId } from './access.ts';

/**
 * The profile that a request refers to where the path does not name it. A flow token refers to its own profile, and it
 * may name that one but no other. A machine token must name one.
 */
export const resolveProfileId = (
  caller: Principal,
  named: ProfileId | undefined,
  part: RequestPart,
): TaskEither<HttpError, ProfileId> => {
  const id = accessibleProfileId(caller, named ?? null);
  if (E.isLeft(id)) return TE.left(notFound);
  return id.right === null
    ? TE.left(invalidRequest(part, [{ pointer: '/profile_id', message: 'expected the id of a profile' }]))
    : TE.right(id.right);
};
