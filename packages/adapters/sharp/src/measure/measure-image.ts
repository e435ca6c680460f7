import type { ImageFacts } from '@portcullis/domain/evidence';
import { loadSharp, secondsPerImage } from '../encoding/jpeg.ts';
import { type Pixels, pixelsOf } from '../encoding/pixels.ts';
import { measurePixels } from './measure-pixels.ts';
import { measureInThread } from './measure-thread.ts';

/**
 * The longer side of the picture that is measured, in pixels. A smaller picture is enlarged, so that every measure has
 * one meaning.
 */
const measuredSide = 1000;
/** The maximum enlargement. A picture that would need more counts as small anyway. */
const maxEnlargement = 2;
/** The blur radius in pixels: camera noise and JPEG artefacts must not look like edges. */
const blurRadius = 1.2;

type Size = { readonly width: number; readonly height: number };

/** The picture in the measured size. */
const resized = async (jpeg: Uint8Array, { width, height }: Size): Promise<Pixels> => {
  const sharp = await loadSharp();
  const side = Math.min(measuredSide, maxEnlargement * Math.max(width, height));
  const image = sharp(jpeg).timeout({ seconds: secondsPerImage });
  return pixelsOf(image.resize({ width: side, height: side, fit: 'inside' }).toColourspace('srgb').removeAlpha());
};

const greyOf = async ({ data, width, height }: Pixels): Promise<Pixels> => {
  const sharp = await loadSharp();
  return pixelsOf(
    sharp(data, { raw: { width, height, channels: 3 } })
      .toColourspace('b-w')
      .blur(blurRadius),
  );
};

/**
 * Measures a picture as it is stored. Everything except the size is measured on a picture of at most a million pixels,
 * in another thread. Where that thread cannot work, the picture is not to blame, and is measured here.
 */
export const measureImage = async (jpeg: Uint8Array): Promise<ImageFacts> => {
  const sharp = await loadSharp();
  const { width, height } = await sharp(jpeg).metadata();
  const colour = await resized(jpeg, { width, height });
  const pixels = { colour, grey: await greyOf(colour) };
  return { width, height, ...(await measureInThread(pixels).catch(() => measurePixels(pixels))) };
};
