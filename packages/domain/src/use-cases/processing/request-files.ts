import type { DocumentSide } from '@portcullis/documents';
import type { NotFound, Unavailable } from '../../kernel/errors.ts';
import { type TaskEither, TE } from '../../kernel/fp.ts';
import type { FileId, ProfileId } from '../../kernel/ids.ts';
import type { NormalizedMedia, NormalizeError } from '../../ports/providers/media-normalizer.ts';
import type { FileContent, FileStore } from '../../ports/stores/file-store.ts';

/** A frame that came with a picture. It is decoded when it is needed, and never stored. */
export type Frame = TaskEither<
  NormalizeError,
  Pick<NormalizedMedia, 'bytes' | 'contentType' | 'contentSha256' | 'sha256'>
>;

/** The frames of each side. */
export type Frames = { readonly [Side in DocumentSide]: readonly Frame[] };

/** A file that came with the present request, and its frames where it is a picture of a document. */
export type RequestFile = FileContent & { readonly frames?: readonly Frame[] };

/** The files of one profile whose bytes came with the present request, so that they need not be downloaded. */
export type RequestFiles = ReadonlyMap<FileId, RequestFile>;

export const noRequestFiles: RequestFiles = new Map();

/** The frames that came with the pictures of these ids. */
export const framesOf = (requestFiles: RequestFiles, front: FileId, back: FileId | null): Frames => ({
  front: requestFiles.get(front)?.frames ?? [],
  back: (back === null ? undefined : requestFiles.get(back))?.frames ?? [],
});

/** Loads a file of a profile, unless it came with the request. */
export const loadFile =
  (files: FileStore, requestFiles: RequestFiles) =>
  (profileId: ProfileId, id: FileId): TaskEither<NotFound | Unavailable, FileContent> => {
    const content = requestFiles.get(id);
    return content ? TE.right({ bytes: content.bytes, contentType: content.contentType }) : files.get(profileId, id);
  };
