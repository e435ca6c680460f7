import type { Sharp } from 'sharp';

/** The bytes of a picture, row by row: three bytes for a pixel in sRGB, or one byte in grey. */
export type Pixels = { readonly data: Uint8Array; readonly width: number; readonly height: number };

export const pixelsOf = async (image: Sharp): Promise<Pixels> => {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};
