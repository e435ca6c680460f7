import { currentEvidence } from '../../evidence/current-evidence.ts';
import type { FileKind, StoredFile, UploadKind } from '../../evidence/evidence.ts';
import { sequential } from '../../kernel/concurrency/sequential.ts';
import type { DomainError, StorageFull, Unavailable } from '../../kernel/errors.ts';
import { E, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { IdGenerator } from '../../ports/id-generator.ts';
import type { MediaNormalizer, NormalizedMedia, NormalizeError } from '../../ports/providers/media-normalizer.ts';
import type { FileContent, FileStore } from '../../ports/stores/file-store.ts';
import type { NewEvidence } from '../../profile/commands.ts';
import type { Profile } from '../../profile/profile.ts';
import { decisionInput } from '../../profile/requirements.ts';
import { type IdempotentRequest, operationId } from '../access/operation.ts';
import type { Frame, RequestFiles } from '../processing/request-files.ts';
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

/** The files that came with the request, by their ids, and the frames that came with each. */
export const requestFilesOf = (
  uploads: readonly StoredUpload[],
  framesOf: (kind: FileKind) => readonly Frame[] = () => [],
): RequestFiles =>
  new Map(
    uploads.flatMap(({ content, file }) =>
      content ? [[file.id, { ...content, frames: framesOf(file.kind) }] as const] : [],
    ),
  );

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
    files.put({
      id: operationId(ids, of, `file/${kind}`),
      profileId: profile.id,
      kind,
      contentType,
      bytes,
      sha256,
    }),
    TE.map((file) => ({
      file,
      evidence: [{ kind: 'file' as const, file, contentSha256, ...(image && { image }) }],
      // Another attempt may have stored the file before, and then its bytes are the ones that count.
      content: file.sha256 === sha256 ? content : null,
    })),
  );
};

/** A file that comes with a request. */
export type Upload = { readonly kind: UploadKind; readonly bytes: Uint8Array };

type Prepared = { readonly kind: UploadKind; readonly media: NormalizedMedia };

/** Detects the type of an upload and normalizes it. For a profile without any room nothing is decoded. */
const prepare = (
  { media, storage = defaultStorageLimits }: UploadDeps,
  profile: Profile,
  { bytes, kind }: Upload,
): TaskEither<NormalizeError | StorageFull, Prepared> => {
  const refusal = storageRefusal(storage, profile, 1);
  if (refusal) return TE.left(refusal);
  const normalized = media.normalize(kind, bytes, { profileId: profile.id, tenant: profile.tenant });
  return pipe(
    normalized,
    TE.map((found): Prepared => ({ kind, media: found })),
  );
};

/** Stores one file after another; when one is rejected, those before it are removed too. */
const storeAll =
  (deps: UploadDeps, of: IdempotentRequest, profile: Profile) =>
  (prepared: readonly Prepared[]): TaskEither<DomainError, readonly StoredUpload[]> =>
  async () => {
    const done: StoredUpload[] = [];
    for (const { kind, media } of prepared) {
      const stored = await storeFile(deps, of, profile, kind, media)();
      if (E.isLeft(stored)) return rejectUploads<readonly StoredUpload[]>(deps, of, profile, done)(stored.left)();
      done.push(stored.right);
    }
    return E.right(done);
  };

/**
 * Stores the files of a request, if there is room for them; the profile does not know of them until the evidence is
 * added. None is stored before all are decoded: a picture that is refused leaves no other one behind.
 */
export const storeUploads = (
  deps: UploadDeps,
  of: IdempotentRequest,
  profile: Profile,
  uploads: readonly Upload[],
): TaskEither<DomainError, readonly StoredUpload[]> =>
  pipe(
    sequential(uploads, (upload) => prepare(deps, profile, upload)),
    TE.flatMap(storeAll(deps, of, profile)),
  );

/** Removes files that no evidence names. A file that cannot be removed now is unreachable all the same. */
export const removeUploads =
  ({ files }: UploadDeps, profile: Profile, stored: readonly StoredUpload[]): TaskEither<never, void> =>
  async () => {
    const added = stored.filter(({ evidence }) => evidence.length > 0);
    await Promise.all(added.map(({ file }) => files.remove(profile.id, file.id)()));
    return TE.right<never, void>(undefined)();
  };

/** Errors that another attempt of the same request may not have: the link may have been valid for it. */
const retriableErrors: readonly DomainError['_tag'][] = ['FlowEnded', 'InvalidToken', 'Unavailable'];

/**
 * Whether another attempt of the same request may be about to name the files, or has. Where other writers were faster
 * than the first attempt there is none yet, and one that comes later stores them again.
 */
const mayBeNamed = ({ operation }: IdempotentRequest, { _tag }: DomainError): boolean => {
  if (!operation) return false;
  return retriableErrors.includes(_tag) || (_tag === 'VersionConflict' && operation.isRetry);
};

/**
 * Passes on why not all files were stored, after it has removed those that were. It does not remove files that have the
 * same ids as those of another attempt: evidence without its file is worse than a file that nobody can reach.
 */
const rejectUploads =
  <A>(deps: UploadDeps, of: IdempotentRequest, profile: Profile, stored: readonly StoredUpload[]) =>
  (error: DomainError): TaskEither<DomainError, A> =>
    mayBeNamed(of, error)
      ? TE.left(error)
      : pipe(
          removeUploads(deps, profile, stored),
          TE.flatMap(() => TE.left(error)),
        );

/**
 * Works like `rejectUploads`, but after the evidence was sent to be written: after an outage nobody knows whether it
 * was written.
 */
export const rejectEvidence =
  <A>(deps: UploadDeps, of: IdempotentRequest, profile: Profile, stored: readonly StoredUpload[]) =>
  (error: DomainError): TaskEither<DomainError, A> =>
    error._tag === 'Unavailable' ? TE.left(error) : rejectUploads<A>(deps, of, profile, stored)(error);
