import type { Sharp } from 'sharp';

/** Bytes of a picture, row by row; three of a pixel (sRGB), or one where it is grey. */
export type Pixels = { readonly data: Uint8Array; readonly width: number; readonly height: number };

export const pixelsOf = async (image: Sharp): Promise<Pixels> => {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};
