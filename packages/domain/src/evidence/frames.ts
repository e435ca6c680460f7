import { type Invalid, invalid, type TooLarge, type UnsupportedMedia } from '../kernel/errors.ts';
import { E } from '../kernel/fp.ts';
import { type UploadKind, uploadKinds } from './evidence.ts';
import { admitUpload } from './picture.ts';

/** How many frames may come beside a picture of a side: three stills of one moment vote. */
export const maxFrames = 2;

/** The parts of a request that are frames, by the picture that they come with. */
export const framePartsOf = {
  document_front: ['document_front_frame_1', 'document_front_frame_2'],
  document_back: ['document_back_frame_1', 'document_back_frame_2'],
} as const satisfies Readonly<Record<UploadKind, readonly [string, string]>>;
export type FramePart = (typeof framePartsOf)[UploadKind][number];
export const frameParts: readonly FramePart[] = uploadKinds.flatMap((kind) => framePartsOf[kind]);

type FrameFault = Invalid | UnsupportedMedia | TooLarge;

const faultOfFrame = (part: string, bytes: Uint8Array): FrameFault | null => {
  const admitted = admitUpload(part, bytes);
  return E.isLeft(admitted) ? admitted.left : null;
};

/**
 * Why the frames of a picture may not come, and `null` where they may. They are held to the rules of every image: their
 * number, their types by their bytes, and their sizes. Their containers are walked, and nothing of them is decoded.
 */
export const faultOfFrames = (kind: UploadKind, frames: readonly Uint8Array[]): FrameFault | null => {
  const parts = framePartsOf[kind];
  return frames.reduce<FrameFault | null>((found, bytes, at) => {
    const part = parts[at];
    if (found) return found;
    return part === undefined
      ? invalid([{ pointer: `/${kind}`, message: `at most ${maxFrames} frames come with a picture` }])
      : faultOfFrame(part, bytes);
  }, null);
};
