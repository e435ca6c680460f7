import { currentEvidence } from '../../evidence/current-evidence.ts';
import type { UploadKind } from '../../evidence/evidence.ts';
import { sequential } from '../../kernel/concurrency/sequential.ts';
import { type DomainError, invalid } from '../../kernel/errors.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { FileId, ProfileId } from '../../kernel/ids.ts';
import type { Principal } from '../../kernel/principal.ts';
import type { IdGenerator } from '../../ports/id-generator.ts';
import { uploadRejection } from '../../profile/changes/upload-rules.ts';
import type { Command } from '../../profile/commands.ts';
import type { Profile } from '../../profile/profile.ts';
import { decisionInput } from '../../profile/requirements.ts';
import type { AuthorizeProfile } from '../access/authorize-profile.ts';
import type { ChangeDeps, FromSnapshot, Snapshot } from '../access/change-profile.ts';
import { actorOf } from '../access/flow-token.ts';
import { type IdempotentRequest, operationId } from '../access/operation.ts';
import { type StoredUpload, storeUploads, type UploadDeps } from './store-upload.ts';
import { type SuppliedUploads, supplyUploads } from './supply-uploads.ts';

/**
 * An image that comes with the request, with at most two further frames of the same moment, or one that was uploaded
 * before.
 */
export type ImageInput =
  | { readonly bytes: Uint8Array; readonly frames?: readonly Uint8Array[] }
  | { readonly fileId: FileId };

export type ImagesInput = FromSnapshot &
  IdempotentRequest & {
    readonly caller: Principal;
    readonly profileId: ProfileId;
    readonly front: ImageInput;
    readonly back: ImageInput | null;
  };

type Deps = ChangeDeps & UploadDeps & { readonly authorizeProfile: AuthorizeProfile };

const findUpload = (
  profile: Profile,
  kind: UploadKind,
  fileId: FileId,
  pointer: string,
): Either<DomainError, StoredUpload> => {
  const found = profile.evidence.findLast(
    (item) => item.kind === 'file' && item.file.kind === kind && item.file.id === fileId,
  );
  if (found?.kind === 'file') return E.right({ file: found.file, evidence: [], content: null });
  return E.left(invalid([{ pointer, message: 'no such file of this profile' }]));
};

/** The images of the profile that a request names, and those that it brings, which are stored. */
const imagesOf = (
  deps: Deps,
  input: ImagesInput,
  profile: Profile,
): TaskEither<DomainError, readonly StoredUpload[]> => {
  const { back, front } = input;
  const images = [
    { kind: 'document_front' as const, image: front, pointer: '/front_file_id' },
    ...(back ? [{ kind: 'document_back' as const, image: back, pointer: '/back_file_id' }] : []),
  ];
  const named = sequential(images, ({ image, kind, pointer }) =>
    TE.fromEither(
      'fileId' in image
        ? pipe(
            findUpload(profile, kind, image.fileId, pointer),
            E.map((upload) => [upload]),
          )
        : E.right([]),
    ),
  );
  const brought = images.flatMap(({ image, kind }) => ('bytes' in image ? [{ kind, bytes: image.bytes }] : []));
  return pipe(
    TE.Do,
    TE.bindW('found', () => named),
    TE.bindW('stored', () => storeUploads(deps, input, profile, brought)),
    TE.map(({ found, stored }) => [...found.flat(), ...stored]),
  );
};

/** Only the current images can be read: a file that was superseded is not read again. */
export const requireCurrent = (profile: Profile, images: readonly StoredUpload[]): Either<DomainError, Profile> => {
  const { back, front } = currentEvidence(decisionInput(profile));
  const counting = [front?.value.file.id, back?.value.file.id];
  const faults = images
    .filter(({ file }) => !counting.includes(file.id))
    .map(({ file }) => ({
      pointer: file.kind === 'document_back' ? '/back_file_id' : '/front_file_id',
      message: 'the file was superseded',
    }));
  return faults.length > 0 ? E.left(invalid(faults)) : E.right(profile);
};

export const commandIdOf = (deps: { readonly ids: IdGenerator }, input: ImagesInput): string =>
  operationId(deps.ids, input, 'command');

const supplyImages = (
  deps: Deps,
  input: ImagesInput,
  snapshot: Snapshot,
  images: readonly StoredUpload[],
): TaskEither<DomainError, SuppliedUploads> => {
  const { caller, operation = null } = input;
  const commandId = commandIdOf(deps, input);
  // With nothing to add, the command still finds out whether the profile accepts images.
  const plan = (uploads: readonly StoredUpload[]): readonly Command[] => [
    {
      id: commandId,
      actor: actorOf(caller),
      action: { type: 'supply', evidence: uploads.flatMap((image) => image.evidence) },
    },
  ];
  const change = {
    caller,
    operation,
    id: snapshot.profile.id,
    purpose: 'write',
    snapshot,
    commandId,
    plan,
  } as const;
  return supplyUploads(deps, change, images);
};

/** Whether the images may be stored and read: the policy asks for them, and the person has consented. */
const acceptImages =
  ({ back }: ImagesInput) =>
  (loaded: Snapshot): TaskEither<DomainError, Snapshot> => {
    const kinds = back ? (['document_front', 'document_back'] as const) : (['document_front'] as const);
    const refusal = uploadRejection(loaded.policy, loaded.profile, kinds);
    return refusal ? TE.left(refusal) : TE.right(loaded);
  };

/**
 * Supplies the images to the profile that takes them, or that has taken them from an earlier attempt (`isSupplied`).
 */
export const supplyDocument = (
  deps: Deps,
  input: ImagesInput,
  loaded: Snapshot,
  isSupplied: boolean,
): TaskEither<DomainError, SuppliedUploads> => {
  const { caller, profileId: id } = input;
  const found: TaskEither<DomainError, Snapshot> = isSupplied
    ? TE.right(loaded)
    : deps.authorizeProfile({ caller, id, intent: 'upload', snapshot: loaded });
  const accepted = pipe(found, TE.flatMap(acceptImages(input)));
  return pipe(
    TE.Do,
    TE.bindW('found', () => accepted),
    TE.bindW('images', ({ found: { profile } }) => imagesOf(deps, input, profile)),
    TE.flatMap(({ found: present, images }) => supplyImages(deps, input, present, images)),
  );
};
