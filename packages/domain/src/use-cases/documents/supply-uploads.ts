import { filesIn } from '../../evidence/evidence.ts';
import { type DomainError, versionConflict } from '../../kernel/errors.ts';
import { E, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import { bytesOfFiles } from '../../profile/changes/stored-bytes.ts';
import type { Command } from '../../profile/commands.ts';
import type { Profile } from '../../profile/profile.ts';
import {
  type ChangeDeps,
  type Changed,
  type ChangeRequest,
  type CommandPlan,
  changeProfile,
  type Snapshot,
} from '../access/change-profile.ts';
import type { IdempotentRequest } from '../access/operation.ts';
import { defaultStorageLimits, profileStorageRefusal } from './storage-limits.ts';
import { currentFile, rejectEvidence, removeUploads, type StoredUpload, type UploadDeps } from './store-upload.ts';

/** The change that adds the uploads; `plan` makes its commands of those uploads that the profile does not have yet. */
type Request = IdempotentRequest &
  Omit<ChangeRequest, 'plan'> & {
    readonly snapshot: Snapshot;
    readonly plan: (uploads: readonly StoredUpload[]) => readonly Command[];
  };

/** A changed profile, and its files for the images of the request. */
export type SuppliedUploads = { readonly changed: Changed; readonly uploads: readonly StoredUpload[] };

/** The upload, or the file with the same bytes that the profile has as its current one by now. */
const orCurrent =
  (profile: Profile) =>
  (upload: StoredUpload): StoredUpload => {
    const current = upload.evidence.length > 0 ? currentFile(profile, upload.file.kind) : null;
    return current?.sha256 === upload.file.sha256 ? { ...upload, file: current, evidence: [] } : upload;
  };

/** Whether an image was not stored because the profile had it, and the profile has another one by now. */
const isSuperseded =
  (profile: Profile) =>
  ({ content, evidence, file }: StoredUpload): boolean =>
    content !== null && evidence.length === 0 && currentFile(profile, file.kind)?.id !== file.id;

/** The room for the files is that of the version that is written: several requests may have stored some at once. */
const planOn =
  ({ storage = defaultStorageLimits }: UploadDeps, { plan }: Request, stored: readonly StoredUpload[]): CommandPlan =>
  ({ profile }) => {
    const uploads = stored.map(orCurrent(profile));
    if (uploads.some(isSuperseded(profile))) return E.left(versionConflict);
    const bytes = bytesOfFiles(uploads.flatMap(({ evidence }) => evidence));
    const refusal = bytes > 0 ? profileStorageRefusal(storage, profile, bytes) : null;
    return refusal ? E.left(refusal) : E.right(plan(uploads));
  };

/** Removes what is not needed, because the profile has got the same image from another request meanwhile. */
const dropUnnamed = (
  deps: UploadDeps,
  { profile }: Changed,
  stored: readonly StoredUpload[],
): TaskEither<never, void> => {
  const named = filesIn(profile.evidence).map((file) => file.id);
  const unnamed = stored.filter(({ file }) => !named.includes(file.id));
  return unnamed.length === 0 ? TE.right(undefined) : removeUploads(deps, profile, unnamed);
};

/**
 * Adds uploads to a profile, or removes them when they are rejected. They are compared with the images of the version
 * that is written, so that the same photo from two requests is added once. `VersionConflict` means that an image of the
 * snapshot, which came again, was superseded since: it has to be stored after all.
 */
export const supplyUploads = (
  deps: ChangeDeps & UploadDeps,
  request: Request,
  stored: readonly StoredUpload[],
): TaskEither<DomainError, SuppliedUploads> =>
  pipe(
    changeProfile(deps, { ...request, plan: planOn(deps, request, stored) }),
    TE.orElse(rejectEvidence<Changed>(deps, request, request.snapshot.profile, stored)),
    TE.tap((changed) => dropUnnamed(deps, changed, stored)),
    TE.map((changed) => ({ changed, uploads: stored.map(orCurrent(changed.profile)) })),
  );

/** Supplies on the snapshot that the request began with, and on a new one where an image has to be stored after all. */
export const supplyOnSnapshot = <A>(
  snapshot: Snapshot | null | undefined,
  supply: (snapshot: Snapshot | null) => TaskEither<DomainError, A>,
): TaskEither<DomainError, A> =>
  snapshot
    ? pipe(
        supply(snapshot),
        TE.orElse((error) => (error._tag === 'VersionConflict' ? supply(null) : TE.left(error))),
      )
    : supply(null);
