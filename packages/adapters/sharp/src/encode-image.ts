import {
  E,
  type Either,
  type ImageFacts,
  type ImageType,
  mediaLimits,
  type TooLarge,
  tooLarge,
  type UnsupportedMedia,
  type UploadKind,
  unsupportedMedia,
} from '@portcullis/domain';
import type { Metadata, Sharp } from 'sharp';
import { jpegOf, loadSharp, type Shape } from './jpeg.ts';
import { measureImage } from './measure/measure-image.ts';
import { type Guess, partOf, smallEnough } from './small-enough.ts';

/** The longer side of a stored image: a passport page that fills it has more than 800 pixels an inch. */
const maxSide = 4096;
/** The shorter side of a stored image: no photo is narrower, and what reads it behind should not have to think of it. */
const minSide = 16;
/** Of a stored image, with room under the 5 MiB that a face comparison takes. */
const maxBytes = 4.5 * 1024 * 1024;
const damaged = 'The image is damaged or not complete.';

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

const best = 92;
/** The small letters of a machine-readable zone are still sharp at this quality, and blurred in fewer pixels. */
const good = 80;
/** The last try: no picture that was too large before is as many bytes at this one, and as much smaller as it is told. */
const fair = 70;
/**
 * What a picture takes at `good` of its bytes at `best`: letters 0.75, noise 0.65 to 0.77. Where it has to be smaller as
 * well, what an encoder had once left out of it comes back, and it is hardly less for each pixel than it was.
 */
const partAtGood = { sameSize: 0.8, smaller: 0.95 } as const;

/** First as large as can be, if its bytes fall with the area: right for noise, which most that are so large are. */
const asNoise: Guess = ({ side }, bytes) => {
  const part = partOf(bytes, maxBytes);
  const scale = part >= partAtGood.sameSize ? 1 : Math.sqrt(part / partAtGood.smaller);
  return { side: Math.floor(side * scale), quality: good };
};

/** Then with the bytes as if they fell with the side alone, and not with the area: no picture does worse. */
const asLines: Guess = ({ side }, bytes) => ({ side: Math.floor(side * partOf(bytes, maxBytes)), quality: fair });

const encoded = (open: () => Sharp, { width, height }: Metadata): Promise<Uint8Array | null> => {
  const first: Shape = { side: Math.min(maxSide, Math.max(width, height)), quality: best };
  return smallEnough((shape) => jpegOf(open(), shape), maxBytes, first, [asNoise, asLines]);
};

/** A picture as it is kept, and what was measured of it. */
export type EncodedImage = { readonly bytes: Uint8Array; readonly image: ImageFacts };

/**
 * Decodes an image and encodes it anew as an upright sRGB JPEG without metadata, so that nothing of the file survives but
 * its picture. Whatever the decoder complains of is the image's fault: an image is refused rather than half kept.
 */
export const encodeImage = async (
  part: UploadKind,
  type: ImageType,
  bytes: Uint8Array,
): Promise<Either<UnsupportedMedia | TooLarge, EncodedImage>> => {
  const sharp = await loadSharp();
  try {
    // The head is read without the limit, which would only say that something is wrong and not what.
    const head = await sharp(bytes, { limitInputPixels: false }).metadata();
    const fault = faultOf(part, type, head);
    if (fault !== null) return E.left(fault);
    const open = (): Sharp => sharp(bytes, { failOn: 'error', limitInputPixels: mediaLimits.pixels });
    const jpeg = await encoded(open, head);
    return jpeg
      ? E.right({ bytes: jpeg, image: await measureImage(jpeg) })
      : E.left(tooLarge(part, 'The image cannot be made small enough to be kept.'));
  } catch {
    return E.left(unsupportedMedia(part, damaged));
  }
};
