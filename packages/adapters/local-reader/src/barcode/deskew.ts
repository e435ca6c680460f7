import type { GreyImage } from '../picture/grey-image.ts';

export type Point = { readonly x: number; readonly y: number };

/** The corners of a quadrilateral, clockwise. */
export type Corners = readonly [Point, Point, Point, Point];

/** Pixels outside of the picture count as paper. */
const paper = 255;

/**
 * Maps the quadrilateral between the corners to a rectangle of this size, with the first corner at the top left. It
 * uses the projective map of the unit square onto the corners, with the first corner at the origin (Heckbert 1989,
 * section 2.2.3), and bilinear interpolation between four pixels. This runs for millions of pixels, so that it
 * allocates no object for each of them, and divides only where the quadrilateral is not a parallelogram.
 */
export const deskew = (image: GreyImage, [a, b, c, d]: Corners, width: number, height: number): GreyImage => {
  const dx1 = b.x - c.x;
  const dx2 = d.x - c.x;
  const sx = a.x - b.x + c.x - d.x;
  const dy1 = b.y - c.y;
  const dy2 = d.y - c.y;
  const sy = a.y - b.y + c.y - d.y;
  const whole = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / whole;
  const h = (dx1 * sy - sx * dy1) / whole;
  const ax = b.x - a.x + g * b.x;
  const bx = d.x - a.x + h * d.x;
  const ay = b.y - a.y + g * b.y;
  const by = d.y - a.y + h * d.y;
  const { data: from, width: across, height: down } = image;
  const data = new Uint8Array(width * height).fill(paper);
  for (let row = 0; row < height; row += 1) {
    const v = (row + 0.5) / height;
    const scaleOfRow = h * v;
    const xOfRow = bx * v;
    const yOfRow = by * v;
    for (let column = 0; column < width; column += 1) {
      const u = (column + 0.5) / width;
      const scale = g * u + scaleOfRow + 1;
      let x = ax * u + xOfRow + a.x;
      let y = ay * u + yOfRow + a.y;
      if (scale !== 1) {
        x /= scale;
        y /= scale;
      }
      if (!(x >= 0 && y >= 0 && x < across - 1 && y < down - 1)) continue;
      // For a number from 0 up this is the whole part, as an integer for the engine: `Math.trunc` answers a float.
      const left = x | 0;
      const top = y | 0;
      const at = top * across + left;
      const dx = x - left;
      const dy = y - top;
      const upper = (from[at] ?? 0) * (1 - dx) + (from[at + 1] ?? 0) * dx;
      const lower = (from[at + across] ?? 0) * (1 - dx) + (from[at + across + 1] ?? 0) * dx;
      data[row * width + column] = upper * (1 - dy) + lower * dy;
    }
  }
  return { data, width, height };
};
