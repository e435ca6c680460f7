import sharp from 'sharp';

/** Brightness, one byte a pixel, row by row: 0 is black. */
export type GreyImage = { readonly data: Uint8Array; readonly width: number; readonly height: number };

/** Longest side at which reading is done: more pixels cost time and read no better. */
const longestSide = 2000;

/**
 * Decodes a photo upright (EXIF), in grey, no larger than needed. Answers `null` for bytes that are no image, that end
 * too early, or that would decode to more than `limitInputPixels`.
 */
export const decodeGrey = async (bytes: Uint8Array, limitInputPixels: number): Promise<GreyImage | null> => {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels, failOn: 'error' })
      .rotate()
      .flatten({ background: '#ffffff' })
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data: new Uint8Array(data), width: info.width, height: info.height };
  } catch {
    return null;
  }
};

const rawOf = ({ width, height }: GreyImage) => ({ raw: { width, height, channels: 1 as const } });

/** The same picture, `width` pixels wide, and a little softened: sensor noise must not look like ink. */
export const resizeGrey = async (image: GreyImage, width: number): Promise<GreyImage> => {
  const { data, info } = await sharp(image.data, rawOf(image))
    .resize({ width })
    .blur(1.2)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height };
};

/** The picture as PNG bytes, for an engine that takes files. */
export const pngOf = (image: GreyImage): Promise<Buffer> =>
  sharp(image.data, rawOf(image)).withMetadata({ density: 300 }).png({ compressionLevel: 1 }).toBuffer();

/** Turned clockwise by quarter turns; exact, no pixel is invented. */
export const turnGrey = (image: GreyImage, quarters: 0 | 1 | 2 | 3): GreyImage => {
  const { data, width, height } = image;
  if (quarters === 0) return image;
  const [outWidth, outHeight] = quarters === 2 ? [width, height] : [height, width];
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at =
        quarters === 1
          ? x * outWidth + (outWidth - 1 - y)
          : quarters === 2
            ? (height - 1 - y) * outWidth + (width - 1 - x)
            : (outHeight - 1 - x) * outWidth + y;
      out[at] = data[y * width + x] ?? 0;
    }
  }
  return { data: out, width: outWidth, height: outHeight };
};
