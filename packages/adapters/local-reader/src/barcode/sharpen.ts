import type { GreyImage } from '../picture/grey-image.ts';
import { inkRangeOf } from '../picture/histogram.ts';

/** The radius of the box blur, and how much of the difference to the blurred picture is added. */
const radius = 4;
const amount = 2;

/** The share of the darkest pixels that become black, and of the lightest pixels that become white. */
const clippedShare = 0.1;

/** Adds a row of the picture to the sums of the columns, or subtracts it. Outside of the picture there is none. */
const addRow = (columns: Int32Array, { data, height, width }: GreyImage, y: number, sign: 1 | -1): void => {
  if (y < 0 || y >= height) return;
  for (let x = 0; x < width; x += 1) columns[x] = (columns[x] ?? 0) + sign * (data[y * width + x] ?? 0);
};

/**
 * Stretches the levels of the picture from black to white and sharpens its edges (unsharp masking). Bars that run into
 * each other in an unfocused picture are separated so far that the middle level lies between them again.
 */
export const sharpen = (image: GreyImage): GreyImage => {
  const { data, height, width } = image;
  const { ink, range } = inkRangeOf(data, clippedShare, 1);
  const out = new Uint8ClampedArray(data.length);
  // The sum of each column over the rows of the box. Only a row that enters and one that leaves change it.
  const columns = new Int32Array(width);
  for (let y = -radius; y < height; y += 1) {
    addRow(columns, image, y + radius, 1);
    addRow(columns, image, y - radius - 1, -1);
    if (y < 0) continue;
    const rows = Math.min(height, y + radius + 1) - Math.max(0, y - radius);
    let sum = 0;
    for (let x = 0; x < radius; x += 1) sum += columns[x] ?? 0;
    for (let x = 0; x < width; x += 1) {
      const left = x > radius ? x - radius : 0;
      const right = x + radius < width ? x + radius + 1 : width;
      if (x + radius < width) sum += columns[x + radius] ?? 0;
      if (x > radius) sum -= columns[x - radius - 1] ?? 0;
      const level = data[y * width + x] ?? 0;
      const sharpened = level + amount * (level - sum / (rows * (right - left)));
      out[y * width + x] = ((sharpened - ink) * 255) / range;
    }
  }
  return { data: new Uint8Array(out.buffer), width, height };
};
