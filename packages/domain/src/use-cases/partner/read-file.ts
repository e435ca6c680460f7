import type { MachineCaller } from '../../access/caller.ts';
import { type NotFound, notFound, type Unavailable } from '../../errors.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../fp.ts';
import type { FileId, ProfileId } from '../../ids.ts';
import type { FileContent, FileStore } from '../../ports/stores/file-store.ts';
import type { ProfileStore } from '../../ports/stores/profile-store.ts';
import type { Profile } from '../../profile/profile.ts';

/** The bytes of a file of a profile that the caller sees. */
export type ReadFile = (input: {
  readonly caller: MachineCaller;
  readonly id: ProfileId;
  readonly fileId: FileId;
}) => TaskEither<NotFound | Unavailable, FileContent>;

/** A stored file whose upload was refused is not in the evidence, and so is not there. */
const known = (profile: Profile, fileId: FileId): Either<NotFound, Profile> =>
  profile.evidence.some((item) => item.kind === 'file' && item.file.id === fileId)
    ? E.right(profile)
    : E.left(notFound);

export const readFile =
  ({ profiles, files }: { readonly profiles: ProfileStore; readonly files: FileStore }): ReadFile =>
  ({ caller, id, fileId }) =>
    pipe(
      profiles.get(caller.tenant, id),
      TE.flatMap((profile) => TE.fromEither(known(profile, fileId))),
      TE.flatMap((profile) => files.get(profile.id, fileId)),
    );
