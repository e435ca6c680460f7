import type { ImageFacts } from '@portcullis/domain/documents';
import { loadSharp, secondsPerImage } from '../encoding/jpeg.ts';
import { type Pixels, pixelsOf } from '../encoding/pixels.ts';
import { measurePixels } from './measure-pixels.ts';
import { measureInThread } from './measure-thread.ts';
import { tileSide } from './spectrum.ts';

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

/** The picture in the measured size. A decoder that knows the size skips most pixels of a large picture. */
const resized = async (jpeg: Uint8Array, { width, height }: Size): Promise<Pixels> => {
  const sharp = await loadSharp();
  const side = Math.min(measuredSide, maxEnlargement * Math.max(width, height));
  const image = sharp(jpeg).timeout({ seconds: secondsPerImage }).resize({ width: side, height: side, fit: 'inside' });
  return pixelsOf(image.toColourspace('srgb').removeAlpha());
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
 * The middle rows of the picture in grey, in full resolution. Returns `null` when the picture is smaller than a tile.
 */
const bandOf = async (jpeg: Uint8Array, { width, height }: Size): Promise<Pixels | null> => {
  if (Math.min(width, height) < tileSide) return null;
  const sharp = await loadSharp();
  const rows = { left: 0, top: Math.floor((height - tileSide) / 2), width, height: tileSide };
  return pixelsOf(sharp(jpeg).timeout({ seconds: secondsPerImage }).extract(rows).toColourspace('b-w'));
};

/**
 * Measures a picture as it is stored. Everything except the size and the screen pattern is measured on a picture of at
 * most a million pixels, in another thread. Where that thread cannot work, the picture is not to blame, and is measured
 * here.
 */
export const measureImage = async (jpeg: Uint8Array): Promise<ImageFacts> => {
  const sharp = await loadSharp();
  const { width, height } = await sharp(jpeg).metadata();
  const colour = await resized(jpeg, { width, height });
  const pixels = { colour, grey: await greyOf(colour), band: await bandOf(jpeg, { width, height }) };
  return { width, height, ...(await measureInThread(pixels).catch(() => measurePixels(pixels))) };
};
