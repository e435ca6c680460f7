import type { Pixels } from './pixels.ts';

/** The side of a cell in pixels. */
const side = 4;

/**
 * A picture as a grid of cells. Pixels are averaged within each cell, so that thin print and noise have little
 * influence. For each cell: its luma, the value of its darkest channel, and its distance from grey (the brightest
 * channel minus the darkest). All values are 0 to 255.
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

/** An incomplete cell at the right or the bottom edge is ignored. */
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
      // These are the weights of ITU-R BT.601, which JPEG uses.
      light[cell] = Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
      darkest[cell] = Math.floor(least);
      colour[cell] = Math.round(Math.max(red, green, blue) - least);
    }
  }
  return { width, height, light, darkest, colour };
};
