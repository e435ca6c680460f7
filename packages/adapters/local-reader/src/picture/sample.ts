import type { GreyImage } from './grey-image.ts';

/** The brightness between pixels. */
export type Sample = (image: GreyImage, x: number, y: number) => number;

/** Bilinear interpolation, for a picture that is drawn smaller or in its own size. */
export const bilinear: Sample = ({ data, width, height }, x, y) => {
  const u = Math.min(Math.max(x, 0), width - 1.001);
  const v = Math.min(Math.max(y, 0), height - 1.001);
  const left = Math.floor(u);
  const top = Math.floor(v);
  const at = top * width + left;
  const upper = (data[at] ?? 0) + ((data[at + 1] ?? 0) - (data[at] ?? 0)) * (u - left);
  const below = at + width;
  const lower = (data[below] ?? 0) + ((data[below + 1] ?? 0) - (data[below] ?? 0)) * (u - left);
  return upper + (lower - upper) * (v - top);
};

/** Four values along a line by the cubic of Catmull and Rom, at `f` between the second and the third. */
const cubic = (a: number, b: number, c: number, d: number, f: number): number =>
  b + 0.5 * f * (c - a + f * (2 * a - 5 * b + 4 * c - d + f * (3 * (b - c) + d - a)));

/** Bicubic interpolation, for a picture that is drawn larger: its edges stay steeper. At the border it is bilinear. */
export const bicubic: Sample = (image, x, y) => {
  const { data, width, height } = image;
  const left = Math.floor(x);
  const top = Math.floor(y);
  if (left < 1 || top < 1 || left + 2 >= width || top + 2 >= height) return bilinear(image, x, y);
  const f = x - left;
  const row = (dy: number): number => {
    const at = (top + dy) * width + left;
    return cubic(data[at - 1] ?? 0, data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, f);
  };
  return Math.min(255, Math.max(0, cubic(row(-1), row(0), row(1), row(2), y - top)));
};
