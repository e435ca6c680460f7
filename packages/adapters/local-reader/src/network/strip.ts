import { offsetAtShare, scaleAt, type TaperedLine } from '../locate/tapered-line.ts';
import type { GreyImage } from '../picture/grey-image.ts';

/** The pitch of OCR-B and the height of a strip, in pixels: the height is one and a half capitals. */
const pitchPixels = 16;
export const stripHeight = 24;

/** How many pitches of the photo a strip shows before the first and after the last character. */
const marginPitches = 1;

/** How wide a strip of so many characters is. */
export const stripWidthOf = (characters: number): number => (characters + 2 * marginPitches) * pitchPixels;

/** The ink of the last character fills about so much of its pitch. */
const lastInk = 0.65;

/** The mean level of a square of pixels: what a smaller picture shows of it. */
const levelAt = ({ data, height, width }: GreyImage, x: number, y: number): number => {
  const u = Math.min(Math.max(x, 0), width - 1.001);
  const v = Math.min(Math.max(y, 0), height - 1.001);
  const left = Math.floor(u);
  const at = Math.floor(v) * width + left;
  const upper = (data[at] ?? 0) + ((data[at + 1] ?? 0) - (data[at] ?? 0)) * (u - left);
  const lower = (data[at + width] ?? 0) + ((data[at + width + 1] ?? 0) - (data[at + width] ?? 0)) * (u - left);
  return upper + (lower - upper) * (v - Math.floor(v));
};

/** A line, extended at both ends by so many pitches of so many characters. */
const extended = (line: TaperedLine, characters: number): TaperedLine => {
  const pitch = line.length / (characters - 1 + lastInk);
  const beside = marginPitches + (1 - lastInk) / 2;
  return { ...line, length: line.length + 2 * beside * pitch };
};

/**
 * Straightens a line that has so many characters: every pitch is 16 pixels wide. `scale` pixels of the photo are one
 * pixel of the picture in which the line was found.
 */
export const stripOf = (image: GreyImage, line: TaperedLine, scale: number, characters: number): Float32Array => {
  const width = stripWidthOf(characters);
  const wide = extended(line, characters);
  const step = (wide.length * scale) / width;
  const taps = Math.min(4, Math.max(1, Math.round(step)));
  const levels = new Float32Array(width * stripHeight);
  const cos = Math.cos(line.angle);
  const sin = Math.sin(line.angle);
  for (let column = 0; column < width * taps; column += 1) {
    const seen = offsetAtShare(wide, (column + 0.5) / (width * taps));
    const along = seen * scale;
    const size = (scaleAt(wide, seen) * step) / taps;
    for (let row = 0; row < stripHeight * taps; row += 1) {
      const below = (row + 0.5 - (stripHeight * taps) / 2) * size;
      const level = levelAt(
        image,
        line.x * scale + along * cos - below * sin,
        line.y * scale + along * sin + below * cos,
      );
      const at = Math.floor(row / taps) * width + Math.floor(column / taps);
      levels[at] = (levels[at] ?? 0) + level / (taps * taps);
    }
  }
  return levels;
};

/** How far the surroundings reach whose light is taken off, in pixels to each side along the line. */
const surroundings = 32;

/** Less than this deviation is no ink. */
const minDeviation = 3;

/**
 * Takes the light off a strip: each pixel against the mean of its surroundings, in deviations of these. Dark is
 * positive.
 */
export const normalizeStrip = (levels: Float32Array, out: Float32Array): void => {
  const width = levels.length / stripHeight;
  const sums = new Float64Array(width + 1);
  const squares = new Float64Array(width + 1);
  for (let x = 0; x < width; x += 1) {
    let sum = 0;
    let square = 0;
    for (let y = 0; y < stripHeight; y += 1) {
      const level = levels[y * width + x] ?? 0;
      sum += level;
      square += level * level;
    }
    sums[x + 1] = (sums[x] ?? 0) + sum;
    squares[x + 1] = (squares[x] ?? 0) + square;
  }
  for (let x = 0; x < width; x += 1) {
    const from = Math.max(0, x - surroundings);
    const to = Math.min(width, x + surroundings + 1);
    const count = (to - from) * stripHeight;
    const mean = ((sums[to] ?? 0) - (sums[from] ?? 0)) / count;
    const variance = ((squares[to] ?? 0) - (squares[from] ?? 0)) / count - mean * mean;
    const deviation = Math.sqrt(Math.max(0, variance)) + minDeviation;
    for (let y = 0; y < stripHeight; y += 1) {
      const at = y * width + x;
      out[at] = Math.max(-3, Math.min(4, (mean - (levels[at] ?? 0)) / deviation));
    }
  }
};
