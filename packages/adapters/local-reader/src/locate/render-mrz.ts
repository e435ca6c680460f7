import type { GreyImage } from '../picture/grey-image.ts';
import { bicubic, bilinear } from '../picture/sample.ts';
import { linePart, offsetAtShare, scaleAt, type TaperedLine } from './tapered-line.ts';

/** The height of the capital letters that the engine for words reads best. */
const capitalHeight = 32;

/** How many capitals high the strip of a line is at most, where no neighbour is near. */
const maxStripHeight = 2;

/**
 * Straightens a line: the result reaches half of the way to the neighbouring lines, so that it shows nothing of them,
 * and all of it has one size.
 */
const straightenLine = (image: GreyImage, line: TaperedLine, scale: number, step: number): GreyImage => {
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

type OtsuLevels = { readonly ink: number; readonly paper: number };

/** The means of ink and of paper, which Otsu's threshold separates with the least variance within both. */
const otsuLevels = (data: Uint8Array): OtsuLevels => {
  const counts = new Float64Array(256);
  for (const level of data) counts[level] = (counts[level] ?? 0) + 1;
  const total = counts.reduce((sum, count, level) => sum + count * level, 0);
  let best = -1;
  let below = 0;
  let sumBelow = 0;
  let levels: OtsuLevels = { ink: 0, paper: 255 };
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
      levels = { ink, paper };
    }
  }
  return levels;
};

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

const clamp = (level: number): number => Math.min(255, Math.max(0, level));

/** Turns ink black and paper white, by stretching the levels linearly. */
const stretchContrast = (strip: GreyImage): GreyImage => {
  const { ink, paper } = otsuLevels(strip.data);
  return { ...strip, data: strip.data.map((level) => clamp(((level - ink) / (paper - ink || 1)) * 255)) };
};

/** The picture with a white margin around it. */
const withMargin = ({ data, height, width }: GreyImage, margin: number): GreyImage => {
  const wide = width + 2 * margin;
  const framed = new Uint8Array(wide * (height + 2 * margin)).fill(255);
  for (let row = 0; row < height; row += 1)
    framed.set(data.subarray(row * width, (row + 1) * width), (margin + row) * wide + margin);
  return { data: framed, width: wide, height: height + 2 * margin };
};

/**
 * Redraws one segment of a line, cut where its neighbours begin, so that an OCR engine only has to read: it is
 * straight, in one size, black on white. `scale` is the number of pixels of `image` for one pixel of the image in which
 * the MRZ was found.
 */
export const renderSegment = (image: GreyImage, line: TaperedLine, scale: number): GreyImage => {
  const step = (line.thickness * scale) / capitalHeight;
  return withMargin(stretchContrast(straightenLine(image, line, scale, step)), capitalHeight / 2);
};
