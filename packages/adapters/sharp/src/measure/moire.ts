import type { Pixels } from '../encoding/pixels.ts';
import { spectraOf, tileSide } from './spectrum.ts';

const half = tileSide / 2;
/**
 * The maximum number of tiles, side by side in the middle of the picture. A screen appears in all of them, a word or a
 * wave of the paper in one.
 */
const maxTiles = 4;
/** The tolerance in frequencies: perspective shifts a pattern by this much from tile to tile. */
const tolerance = 3;
/** Frequencies near the axes are ignored, because the blocks of JPEG have such frequencies themselves. */
const axisMargin = tolerance + 2;
/**
 * The lowest frequency, a tenth of a cycle per pixel. The highest is half a cycle per pixel. Lower frequencies are
 * drawing and print.
 */
const minFrequency = tileSide / 10;
/** A frequency is compared with its neighbours between these distances. */
const neighbourhood = { from: 7, to: 10 } as const;
/** The decibels that count as 1. */
const fullScaleDecibels = 40;

/** A frequency and the decibels by which it exceeds its neighbours. */
type Peak = { readonly u: number; readonly v: number; readonly prominence: number };

const tileAt = ({ data, width }: Pixels, left: number): Uint8Array => {
  const tile = new Uint8Array(tileSide * tileSide);
  for (let y = 0; y < tileSide; y += 1) {
    tile.set(data.subarray(y * width + left, y * width + left + tileSide), y * tileSide);
  }
  return tile;
};

const tilesOf = (band: Pixels): readonly Uint8Array[] => {
  const tiles = Math.min(maxTiles, Math.floor(band.width / tileSide));
  const room = (band.width - tileSide) / Math.max(1, tiles - 1);
  return Array.from({ length: tiles }, (_, n) => tileAt(band, Math.floor(n * room)));
};

/** The greater one of each value and the one at a distance after it. */
const greaterOfTwo = (values: Float32Array, distance: number): Float32Array => {
  const found = values.slice();
  for (let at = distance; at < values.length; at += 1) {
    const here = values[at] ?? 0;
    if (here > (values[at - distance] ?? 0)) found[at - distance] = here;
  }
  return found;
};

/**
 * The maximum within the tolerance around each position, in steps of one or of a row: of the four values up to the
 * position, and the four from it on.
 */
const localMaxima = (from: Float32Array, step: number): Float32Array => {
  const ofFour = greaterOfTwo(greaterOfTwo(from, step), 2 * step);
  const found = ofFour.slice();
  for (let at = step; at < found.length; at += 1) {
    const upTo = ofFour[at < tolerance * step ? at % step : at - tolerance * step] ?? 0;
    if (upTo > (found[at] ?? 0)) found[at] = upTo;
  }
  return found;
};

/** Adds the maximum within the tolerance to each frequency. */
const addLocalMaxima = (sum: Float32Array, spectrum: Float32Array): void => {
  const maxima = localMaxima(localMaxima(spectrum, 1), tileSide);
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (maxima[at] ?? 0);
};

const prominenceOf = (sum: Float32Array, u: number, v: number): number => {
  let total = 0;
  let count = 0;
  const firstRow = Math.max(0, v - neighbourhood.to);
  const lastRow = Math.min(half - 1, v + neighbourhood.to);
  const first = Math.max(-half, u - neighbourhood.to);
  const last = Math.min(half - 1, u + neighbourhood.to);
  for (let y = firstRow; y <= lastRow; y += 1) {
    // Of the rows beside it, only what is on its left and on its right is far enough away.
    const isBeside = Math.abs(y - v) < neighbourhood.from;
    const row = y * tileSide + half;
    for (let x = first; x <= (isBeside ? u - neighbourhood.from : last); x += 1) {
      total += sum[row + x] ?? 0;
      count += 1;
    }
    for (let x = u + neighbourhood.from; isBeside && x <= last; x += 1) {
      total += sum[row + x] ?? 0;
      count += 1;
    }
  }
  return (sum[v * tileSide + u + half] ?? 0) - total / count;
};

const highestPeak = (peaks: readonly Peak[]): Peak => {
  let found: Peak = { u: 0, v: 0, prominence: 0 };
  for (const peak of peaks) if (peak.prominence > found.prominence) found = peak;
  return found;
};

const peaksOf = (sum: Float32Array): readonly Peak[] => {
  const peaks: Peak[] = [];
  // Frequencies within the tolerance are already in the sum.
  for (let v = axisMargin + 1; v < half; v += tolerance) {
    for (let u = -half; u < half; u += tolerance) {
      const frequency = Math.hypot(u, v);
      if (Math.abs(u) <= axisMargin || frequency < minFrequency || frequency > half) continue;
      peaks.push({ u, v, prominence: prominenceOf(sum, u, v) });
    }
  }
  return peaks;
};

/**
 * Measures how strongly a fine grid stands out of the spectra of a band of the picture, which is `tileSide` pixels high
 * and in full resolution. 40 decibels and more count as 1. A grid has waves in two directions, and the weaker one
 * counts. The result is 0 for a picture that is smaller than a tile.
 */
export const moireOf = (band: Pixels): number => {
  const tiles = tilesOf(band);
  const sum = new Float32Array(tileSide * half);
  for (let n = 0; n < tiles.length; n += 2) {
    const one = tiles[n];
    const other = tiles[n + 1];
    if (!one) break;
    // Decibels are averaged: a pattern that is not in most of the tiles is not in the picture.
    for (const spectrum of spectraOf(one, other ?? one).slice(0, other ? 2 : 1)) addLocalMaxima(sum, spectrum);
  }
  const peaks = peaksOf(sum.map((total) => total / Math.max(1, tiles.length)));
  const first = highestPeak(peaks);
  // Two directions count as different when they are 30 degrees or more apart.
  const otherDirection = peaks.filter(
    ({ u, v }) => Math.abs(u * first.v - v * first.u) > 0.5 * Math.hypot(u, v) * Math.hypot(first.u, first.v),
  );
  return Math.min(1, highestPeak(otherDirection).prominence / fullScaleDecibels);
};
