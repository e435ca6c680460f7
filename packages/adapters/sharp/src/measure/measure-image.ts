import type { ImageFacts } from '@portcullis/domain/documents';
import type { Sharp } from 'sharp';
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

/** A picture that can be decoded, or was, as often as it is opened. */
type Source = { readonly open: () => Sharp; readonly width: number; readonly height: number };

/**
 * A decoder skips pixels of a picture that is at least this many times as large as the measured one. Any other picture
 * is decoded once for all measures.
 */
const skippingFactor = 2;

const sourceOf = async (jpeg: Uint8Array): Promise<Source> => {
  const sharp = await loadSharp();
  const open = (): Sharp => sharp(jpeg).timeout({ seconds: secondsPerImage });
  const { width, height, space, channels, icc } = await sharp(jpeg).metadata();
  const isPlainColour = space === 'srgb' && channels === 3 && icc === undefined;
  if (!isPlainColour || Math.max(width, height) >= skippingFactor * measuredSide) return { open, width, height };
  const { data } = await pixelsOf(open());
  return { open: () => sharp(data, { raw: { width, height, channels } }), width, height };
};

/** The picture in the measured size. */
const resized = ({ open, width, height }: Source): Promise<Pixels> => {
  const side = Math.min(measuredSide, maxEnlargement * Math.max(width, height));
  const image = open().resize({ width: side, height: side, fit: 'inside' });
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
const bandOf = async ({ open, width, height }: Source): Promise<Pixels | null> => {
  if (Math.min(width, height) < tileSide) return null;
  const rows = { left: 0, top: Math.floor((height - tileSide) / 2), width, height: tileSide };
  return pixelsOf(open().extract(rows).toColourspace('b-w'));
};

/**
 * Measures a picture as it is stored. Everything except the size and the screen pattern is measured on a picture of at
 * most a million pixels, in another thread. Where that thread cannot work, the picture is not to blame, and is measured
 * here.
 */
export const measureImage = async (jpeg: Uint8Array): Promise<ImageFacts> => {
  const source = await sourceOf(jpeg);
  const colour = await resized(source);
  const pixels = { colour, grey: await greyOf(colour), band: await bandOf(source) };
  const { width, height } = source;
  return { width, height, ...(await measureInThread(pixels).catch(() => measurePixels(pixels))) };
};
