import sharp, { type Sharp } from 'sharp';
import type { GreyImage } from './grey-image.ts';

/**
 * A photo as reading needs it: as it is, and in the size in which lines are looked for. `lying` is as wide as that size
 * when the photo stands upright or upside down, `standing` when it is turned on one of its sides.
 */
export type Photo = { readonly whole: GreyImage; readonly lying: GreyImage; readonly standing: GreyImage };

/** Longest side at which reading is done: more pixels cost time and read no better. */
const longestSide = 2000;

/** How long the lines of a picture may be in which lines are looked for, and how many pixels it may have at most. */
const measuredWidth = 1000;
const mostMeasured = 2_500_000;

/** More than the 25 megapixels that an upload may have; the decoder refuses the rest before it takes memory. */
const limitInputPixels = 50_000_000;

/** A decoder that hangs is given up; a photo of 25 megapixels takes under a second. */
const secondsPerDecode = 20;

/** Zones were read without a mistake down to this height, and none below; see `docs/document-reading.md`. */
const leastSide = 64;

/** The ink of a passport's zone, cut out to its very edge, is about as many times as long as it is high. */
const mostElongated = 12;

/** Whether a picture of this size can show a zone that can be read. */
const canShowZone = (width: number, height: number): boolean => {
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  return shorter >= leastSide && longer <= shorter * mostElongated;
};

const greyOf = async (image: Sharp): Promise<GreyImage> => {
  const { data, info } = await image
    .toColourspace('b-w')
    .timeout({ seconds: secondsPerDecode })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height };
};

/**
 * How long a side of `along` pixels is made for the search: 1000, or less where the other side would make the picture too
 * large. A photo that is smaller is enlarged: less is read of it otherwise, and its acutance would mean something else.
 */
const measuredLength = (along: number, across: number): number =>
  Math.min(measuredWidth, Math.floor(Math.sqrt((mostMeasured * along) / across)));

/** In another size, and a little softened: sensor noise must not look like ink. */
const measured = ({ data, width, height }: GreyImage, size: { readonly width: number } | { readonly height: number }) =>
  greyOf(
    sharp(data, { raw: { width, height, channels: 1 } })
      .resize(size)
      .blur(1.2),
  );

/**
 * Decodes a photo upright (EXIF), in grey, with so many pixels on its longer side at most. `null` for bytes that are no
 * image, that end too early, that would decode to more than 50 million pixels, or to a picture too small or too narrow to
 * show a zone; of the latter no pixel is decoded.
 */
export const decodeWithin = async (bytes: Uint8Array, longest: number): Promise<GreyImage | null> => {
  try {
    const head = await sharp(bytes, { limitInputPixels }).metadata();
    if (!canShowZone(head.width, head.height)) return null;
    const upright = sharp(bytes, { limitInputPixels, failOn: 'error' }).rotate().flatten({ background: '#ffffff' });
    return await greyOf(upright.resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true }));
  } catch {
    return null;
  }
};

/**
 * A photo in bounded sizes: at most 4 million pixels, and 2.5 million in the two sizes that are searched. `null` as for
 * `decodeWithin`.
 */
export const decodePhoto = async (bytes: Uint8Array): Promise<Photo | null> => {
  const whole = await decodeWithin(bytes, longestSide);
  if (!whole) return null;
  const { width, height } = whole;
  const lying = await measured(whole, { width: measuredLength(width, height) });
  return { whole, lying, standing: await measured(whole, { height: measuredLength(height, width) }) };
};
