import type { Size } from './frame.ts';

/** The limits of a photo. */
export type PhotoLimits = { readonly maxBytes: number; readonly maxPixels: number };

/** Makes a JPEG of a picture, drawn in this size; `null` where that is not possible. */
export type Encode = (size: Size, quality: number) => Promise<Blob | null>;

const qualities = [0.92, 0.85, 0.7];
/** How much smaller each side becomes where no quality has few enough bytes. */
const shrinkage = 0.7;
/** Smaller pictures of a document show nothing that could be read. */
const shortestSide = 300;

const scaled = ({ height, width }: Size, by: number): Size => ({
  width: Math.max(1, Math.floor(width * by)),
  height: Math.max(1, Math.floor(height * by)),
});

const sizeWithin = (size: Size, maxPixels: number): Size =>
  size.width * size.height <= maxPixels ? size : scaled(size, Math.sqrt(maxPixels / (size.width * size.height)));

/** The picture within the limits, as large and as good as it can be; `null` where nothing that can be read fits. */
export const encodeWithin = async (
  picture: Size,
  { maxBytes, maxPixels }: PhotoLimits,
  encode: Encode,
): Promise<Blob | null> => {
  let size = sizeWithin(picture, maxPixels);
  do {
    for (const quality of qualities) {
      const photo = await encode(size, quality);
      if (photo !== null && photo.size <= maxBytes) return photo;
    }
    size = scaled(size, shrinkage);
  } while (Math.min(size.width, size.height) >= shortestSide);
  return null;
};
