import {
  E,
  type Either,
  type ImageType,
  mediaLimits,
  type TooLarge,
  tooLarge,
  type UnsupportedMedia,
  type UploadKind,
  unsupportedMedia,
} from '@portcullis/domain';
import type { Metadata, Sharp } from 'sharp';

/** The longer side of a stored image: a passport page that fills it has more than 800 pixels an inch. */
const maxSide = 4096;
/** The shorter side of a stored image: no photo is narrower, and what reads it behind should not have to think of it. */
const minSide = 16;
const secondsPerImage = 20;
const damaged = 'The image is damaged or not complete.';

/** Loaded with the first image: 28 MB of memory and 140 ms that a process without uploads never needs. */
export const loadSharp = async () => (await import('sharp')).default;

/** Whether the image, once it is as small as it will be stored, is a line rather than a picture. */
const isTooNarrow = ({ width, height }: Metadata): boolean =>
  Math.min(width, height) * Math.min(1, maxSide / Math.max(width, height)) < minSide;

/** What the head of the image says, before any pixel of it is decoded. */
const faultOf = (part: UploadKind, type: ImageType, head: Metadata): UnsupportedMedia | TooLarge | null => {
  if (`image/${head.format}` !== type) return unsupportedMedia(part, damaged);
  if (head.width * head.height > mediaLimits.pixels) {
    return tooLarge(part, `The image has more than ${mediaLimits.pixels / 1_000_000} megapixels.`);
  }
  if (isTooNarrow(head)) {
    const why = `The image is too small or too narrow: fit into ${maxSide} pixels, it is under ${minSide} wide or high.`;
    return unsupportedMedia(part, why);
  }
  return (head.pages ?? 1) > 1 ? unsupportedMedia(part, 'The image is animated; send a single picture.') : null;
};

/** White behind what is transparent; sRGB, and neither the input's profile nor any other metadata, by sharp's own default. */
export const upright = (image: Sharp, longerSide: number): Sharp =>
  image
    .timeout({ seconds: secondsPerImage })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width: longerSide, height: longerSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');

const encoded = (image: Sharp): Promise<Buffer> =>
  upright(image, maxSide).jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer();

/**
 * Decodes an image and encodes it anew as an upright sRGB JPEG without metadata, so that nothing of the file survives but
 * its picture. Whatever the decoder complains of is the image's fault: an image is refused rather than half kept.
 */
export const encodeImage = async (
  part: UploadKind,
  type: ImageType,
  bytes: Uint8Array,
): Promise<Either<UnsupportedMedia | TooLarge, Uint8Array>> => {
  const sharp = await loadSharp();
  try {
    // The head is read without the limit, which would only say that something is wrong and not what.
    const head = await sharp(bytes, { limitInputPixels: false }).metadata();
    const fault = faultOf(part, type, head);
    if (fault !== null) return E.left(fault);
    return E.right(await encoded(sharp(bytes, { failOn: 'error', limitInputPixels: mediaLimits.pixels })));
  } catch {
    return E.left(unsupportedMedia(part, damaged));
  }
};
