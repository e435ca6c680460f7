import { currentEvidence } from '../../evidence/current-evidence.ts';
import type { FileKind, StoredFile, UploadKind } from '../../evidence/evidence.ts';
import type { DomainError, StorageFull, Unavailable } from '../../kernel/errors.ts';
import { pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { IdGenerator } from '../../ports/id-generator.ts';
import type { MediaNormalizer, NormalizedMedia, NormalizeError } from '../../ports/providers/media-normalizer.ts';
import type { FileContent, FileStore } from '../../ports/stores/file-store.ts';
import type { NewEvidence } from '../../profile/commands.ts';
import type { Profile } from '../../profile/profile.ts';
import { decisionInput } from '../../profile/requirements.ts';
import { type IdempotentRequest, operationId } from '../idempotency/operation.ts';
import type { RequestFiles } from '../processing/request-files.ts';
import { defaultStorageLimits, type StorageLimits, storageRefusal } from './storage-limits.ts';

export type UploadDeps = {
  readonly files: FileStore;
  readonly media: MediaNormalizer;
  readonly ids: IdGenerator;
  /** How much may be stored; `defaultStorageLimits` where it is absent. */
  readonly storage?: StorageLimits;
};

/**
 * A file of the profile, and the evidence to add for it: there is none when exactly this image is already current.
 * `content` is what is stored, where it came with the request.
 */
export type StoredUpload = {
  readonly file: StoredFile;
  readonly evidence: readonly NewEvidence[];
  readonly content: FileContent | null;
};

/** The files that came with the request, by their ids. */
export const requestFilesOf = (uploads: readonly StoredUpload[]): RequestFiles =>
  new Map(uploads.flatMap(({ content, file }) => (content ? [[file.id, content] as const] : [])));

/** The image that counts now for a side of the document; there is none for other files. */
export const currentFile = (profile: Profile, kind: FileKind): StoredFile | null => {
  const { back, front } = currentEvidence(decisionInput(profile));
  if (kind === 'document_front') return front?.value.file ?? null;
  return kind === 'document_back' ? (back?.value.file ?? null) : null;
};

const storeFile = (
  { files, ids, storage = defaultStorageLimits }: UploadDeps,
  of: IdempotentRequest,
  profile: Profile,
  kind: UploadKind,
  media: NormalizedMedia,
): TaskEither<StorageFull | Unavailable, StoredUpload> => {
  const present = currentFile(profile, kind);
  const { bytes, contentSha256, contentType, image, sha256 } = media;
  const content = { contentType, bytes };
  if (present?.sha256 === sha256) return TE.right({ file: present, evidence: [], content });
  const refusal = storageRefusal(storage, profile, bytes.length);
  if (refusal) return TE.left(refusal);
  return pipe(
    files.put({ id: operationId(ids, of, `file/${kind}`), profileId: profile.id, kind, contentType, bytes, sha256 }),
    TE.map((file) => ({
      file,
      evidence: [{ kind: 'file' as const, file, contentSha256, ...(image && { image }) }],
      // Another attempt may have stored the file before, and then its bytes are the ones that count.
      content: file.sha256 === sha256 ? content : null,
    })),
  );
};

type UploadError = NormalizeError | StorageFull | Unavailable;

/**
 * Detects the type of an upload, normalizes it and stores its bytes, if there is room for them; the profile does not
 * know of it until the evidence is added. For a profile without any room nothing is decoded.
 */
export const storeUpload = (
  deps: UploadDeps,
  of: IdempotentRequest,
  profile: Profile,
  kind: UploadKind,
  bytes: Uint8Array,
): TaskEither<UploadError, StoredUpload> => {
  const refusal = storageRefusal(deps.storage ?? defaultStorageLimits, profile, 1);
  if (refusal) return TE.left(refusal);
  return TE.flatMap(
    (media: NormalizedMedia): TaskEither<UploadError, StoredUpload> => storeFile(deps, of, profile, kind, media),
  )(deps.media.normalize(kind, bytes, { profileId: profile.id, tenant: profile.tenant }));
};

/** Removes files that no evidence names. A file that cannot be removed now is unreachable all the same. */
export const removeUploads =
  ({ files }: UploadDeps, profile: Profile, stored: readonly StoredUpload[]): TaskEither<never, void> =>
  async () => {
    const added = stored.filter(({ evidence }) => evidence.length > 0);
    await Promise.all(added.map(({ file }) => files.remove(profile.id, file.id)()));
    return TE.right<never, void>(undefined)();
  };

/**
 * Errors that another attempt of the same request may not have: the condition may have passed, or the link may have
 * been valid for it.
 */
const retriableErrors: readonly DomainError['_tag'][] = [
  'FlowEnded',
  'ImageBudgetExceeded',
  'InvalidToken',
  'LimitReached',
  'Unavailable',
  'VersionConflict',
];

/**
 * Passes on why not all files were stored, after it has removed those that were. It does not remove files that have the
 * same ids as those of another attempt, which may be about to name them, or has: evidence without its file is worse
 * than a file that nobody can reach.
 */
export const rejectUploads =
  <A>(deps: UploadDeps, { operation }: IdempotentRequest, profile: Profile, stored: readonly StoredUpload[]) =>
  (error: DomainError): TaskEither<DomainError, A> =>
    operation && retriableErrors.includes(error._tag)
      ? TE.left(error)
      : TE.flatMap(() => TE.left<DomainError, A>(error))(removeUploads(deps, profile, stored));

/**
 * Works like `rejectUploads`, but after the evidence was sent to be written: after an outage nobody knows whether it
 * was written.
 */
export const rejectEvidence =
  <A>(deps: UploadDeps, of: IdempotentRequest, profile: Profile, stored: readonly StoredUpload[]) =>
  (error: DomainError): TaskEither<DomainError, A> =>
    error._tag === 'Unavailable' ? TE.left(error) : rejectUploads<A>(deps, of, profile, stored)(error);
