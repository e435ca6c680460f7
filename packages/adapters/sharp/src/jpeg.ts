import type { Sharp } from 'sharp';

/** A decoder or encoder that hangs is given up. */
export const secondsPerImage = 20;

/** Loaded with the first image: 28 MB of memory and 140 ms that a process without uploads never needs. */
export const loadSharp = async () => {
  const { default: sharp } = await import('sharp');
  // No picture is worked on twice: what the library would keep of it is memory for nothing.
  sharp.cache(false);
  return sharp;
};

/** How large and how good: pixels of the longer side, and quality from 1 to 100. */
export type Shape = { readonly side: number; readonly quality: number };

/** White behind what is transparent; sRGB, and neither the input's profile nor any other metadata, by sharp's own default. */
const upright = (image: Sharp, longerSide: number): Sharp =>
  image
    .timeout({ seconds: secondsPerImage })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width: longerSide, height: longerSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');

/**
 * An upright JPEG in full colour resolution. Each begins with the file again and not with its pixels: a decoder that
 * knows how small the picture will be leaves out most of them, while all at once are a hundred megabytes.
 */
export const jpegOf = (image: Sharp, { side, quality }: Shape): Promise<Buffer> =>
  upright(image, side).jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer();
