import { E, type Either, type ImageFitter, type UnsupportedMedia } from '@portcullis/domain';
import { admitPicture, damagedPicture, type Picture } from '@portcullis/domain/evidence';
import { semaphore, unsupportedMedia } from '@portcullis/domain/kernel';
import type { DocumentImage, ImageLimits } from '@portcullis/domain/ports';
import { encodeWithin, type NextParams, sizeShareFor } from './encoding/encode-within.ts';
import { decoderOf, type EncodeParams, encodeJpeg } from './encoding/jpeg.ts';
import type { MediaOptions } from './media-normalizer.ts';

const firstQuality = 90;
/**
 * Qualities from good to barely legible, each with its maximum size as a share of the size at the first quality. A
 * picture that was a JPEG of low quality before saves the least, and noise saves twice as much. When a smaller share
 * than the last one is needed, the picture itself has to be scaled down.
 */
const qualities = [
  { quality: 80, sizeShare: 0.88 },
  { quality: 70, sizeShare: 0.8 },
  { quality: 60, sizeShare: 0.72 },
  { quality: 50, sizeShare: 0.6 },
  { quality: 40, sizeShare: 0.49 },
] as const;
/** A picture that is scaled down regains some of the detail per pixel that an earlier encoder had dropped. */
const worstQuality = { quality: 40, sizeShare: 0.6 } as const;
/** With fewer pixels on the longer side nothing can be read, and no provider accepts the image. */
const minSide = 16;

/** Whether the image may stay as it is: it is whole, has a type that every provider takes, and is within the limits. */
const staysAsItIs = (bytes: Uint8Array, { height, lacksEnd, type, width }: Picture, limits: ImageLimits): boolean =>
  !lacksEnd && type !== 'image/webp' && bytes.length <= limits.maxBytes && Math.max(width, height) <= limits.maxSide;

/**
 * The best quality that is small enough at this size; otherwise the worst quality and a smaller size. The bytes
 * decrease more slowly than the area.
 */
const nextParams =
  (maxBytes: number): NextParams =>
  ({ side }, bytes) => {
    const part = sizeShareFor(bytes, maxBytes);
    const found = qualities.find((one) => one.sizeShare <= part);
    if (found) return { side, quality: found.quality };
    const smaller = Math.floor(side * (part / worstQuality.sizeShare) ** (2 / 3));
    return { side: Math.max(minSide, smaller), quality: worstQuality.quality };
  };

const reencode = async (picture: Picture, limits: ImageLimits): Promise<Uint8Array | null> => {
  const open = await decoderOf(picture);
  const side = Math.min(limits.maxSide, Math.max(picture.width, picture.height));
  const encode = (shape: EncodeParams): Promise<Uint8Array> => encodeJpeg(open(), shape);
  return encodeWithin(encode, limits.maxBytes, { side, quality: firstQuality }, [nextParams(limits.maxBytes)]);
};

const refused = (why: string): Either<UnsupportedMedia, never> => E.left(unsupportedMedia('image', why));

type Semaphore = ReturnType<typeof semaphore>;

const fitImage = async (
  limited: Semaphore,
  bytes: Uint8Array,
  limits: ImageLimits,
): Promise<Either<UnsupportedMedia, DocumentImage>> => {
  const admitted = admitPicture('image', bytes);
  if (E.isLeft(admitted)) return refused(admitted.left.message);
  const picture = admitted.right;
  if (staysAsItIs(bytes, picture, limits)) return E.right({ bytes, contentType: picture.type });
  try {
    const smaller = await limited(() => reencode(picture, limits));
    return smaller
      ? E.right({ bytes: smaller, contentType: 'image/jpeg' })
      : refused('The image cannot be made that small.');
  } catch {
    return refused(damagedPicture);
  }
};

/**
 * Fits images with sharp, in at most two encodings. An image that is within the limits is not decoded, and does
 * not wait for a permit.
 */
export const sharpImageFitter = ({ decodes = 2, watchQueue }: MediaOptions = {}): ImageFitter => {
  const limited = semaphore(decodes, watchQueue);
  return {
    fit:
      ({ bytes }, limits) =>
      () =>
        fitImage(limited, bytes, limits),
  };
};
