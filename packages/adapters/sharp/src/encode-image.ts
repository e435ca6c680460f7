import { E, type Either, type TooLarge, type UnsupportedMedia } from '@portcullis/domain';
import { damagedPicture, type ImageFacts, type Picture, type UploadKind } from '@portcullis/domain/evidence';
import { tooLarge, unsupportedMedia } from '@portcullis/domain/kernel';
import type { Sharp } from 'sharp';
import { encodeWithin, type NextParams, sizeShareFor } from './encoding/encode-within.ts';
import { decoderOf, type EncodeParams, encodeJpeg } from './encoding/jpeg.ts';
import { measureImage } from './measure/measure-image.ts';

/** The maximum of the longer side of a stored image: a passport page that fills it has more than 800 pixels an inch. */
const maxSide = 4096;
/**
 * The minimum of the shorter side of a stored image: no photo is narrower, and later readers need not handle such
 * images.
 */
const minSide = 16;
/** The maximum size of a stored image in bytes. It stays under the 5 MiB that a face comparison accepts. */
const maxBytes = 4.5 * 1024 * 1024;

/** Whether the picture, in the size in which it would be stored, is a line rather than a picture. */
const isTooNarrow = ({ width, height }: Picture): boolean =>
  Math.min(width, height) * Math.min(1, maxSide / Math.max(width, height)) < minSide;

const tooNarrow = `The image is too small or too narrow: fit into ${maxSide} pixels, it is under ${minSide} wide or high.`;

const bestQuality = 92;
/**
 * The small letters of a machine-readable zone are still sharp at this quality. They would be blurred with fewer
 * pixels.
 */
const goodQuality = 80;
/**
 * The quality of the last attempt. Every picture that was too large before has fewer bytes at this quality, in
 * proportion to its smaller size.
 */
const fairQuality = 70;
/**
 * The size at the good quality as a share of the size at the best one: 0.75 for letters and 0.65 to 0.77 for noise.
 * When the picture has to be scaled down as well, detail that an earlier encoder had dropped returns, and the bytes per
 * pixel hardly decrease.
 */
const goodSizeShare = { sameSize: 0.8, smaller: 0.95 } as const;

/**
 * The second attempt assumes that the bytes decrease with the area. That is right for noise, which most of such large
 * images contain.
 */
const assumingArea: NextParams = ({ side }, bytes) => {
  const share = sizeShareFor(bytes, maxBytes);
  const scale = share >= goodSizeShare.sameSize ? 1 : Math.sqrt(share / goodSizeShare.smaller);
  return { side: Math.floor(side * scale), quality: goodQuality };
};

/** The last attempt assumes that the bytes decrease only with the side and not with the area. No picture does worse. */
const assumingSide: NextParams = ({ side }, bytes) => ({
  side: Math.floor(side * sizeShareFor(bytes, maxBytes)),
  quality: fairQuality,
});

const encodeSmallEnough = (open: () => Sharp, { width, height }: Picture): Promise<Uint8Array | null> => {
  const first: EncodeParams = { side: Math.min(maxSide, Math.max(width, height)), quality: bestQuality };
  return encodeWithin((shape) => encodeJpeg(open(), shape), maxBytes, first, [assumingArea, assumingSide]);
};

/** A picture as it is stored, and what was measured of it. */
export type EncodedImage = { readonly bytes: Uint8Array; readonly image: ImageFacts };

/**
 * Decodes an image and encodes it again as an upright sRGB JPEG without metadata, so that nothing of the file survives
 * except its picture. Every error of the decoder counts as a fault of the image: an image is refused rather than stored
 * in part.
 */
export const encodeImage = async (
  part: UploadKind,
  picture: Picture,
): Promise<Either<UnsupportedMedia | TooLarge, EncodedImage>> => {
  if (isTooNarrow(picture)) return E.left(unsupportedMedia(part, tooNarrow));
  try {
    const jpeg = await encodeSmallEnough(await decoderOf(picture), picture);
    return jpeg
      ? E.right({ bytes: jpeg, image: await measureImage(jpeg) })
      : E.left(tooLarge(part, 'The image cannot be made small enough to be kept.'));
  } catch {
    return E.left(unsupportedMedia(part, damagedPicture));
  }
};
