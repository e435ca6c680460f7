import type { MachinePrincipal } from '../../access/caller.ts';
import { fileOf, profileFor } from '../../access/records.ts';
import type { NotFound, Unavailable } from '../../errors.ts';
import { pipe, type TaskEither, TE } from '../../fp.ts';
import type { FileId, ProfileId } from '../../ids.ts';
import type { FileStore, FoundFile } from '../../ports/stores/file-store.ts';
import type { ProfileStore } from '../../ports/stores/profile-store.ts';

/**
 * Reads a file of a profile that the caller may access: its size, and its bytes, which are loaded once the caller has
 * memory for them.
 */
export type ReadFile = (input: {
  readonly caller: MachinePrincipal;
  readonly id: ProfileId;
  readonly fileId: FileId;
}) => TaskEither<NotFound | Unavailable, FoundFile>;

export const readFile =
  (deps: { readonly profiles: ProfileStore; readonly files: FileStore }): ReadFile =>
  ({ caller, id, fileId }) =>
    pipe(
      profileFor(deps, caller, id),
      TE.flatMap((profile) => TE.fromEither(fileOf(deps, profile, fileId))),
    );
