import { photoOf } from './canvas.ts';
import type { PhotoLimits } from './encode.ts';

/** The limits of the service: its media types, and how much a photo may have. */
export type FileLimits = PhotoLimits & { readonly contentTypes: readonly string[] };

/** Browsers turn the picture as its EXIF data say; an option for that is an error in some of them. */
const decode = async (file: Blob): Promise<ImageBitmap | null> => {
  try {
    return await createImageBitmap(file);
  } catch {
    return null;
  }
};

/**
 * The photo of a chosen file: the file itself where the service takes it as it is, and else the picture in it, redrawn
 * within the limits. `null` where there is no picture in it.
 */
export const photoOfFile = async (file: Blob, limits: FileLimits): Promise<Blob | null> => {
  const { contentTypes, maxBytes, maxPixels } = limits;
  const picture = await decode(file);
  if (picture === null) return null;
  const isTaken =
    contentTypes.includes(file.type) && file.size <= maxBytes && picture.width * picture.height <= maxPixels;
  const photo = isTaken ? file : await photoOf(picture, limits);
  picture.close();
  return photo;
};
