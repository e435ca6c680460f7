import type { DomainError, LimitReached, TooLarge, Unavailable, UnsupportedMedia } from '../../errors.ts';
import type { StoredFile, UploadKind } from '../../evidence/evidence.ts';
import { inForce } from '../../evidence/in-force.ts';
import { pipe, type TaskEither, TE } from '../../fp.ts';
import type { Ids } from '../../ports/ids.ts';
import type { MediaNormalizer, NormalizedMedia } from '../../ports/providers/media-normalizer.ts';
import type { FileStore } from '../../ports/stores/file-store.ts';
import type { NewEvidence } from '../../profile/commands.ts';
import type { Profile } from '../../profile/profile.ts';
import { caseFile } from '../../profile/requirements.ts';
import { idIn, type Repeatable } from '../once/operation.ts';

export type UploadNeeds = { readonly files: FileStore; readonly media: MediaNormalizer; readonly ids: Ids };

/** A file of the profile, and the evidence to add for it: there is none when exactly this image is already current. */
export type Stored = { readonly file: StoredFile; readonly evidence: readonly NewEvidence[] };

/** The image that counts now for a side of the document. */
const inPlace = (profile: Profile, kind: UploadKind): StoredFile | null => {
  const { back, front } = inForce(caseFile(profile));
  if (kind === 'document_front') return front?.item.file ?? null;
  return kind === 'document_back' ? (back?.item.file ?? null) : null;
};

const keep = (
  { files, ids }: UploadNeeds,
  of: Repeatable,
  profile: Profile,
  kind: UploadKind,
  media: NormalizedMedia,
): TaskEither<Unavailable, Stored> => {
  const present = inPlace(profile, kind);
  const { bytes, contentSha256, contentType, image, sha256 } = media;
  if (present?.sha256 === sha256) return TE.right({ file: present, evidence: [] });
  return pipe(
    files.put({ id: idIn(ids, of, `file/${kind}`), profileId: profile.id, kind, contentType, bytes, sha256 }),
    TE.map((file) => ({ file, evidence: [{ kind: 'file' as const, file, contentSha256, ...(image && { image }) }] })),
  );
};

/**
 * Detects the type of an upload, normalizes it and stores its bytes; the profile does not know of it until the evidence
 * is added.
 */
export const storeUpload = (
  needs: UploadNeeds,
  of: Repeatable,
  profile: Profile,
  kind: UploadKind,
  bytes: Uint8Array,
): TaskEither<UnsupportedMedia | TooLarge | LimitReached | Unavailable, Stored> =>
  TE.flatMap(
    (media: NormalizedMedia): TaskEither<UnsupportedMedia | TooLarge | LimitReached | Unavailable, Stored> =>
      keep(needs, of, profile, kind, media),
  )(needs.media.normalize(kind, bytes));

/** Removes files that no evidence names. A file that cannot be removed now is unreachable all the same. */
const dropUploads =
  ({ files }: UploadNeeds, profile: Profile, stored: readonly Stored[]): TaskEither<never, void> =>
  async () => {
    const added = stored.filter(({ evidence }) => evidence.length > 0);
    await Promise.all(added.map(({ file }) => files.remove(profile.id, file.id)()));
    return TE.right<never, void>(undefined)();
  };

/**
 * Errors that another attempt of the same request may not have: the condition may have passed, or the link may have
 * been valid for it.
 */
const passing: readonly DomainError['_tag'][] = [
  'FlowEnded',
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
export const refuseUploads =
  <A>(needs: UploadNeeds, { operation }: Repeatable, profile: Profile, stored: readonly Stored[]) =>
  (error: DomainError): TaskEither<DomainError, A> =>
    operation && passing.includes(error._tag)
      ? TE.left(error)
      : TE.flatMap(() => TE.left<DomainError, A>(error))(dropUploads(needs, profile, stored));

/**
 * Works like `rejectUploads`, but after the evidence was sent to be written: after an outage nobody knows whether it
 * was written.
 */
export const refuseEvidence =
  <A>(needs: UploadNeeds, of: Repeatable, profile: Profile, stored: readonly Stored[]) =>
  (error: DomainError): TaskEither<DomainError, A> =>
    error._tag === 'Unavailable' ? TE.left(error) : refuseUploads<A>(needs, of, profile, stored)(error);
