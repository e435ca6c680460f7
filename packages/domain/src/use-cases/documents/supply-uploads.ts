import { type DomainError, versionConflict } from '../../kernel/errors.ts';
import { pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import {
  type ChangeDeps,
  type Changed,
  type ChangeRequest,
  changeProfile,
  type Snapshot,
} from '../access/change-profile.ts';
import type { IdempotentRequest } from '../idempotency/operation.ts';
import { rejectEvidence, type StoredUpload, type UploadDeps } from './store-upload.ts';

type Request = IdempotentRequest & ChangeRequest & { readonly snapshot: Snapshot };

/**
 * Adds uploads to a profile, or removes them when they are rejected. Uploads were compared with the images of the
 * snapshot, so when there is a newer version of the profile this is a `VersionConflict`, unless `anyVersion` says that
 * the snapshot was loaded after the uploads had come: then they are added to the newer version.
 */
export const supplyUploads = (
  deps: ChangeDeps & UploadDeps,
  request: Request,
  stored: readonly StoredUpload[],
  anyVersion: boolean,
): TaskEither<DomainError, Changed> => {
  const { expectedVersion: asked = null, snapshot } = request;
  const isPinned = asked === null && !anyVersion && stored.some(({ content }) => content !== null);
  const expectedVersion = isPinned ? snapshot.stored.version : asked;
  const asConflict = (error: DomainError): DomainError =>
    isPinned && error._tag === 'PreconditionFailed' ? versionConflict : error;
  return pipe(
    changeProfile(deps, { ...request, expectedVersion }),
    TE.mapLeft(asConflict),
    TE.orElse(rejectEvidence<Changed>(deps, request, snapshot.profile, stored)),
  );
};

/**
 * Supplies on the snapshot that the request began with, and on a new one when somebody else has changed the profile
 * since: the photo that came may be there already.
 */
export const supplyOnSnapshot = <A>(
  snapshot: Snapshot | null | undefined,
  supply: (snapshot: Snapshot | null) => TaskEither<DomainError, A>,
): TaskEither<DomainError, A> =>
  snapshot
    ? TE.orElse((error: DomainError) => (error._tag === 'VersionConflict' ? supply(null) : TE.left(error)))(
        supply(snapshot),
      )
    : supply(null);
