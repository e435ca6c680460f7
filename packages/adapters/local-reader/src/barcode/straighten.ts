import type { GreyImage } from '../picture/grey-image.ts';

export type Point = { readonly x: number; readonly y: number };

/** Of a four-sided field: clockwise. */
export type Corners = readonly [Point, Point, Point, Point];

/** The projective map of the unit square onto the corners, first corner at its origin (Heckbert 1989, section 2.2.3). */
const mapOnto = ([a, b, c, d]: Corners) => {
  const [dx1, dx2, sx] = [b.x - c.x, d.x - c.x, a.x - b.x + c.x - d.x];
  const [dy1, dy2, sy] = [b.y - c.y, d.y - c.y, a.y - b.y + c.y - d.y];
  const whole = dx1 * dy2 - dx2 * dy1;
  const [g, h] = [(sx * dy2 - dx2 * sy) / whole, (dx1 * sy - sx * dy1) / whole];
  const [ax, bx] = [b.x - a.x + g * b.x, d.x - a.x + h * d.x];
  const [ay, by] = [b.y - a.y + g * b.y, d.y - a.y + h * d.y];
  return (u: number, v: number): Point => {
    const scale = g * u + h * v + 1;
    return { x: (ax * u + bx * v + a.x) / scale, y: (ay * u + by * v + a.y) / scale };
  };
};

/** What lies outside of a picture is paper. */
const paper = 255;

/** The level at a point between four pixels. */
const levelAt = ({ data, width, height }: GreyImage, { x, y }: Point): number => {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (!(left >= 0 && top >= 0 && left < width - 1 && top < height - 1)) return paper;
  const at = top * width + left;
  const [dx, dy] = [x - left, y - top];
  const upper = (data[at] ?? 0) * (1 - dx) + (data[at + 1] ?? 0) * dx;
  const lower = (data[at + width] ?? 0) * (1 - dx) + (data[at + width + 1] ?? 0) * dx;
  return upper * (1 - dy) + lower * dy;
};

/** The field between the corners, laid straight: a picture of this size, first corner top left. */
export const straighten = (image: GreyImage, corners: Corners, width: number, height: number): GreyImage => {
  const pointAt = mapOnto(corners);
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      data[y * width + x] = levelAt(image, pointAt((x + 0.5) / width, (y + 0.5) / height));
  return { data, width, height };
};
