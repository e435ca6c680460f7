import type { Pixels } from './pixels.ts';

/** Pixels of a side of a cell. */
const side = 4;

/**
 * A picture in cells, in each of which its pixels are averaged, so that thin print and noise count for little: how bright
 * a cell is, how bright in its darkest channel, and how far from grey (the brightest channel less the darkest). 0 to 255.
 */
export type Cells = {
  readonly width: number;
  readonly height: number;
  readonly light: Uint8Array;
  readonly darkest: Uint8Array;
  readonly colour: Uint8Array;
};

/** The mean of one channel over the cell that begins at this byte. */
const meanAt = (data: Uint8Array, start: number, row: number): number => {
  let total = 0;
  for (let y = 0; y < side; y += 1) for (let x = 0; x < side; x += 1) total += data[start + y * row + x * 3] ?? 0;
  return total / (side * side);
};

/** What is left over at the right and below is less than a cell, and not looked at. */
export const cellsOf = ({ data, ...picture }: Pixels): Cells => {
  const [width, height] = [Math.floor(picture.width / side), Math.floor(picture.height / side)];
  const light = new Uint8Array(width * height);
  const [darkest, colour] = [new Uint8Array(light.length), new Uint8Array(light.length)];
  const row = picture.width * 3;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const start = y * side * row + x * side * 3;
      const red = meanAt(data, start, row);
      const green = meanAt(data, start + 1, row);
      const blue = meanAt(data, start + 2, row);
      const least = Math.min(red, green, blue);
      const cell = y * width + x;
      // ITU-R BT.601, as JPEG weighs the channels.
      light[cell] = Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
      darkest[cell] = Math.floor(least);
      colour[cell] = Math.round(Math.max(red, green, blue) - least);
    }
  }
  return { width, height, light, darkest, colour };
};
