import {
  type DocumentImage,
  E,
  type Either,
  type ImageFitter,
  type ImageLimits,
  imageTypes,
  mediaLimits,
  mediaTypeOf,
  type UnsupportedMedia,
  unsupportedMedia,
} from '@portcullis/domain';
import type { Sharp } from 'sharp';
import { loadSharp, upright } from './encode-image.ts';
import { lanes } from './lanes.ts';
import type { MediaOptions } from './media-normalizer.ts';

/** From good to barely legible; where the last one is still too many bytes, the picture itself has to be smaller. */
const qualities = [90, 80, 70, 60, 50, 40] as const;
const shrink = 0.75;
/** Under this many pixels of its longer side nothing can be read, and no provider takes it. */
const leastSide = 16;

const isWithin = (bytes: Uint8Array, width: number, height: number, { maxBytes, maxSide }: ImageLimits): boolean =>
  bytes.length <= maxBytes && Math.max(width, height) <= maxSide;

/** Its type where the image may stay as it is: only a head that decodes says how large it is. */
const typeAsItIs = async (open: () => Sharp, bytes: Uint8Array, limits: ImageLimits): Promise<string | null> => {
  const type = mediaTypeOf(bytes);
  if (type !== 'image/jpeg' && type !== 'image/png') return null;
  const { format, width, height } = await open().metadata();
  return `image/${format}` === type && isWithin(bytes, width, height, limits) ? type : null;
};

/** The first JPEG that is small enough: as large as can be, and of the best quality that there is for that size. */
const smallEnough = async (open: () => Sharp, { maxBytes, maxSide }: ImageLimits): Promise<Uint8Array | null> => {
  const sharp = await loadSharp();
  // Decoded once for all sizes and qualities: that is the dear part.
  const { data, info } = await upright(open(), maxSide).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const longer = Math.max(width, height);
  for (let side = longer; side >= Math.min(leastSide, longer); side = Math.floor(side * shrink)) {
    for (const quality of qualities) {
      const picture = sharp(data, { raw: { width, height, channels } }).resize({
        width: side,
        height: side,
        fit: 'inside',
      });
      const encoded = await picture.jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer();
      if (encoded.length <= maxBytes) return encoded;
    }
  }
  return null;
};

const refused = (why: string): Either<UnsupportedMedia, never> => E.left(unsupportedMedia('image', why));

const fitted = async (bytes: Uint8Array, limits: ImageLimits): Promise<Either<UnsupportedMedia, DocumentImage>> => {
  if (!imageTypes.some((type) => type === mediaTypeOf(bytes)))
    return refused('The file is not a JPEG, PNG or WebP image.');
  const sharp = await loadSharp();
  const open = (): Sharp => sharp(bytes, { failOn: 'error', limitInputPixels: mediaLimits.pixels });
  try {
    const contentType = await typeAsItIs(open, bytes, limits);
    if (contentType !== null) return E.right({ bytes, contentType });
    const smaller = await smallEnough(open, limits);
    return smaller
      ? E.right({ bytes: smaller, contentType: 'image/jpeg' })
      : refused('The image cannot be made that small.');
  } catch {
    return refused('The image is damaged or not complete.');
  }
};

/** Fits images with sharp; what is within the limits is not decoded further than its head. */
export const sharpImageFitter = ({ decodes = 2 }: MediaOptions = {}): ImageFitter => {
  const inLane = lanes(decodes);
  return {
    fit:
      ({ bytes }, limits) =>
      () =>
        inLane(() => fitted(bytes, limits)),
  };
};
