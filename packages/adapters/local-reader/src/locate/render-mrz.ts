import type { GreyImage } from '../picture/grey-image.ts';
import { bicubic, bilinear } from '../picture/sample.ts';
import { linePart, offsetAtShare, scaleAt, type TaperedLine } from './tapered-line.ts';

/**
 * How an MRZ is preprocessed for the engine: the height of its capital letters, and whether it is made black and white.
 */
export type Preprocessing = { readonly capitalHeight: number; readonly binary: boolean };

/** How many capitals high the strip of a line is at most, where no neighbour is near. */
const maxStripHeight = 2;

/**
 * Straightens a line: the result reaches half of the way to the neighbouring lines, so that it shows nothing of them,
 * and all of it has one size.
 */
const straightenLine = (
  image: GreyImage,
  line: TaperedLine,
  scale: number,
  step: number,
  capitalHeight: number,
): GreyImage => {
  const width = Math.round((line.length * scale) / step);
  const height = Math.round(Math.min(capitalHeight * maxStripHeight, (2 * line.reach * scale) / step));
  const data = new Uint8Array(width * height);
  const cos = Math.cos(line.angle);
  const sin = Math.sin(line.angle);
  const sample = step < 1 ? bicubic : bilinear;
  for (let column = 0; column < width; column += 1) {
    const seen = offsetAtShare(line, column / width);
    const along = seen * scale;
    const size = scaleAt(line, seen) * step;
    for (let row = 0; row < height; row += 1) {
      const below = (row - height / 2) * size;
      const x = line.x * scale + along * cos - below * sin;
      const y = line.y * scale + along * sin + below * cos;
      data[row * width + column] = Math.round(sample(image, x, y));
    }
  }
  return { data, width, height };
};

type OtsuLevels = { readonly threshold: number; readonly ink: number; readonly paper: number };

/** Otsu's threshold, which separates ink from paper with the least variance within both, and the mean of each. */
const otsuLevels = (data: Uint8Array): OtsuLevels => {
  const counts = new Float64Array(256);
  for (const level of data) counts[level] = (counts[level] ?? 0) + 1;
  const total = counts.reduce((sum, count, level) => sum + count * level, 0);
  let best = -1;
  let below = 0;
  let sumBelow = 0;
  let levels: OtsuLevels = { threshold: 127, ink: 0, paper: 255 };
  for (let level = 0; level < 256; level += 1) {
    below += counts[level] ?? 0;
    sumBelow += (counts[level] ?? 0) * level;
    const above = data.length - below;
    if (below === 0 || above === 0) continue;
    const ink = sumBelow / below;
    const paper = (total - sumBelow) / above;
    const spread = below * above * (ink - paper) ** 2;
    if (spread > best) {
      best = spread;
      levels = { threshold: level, ink, paper };
    }
  }
  return levels;
};

/** Extends the line by half a capital letter at both ends, because the ends of the ink are not known to the pixel. */
const withMargin = (line: TaperedLine): TaperedLine => ({ ...line, length: line.length + line.thickness });

/**
 * The part of a line with the characters `from` to `to`, of `count`. OCR-B has one pitch (ICAO 9303-3), so that the
 * position of a character follows from the length of the line. The ink of the last character fills about 0.65 of its
 * pitch.
 */
export const segmentOf = (line: TaperedLine, from: number, to: number, count: number): TaperedLine => {
  const pitch = 1 / (count - 0.35);
  const room = 0.05 * pitch;
  return linePart(line, (from - 0.175) * pitch + room, (to - 0.175) * pitch - room);
};

/** Turns ink black and paper white, either by the threshold or by stretching the levels linearly. */
const stretchContrast = (strip: GreyImage, binary: boolean): GreyImage => {
  const { threshold, ink, paper } = otsuLevels(strip.data);
  const stretched = (level: number): number => Math.min(255, Math.max(0, ((level - ink) / (paper - ink || 1)) * 255));
  return { ...strip, data: strip.data.map((level) => (binary ? (level > threshold ? 255 : 0) : stretched(level))) };
};

/** Stacks strips vertically on white, with margins around them. */
const stackVertically = (strips: readonly GreyImage[], margin: number): GreyImage => {
  const width = Math.max(...strips.map((strip) => strip.width)) + 2 * margin;
  const height = strips.reduce((sum, strip) => sum + strip.height + margin, margin);
  const data = new Uint8Array(width * height).fill(255);
  let top = margin;
  for (const strip of strips) {
    for (let row = 0; row < strip.height; row += 1) {
      data.set(strip.data.subarray(row * strip.width, (row + 1) * strip.width), (top + row) * width + margin);
    }
    top += strip.height + margin;
  }
  return { data, width, height };
};

const renderLines = (
  image: GreyImage,
  lines: readonly TaperedLine[],
  scale: number,
  { capitalHeight, binary }: Preprocessing,
): GreyImage => {
  const step = (Math.max(...lines.map((line) => line.thickness)) * scale) / capitalHeight;
  const strips = lines.map((line) => stretchContrast(straightenLine(image, line, scale, step, capitalHeight), binary));
  return stackVertically(strips, Math.round(capitalHeight / 2));
};

/**
 * Redraws an MRZ so that an OCR engine only has to read: every line is straight, in one size, black on white. `scale`
 * is the number of pixels of `image` for one pixel of the image in which the MRZ was found.
 */
export const renderMrz = (
  image: GreyImage,
  lines: readonly TaperedLine[],
  scale: number,
  preparation: Preprocessing,
): GreyImage => renderLines(image, lines.map(withMargin), scale, preparation);

/** Redraws one segment, cut where its neighbours begin. */
export const renderSegment = (
  image: GreyImage,
  line: TaperedLine,
  scale: number,
  preparation: Preprocessing,
): GreyImage => renderLines(image, [line], scale, preparation);
