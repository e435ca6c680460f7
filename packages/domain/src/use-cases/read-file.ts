import type { MachineCaller } from '../access/caller.ts';
import type { NotFound, Unavailable } from '../errors.ts';
import type { TaskEither } from '../fp.ts';
import type { FileId, ProfileId } from '../ids.ts';
import type { FileContent } from '../ports/file-store.ts';

/** The bytes of a file of a profile that the caller sees. */
export type ReadFile = (input: {
  readonly caller: MachineCaller;
  readonly id: ProfileId;
  readonly fileId: FileId;
}) => TaskEither<NotFound | Unavailable, FileContent>;
