import { E } from '@portcullis/domain';
import { walkPicture } from '@portcullis/domain/evidence';
import sharp, { type Sharp } from 'sharp';
import type { GreyImage } from './grey-image.ts';

/**
 * A photo in full size and in two search sizes. The first search size has the standard width when the photo is upright
 * or upside down, the second one when it is rotated onto one of its sides.
 */
export type Photo = { readonly full: GreyImage; readonly searchByWidth: GreyImage; readonly searchByHeight: GreyImage };

/** The longest side at which reading is done. More pixels take time and do not read better. */
const longestSide = 2000;

/** The width of the pictures in which lines are searched, and the maximum of their pixels. */
const searchWidth = 1000;
const maxSearchPixels = 2_500_000;

/**
 * This is more than the 25 megapixels that an upload may have. The decoder refuses larger pictures before it allocates
 * memory.
 */
const limitInputPixels = 50_000_000;

/** The timeout after which a decoder is stopped. A photo of 25 megapixels takes under a second. */
const secondsPerDecode = 20;

/** MRZs were read without errors down to this height, and not below; see `docs/document-reading.md`. */
const minSide = 64;

/** The maximum aspect ratio. It is about that of a passport's MRZ that is cropped to its ink. */
const maxAspectRatio = 12;

/** Whether a picture of this size can contain a readable MRZ. */
const canShowMrz = (width: number, height: number): boolean => {
  const shorter = Math.min(width, height);
  const longer = Math.max(width, height);
  return shorter >= minSide && longer <= shorter * maxAspectRatio;
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
 * The length to which a side of `along` pixels is scaled for the search: 1000, or less where the other side would make
 * the picture too large. A smaller photo is enlarged, because otherwise less of it is read and its acutance would have
 * another meaning.
 */
const searchLength = (along: number, across: number): number =>
  Math.min(searchWidth, Math.floor(Math.sqrt((maxSearchPixels * along) / across)));

/** Resizes a picture and blurs it slightly, because sensor noise must not look like ink. */
const resized = ({ data, width, height }: GreyImage, size: { readonly width: number } | { readonly height: number }) =>
  greyOf(
    sharp(data, { raw: { width, height, channels: 1 } })
      .resize(size)
      .blur(1.2),
  );

/**
 * Decodes a photo upright (EXIF) and in grey, with at most the given pixels on its longer side. Returns `null` for
 * bytes that are not a JPEG, PNG or WebP image, are truncated, or whose container `walkPicture` refuses, and for images
 * of more than 50 million pixels or too small or too narrow for an MRZ; of the latter no pixel is decoded.
 */
export const decodeWithin = (bytes: Uint8Array, longest: number): Promise<GreyImage | null> =>
  decodeBy(greyOf, bytes, longest);

const decodeBy = async (
  pixelsOf: (image: Sharp) => Promise<GreyImage>,
  bytes: Uint8Array,
  longest: number,
): Promise<GreyImage | null> => {
  const walked = walkPicture(bytes);
  if (E.isLeft(walked)) return null;
  const picture = walked.right;
  if (!canShowMrz(picture.width, picture.height)) return null;
  try {
    const upright = sharp(picture.toDecode(), { limitInputPixels, failOn: picture.lacksEnd ? 'warning' : 'error' })
      .rotate()
      .flatten({ background: '#ffffff' });
    return await pixelsOf(upright.resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true }));
  } catch {
    return null;
  }
};

/** The brightest of the three channels of every pixel: colours become paper, and black stays ink. */
const brightestChannel = async (image: Sharp): Promise<GreyImage> => {
  const { data, info } = await image
    .toColourspace('srgb')
    .timeout({ seconds: secondsPerDecode })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { channels, height, width } = info;
  const out = new Uint8Array(width * height);
  for (let at = 0; at < out.length; at += 1) {
    const first = at * channels;
    out[at] =
      channels < 3 ? (data[first] ?? 0) : Math.max(data[first] ?? 0, data[first + 1] ?? 0, data[first + 2] ?? 0);
  }
  return { data: out, width, height };
};

/**
 * Decodes a photo with at most 4 million pixels. Returns `null` as `decodeWithin` does. The ink of an MRZ is black
 * (ICAO 9303-3, 4.4: it must be readable in the near infrared), so that colours are no ink: neither the pattern of
 * security paper nor a stamp that lies over the MRZ.
 */
export const decodeFull = (bytes: Uint8Array): Promise<GreyImage | null> =>
  decodeBy(brightestChannel, bytes, longestSide);

/** The picture in which lines are searched when the photo is upright or upside down, of at most 2.5 million pixels. */
export const searchByWidthOf = (full: GreyImage): Promise<GreyImage> =>
  resized(full, { width: searchLength(full.width, full.height) });

/** The picture in which lines are searched when the photo lies on one of its sides, of at most 2.5 million pixels. */
export const searchByHeightOf = (full: GreyImage): Promise<GreyImage> =>
  resized(full, { height: searchLength(full.height, full.width) });

/** Decodes a photo in full size and in both search sizes. Returns `null` as `decodeWithin` does. */
export const decodePhoto = async (bytes: Uint8Array): Promise<Photo | null> => {
  const full = await decodeFull(bytes);
  return full && { full, searchByWidth: await searchByWidthOf(full), searchByHeight: await searchByHeightOf(full) };
};
