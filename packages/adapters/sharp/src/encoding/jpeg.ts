import { mediaLimits, type Picture } from '@portcullis/domain/evidence';
import type { Sharp } from 'sharp';

/** The timeout after which a decoder or encoder is stopped. */
export const secondsPerImage = 20;

/**
 * Loads the library with the first image: it takes 28 MB of memory and 140 ms, which a process without uploads never
 * needs.
 */
export const loadSharp = async () => {
  const { default: sharp } = await import('sharp');
  // No picture is processed twice, so that the library's cache would only take memory.
  sharp.cache(false);
  return sharp;
};

/** A decoder goes on after a warning, except where the end of the file is missing: then a part of it may be as well. */
const failureOf = ({ lacksEnd }: Picture) => (lacksEnd ? 'warning' : 'error');

/**
 * Opens a picture for each time that it is encoded. Its head was read when its container was walked, so that the
 * library opens it as a part of the work that `secondsPerImage` ends, and never only to ask for its size.
 */
export const decoderOf = async (picture: Picture): Promise<() => Sharp> => {
  const sharp = await loadSharp();
  return () => sharp(picture.toDecode(), { failOn: failureOf(picture), limitInputPixels: mediaLimits.pixels });
};

/** The size and the quality of a JPEG: the pixels of the longer side, and a quality from 1 to 100. */
export type EncodeParams = { readonly side: number; readonly quality: number };

/**
 * Puts white behind transparent pixels and converts to sRGB. By default sharp copies neither the input's colour profile
 * nor any other metadata.
 */
const uprightSrgb = (image: Sharp, longerSide: number): Sharp =>
  image
    .timeout({ seconds: secondsPerImage })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width: longerSide, height: longerSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');

/**
 * Encodes an upright JPEG with full chroma resolution. Each encoding starts from the file and not from its pixels: a
 * decoder that knows how small the picture will be skips most pixels, while all of them together are a hundred
 * megabytes.
 */
export const encodeJpeg = (image: Sharp, { side, quality }: EncodeParams): Promise<Buffer> =>
  uprightSrgb(image, side).jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer();
