import type { FileKind, UploadKind } from '../../evidence/evidence.ts';
import { faultOfFrames } from '../../evidence/frames.ts';
import type { DomainError } from '../../kernel/errors.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Frame } from '../processing/request-files.ts';
import type { UploadDeps } from './store-upload.ts';
import type { ImageInput, ImagesInput } from './supply-images.ts';

const framesIn = (image: ImageInput | null): readonly Uint8Array[] =>
  image && 'bytes' in image ? (image.frames ?? []) : [];

const framesByKind = ({ back, front }: Pick<ImagesInput, 'back' | 'front'>) =>
  [
    ['document_front', framesIn(front)],
    ['document_back', framesIn(back)],
  ] as const satisfies readonly (readonly [UploadKind, readonly Uint8Array[]])[];

/** Why the frames of a request may not come, found out before anything of it is stored; `null` where they may. */
export const frameFault = (input: Pick<ImagesInput, 'back' | 'front'>): DomainError | null =>
  framesByKind(input).reduce<DomainError | null>((found, [kind, frames]) => found ?? faultOfFrames(kind, frames), null);

/** The frames of each kind of picture. They are decoded when they are needed, by the profile's budget of pictures. */
export const uploadedFramesOf =
  ({ media }: Pick<UploadDeps, 'media'>, input: Pick<ImagesInput, 'back' | 'front'>, { id, tenant }: Profile) =>
  (kind: FileKind): readonly Frame[] =>
    framesByKind(input).flatMap(([framed, frames]) =>
      framed === kind ? frames.map((bytes) => media.normalize(framed, bytes, { profileId: id, tenant })) : [],
    );
