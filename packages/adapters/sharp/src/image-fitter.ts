import { E, type Either, type ImageFitter, type UnsupportedMedia } from '@portcullis/domain';
import { imageTypes, mediaLimits, mediaTypeOf } from '@portcullis/domain/documents';
import { semaphore, unsupportedMedia } from '@portcullis/domain/kernel';
import type { DocumentImage, ImageLimits } from '@portcullis/domain/ports';
import type { Sharp } from 'sharp';
import { encodeWithin, type NextParams, sizeShareFor } from './encoding/encode-within.ts';
import { type EncodeParams, encodeJpeg, loadSharp } from './encoding/jpeg.ts';
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

const isWithin = (bytes: Uint8Array, width: number, height: number, { maxBytes, maxSide }: ImageLimits): boolean =>
  bytes.length <= maxBytes && Math.max(width, height) <= maxSide;

/** The content type when the image may stay as it is, else `null`. Only a header that can be decoded tells its size. */
const unchangedType = async (open: () => Sharp, bytes: Uint8Array, limits: ImageLimits): Promise<string | null> => {
  const type = mediaTypeOf(bytes);
  if (type !== 'image/jpeg' && type !== 'image/png') return null;
  const { format, width, height } = await open().metadata();
  return `image/${format}` === type && isWithin(bytes, width, height, limits) ? type : null;
};

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

const reencode = async (open: () => Sharp, limits: ImageLimits): Promise<Uint8Array | null> => {
  const { width, height } = await open().metadata();
  const side = Math.min(limits.maxSide, Math.max(width, height));
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
  if (!imageTypes.some((type) => type === mediaTypeOf(bytes)))
    return refused('The file is not a JPEG, PNG or WebP image.');
  const sharp = await loadSharp();
  const open = (): Sharp => sharp(bytes, { failOn: 'error', limitInputPixels: mediaLimits.pixels });
  try {
    const contentType = await unchangedType(open, bytes, limits);
    if (contentType !== null) return E.right({ bytes, contentType });
    const smaller = await limited(() => reencode(open, limits));
    return smaller
      ? E.right({ bytes: smaller, contentType: 'image/jpeg' })
      : refused('The image cannot be made that small.');
  } catch {
    return refused('The image is damaged or not complete.');
  }
};

/**
 * Fits images with sharp, in at most two encodings. An image that is within the limits is decoded no further than its
 * header, and does not wait for a permit.
 */
export const sharpImageFitter = ({ decodes = 2 }: MediaOptions = {}): ImageFitter => {
  const limited = semaphore(decodes);
  return {
    fit:
      ({ bytes }, limits) =>
      () =>
        fitImage(limited, bytes, limits),
  };
};
