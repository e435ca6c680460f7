import type { Invalid, NotFound, Unavailable } from '../../kernel/errors.ts';
import { pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { FileId, ProfileId } from '../../kernel/ids.ts';
import type { MachinePrincipal, StaffPrincipal } from '../../kernel/principal.ts';
import type { FileStore, FoundFile } from '../../ports/stores/file-store.ts';
import type { ProfileStore } from '../../ports/stores/profile-store.ts';
import { fileOf, profileFor } from '../access/records.ts';
import { useCase } from '../access/use-case.ts';

/**
 * Reads a file of a profile that the caller may access: its size, and its bytes, which are loaded once the caller has
 * memory for them.
 */
export type ReadFile = (input: {
  readonly caller: MachinePrincipal | StaffPrincipal;
  readonly id: ProfileId;
  readonly fileId: FileId;
}) => TaskEither<Invalid | NotFound | Unavailable, FoundFile>;

export const readFile = useCase(
  'readFile',
  ['profiles', 'files'],
  (deps: { readonly profiles: ProfileStore; readonly files: FileStore }): ReadFile => {
    return ({ caller, id, fileId }) =>
      pipe(
        profileFor(deps, caller, id),
        TE.flatMap((profile) => TE.fromEither(fileOf(deps, profile, fileId))),
      );
  },
);
