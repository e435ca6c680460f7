import type { Pixels } from '../encoding/pixels.ts';

/** The side of a cell in pixels. */
const cellSide = 4;

/**
 * A picture as a grid of cells. Pixels are averaged within each cell, so that thin print and noise have little
 * influence. For each cell: its luma, the value of its darkest channel, and its distance from grey (the brightest
 * channel minus the darkest). All values are 0 to 255.
 */
export type Grid = {
  readonly width: number;
  readonly height: number;
  readonly luma: Uint8Array;
  readonly minChannel: Uint8Array;
  readonly chroma: Uint8Array;
};

/** An incomplete cell at the right or the bottom edge is ignored. */
export const gridOf = ({ data, ...picture }: Pixels): Grid => {
  const width = Math.floor(picture.width / cellSide);
  const height = Math.floor(picture.height / cellSide);
  const luma = new Uint8Array(width * height);
  const minChannel = new Uint8Array(luma.length);
  const chroma = new Uint8Array(luma.length);
  const row = picture.width * 3;
  const pixels = cellSide * cellSide;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const start = y * cellSide * row + x * cellSide * 3;
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let line = start; line < start + cellSide * row; line += row) {
        for (let at = line; at < line + cellSide * 3; at += 3) {
          red += data[at] ?? 0;
          green += data[at + 1] ?? 0;
          blue += data[at + 2] ?? 0;
        }
      }
      red /= pixels;
      green /= pixels;
      blue /= pixels;
      const least = Math.min(red, green, blue);
      const cell = y * width + x;
      // These are the weights of ITU-R BT.601, which JPEG uses.
      luma[cell] = Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
      minChannel[cell] = Math.floor(least);
      chroma[cell] = Math.round(Math.max(red, green, blue) - least);
    }
  }
  return { width, height, luma, minChannel, chroma };
};
