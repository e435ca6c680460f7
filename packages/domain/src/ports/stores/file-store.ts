import type { FileKind, StoredFile } from '../../evidence/evidence.ts';
import type { NotFound, Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { FileId, ProfileId } from '../../kernel/ids.ts';

export type NewFile = {
  readonly id: FileId;
  readonly profileId: ProfileId;
  readonly kind: FileKind;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** Digest of the original bytes, lower-case hex. */
  readonly sha256: string;
};

export type FileContent = { readonly contentType: string; readonly bytes: Uint8Array };

/** A file that exists: its `size` in bytes, and its `content`, which is loaded only when the task is run. */
export type FoundFile = { readonly size: number; readonly content: TaskEither<NotFound | Unavailable, FileContent> };

/** Keeps images where nobody can read them without the service. */
export type FileStore = {
  /** Storing the same id twice keeps the first file and answers it. */
  readonly put: (file: NewFile) => TaskEither<Unavailable, StoredFile>;
  /**
   * Answers `NotFound` also for a file of another profile. Bytes that do not have the digest `contentSha256`
   * (lower-case hex, `null` or absent where it is not known) are an outage.
   */
  readonly get: (
    profileId: ProfileId,
    id: FileId,
    contentSha256?: string | null,
  ) => TaskEither<NotFound | Unavailable, FileContent>;
  /** Removes what was stored for a change that was then rejected; an unknown id is not an error. */
  readonly remove: (profileId: ProfileId, id: FileId) => TaskEither<Unavailable, void>;
};
