import { type Invalid, invalid, type TooLarge, tooLarge, type UnsupportedMedia } from '../kernel/errors.ts';
import { E } from '../kernel/fp.ts';
import type { UploadKind } from './evidence.ts';
import { mediaLimits } from './media-type.ts';
import { admitPicture } from './picture.ts';

/** How many frames may come beside a picture of a side: three stills of one moment vote. */
export const maxFrames = 2;

/** The parts of a request that are frames, by the picture that they come with. */
export const framePartsOf = {
  document_front: ['document_front_frame_1', 'document_front_frame_2'],
  document_back: ['document_back_frame_1', 'document_back_frame_2'],
} as const satisfies { readonly [Kind in UploadKind]?: readonly [string, string] };
export const framedKinds = ['document_front', 'document_back'] as const;
export type FramedKind = (typeof framedKinds)[number];
export type FramePart = (typeof framePartsOf)[FramedKind][number];
export const frameParts: readonly FramePart[] = framedKinds.flatMap((kind) => framePartsOf[kind]);

type FrameFault = Invalid | UnsupportedMedia | TooLarge;

const faultOfFrame = (part: string, bytes: Uint8Array): FrameFault | null => {
  if (bytes.length > mediaLimits.imageBytes)
    return tooLarge(part, `The file has more than ${mediaLimits.imageBytes / 1024 / 1024} MiB.`);
  const admitted = admitPicture(part, bytes);
  return E.isLeft(admitted) ? admitted.left : null;
};

/**
 * Why the frames of a picture may not come, and `null` where they may. They are held to the rules of every image: their
 * number, their types by their bytes, and their sizes. Their containers are walked, and nothing of them is decoded.
 */
export const faultOfFrames = (kind: FramedKind, frames: readonly Uint8Array[]): FrameFault | null => {
  const parts = framePartsOf[kind];
  return frames.reduce<FrameFault | null>((found, bytes, at) => {
    const part = parts[at];
    if (found) return found;
    return part === undefined
      ? invalid([{ pointer: `/${kind}`, message: `at most ${maxFrames} frames come with a picture` }])
      : faultOfFrame(part, bytes);
  }, null);
};
