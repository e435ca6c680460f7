import type { NotFound, Unavailable } from '../../kernel/errors.ts';
import { type TaskEither, TE } from '../../kernel/fp.ts';
import type { FileId, ProfileId } from '../../kernel/ids.ts';
import type { FileContent, FileStore } from '../../ports/stores/file-store.ts';

/** The files of one profile whose bytes came with the present request, so that they need not be downloaded. */
export type RequestFiles = ReadonlyMap<FileId, FileContent>;

export const noRequestFiles: RequestFiles = new Map();

/** Loads a file of a profile, unless it came with the request. */
export const loadFile =
  (files: FileStore, requestFiles: RequestFiles) =>
  (profileId: ProfileId, id: FileId): TaskEither<NotFound | Unavailable, FileContent> => {
    const content = requestFiles.get(id);
    return content ? TE.right(content) : files.get(profileId, id);
  };
