/** A picture in shades of grey, 0 (black) to 255 (white), row by row. */
export type Grey = { readonly width: number; readonly height: number; readonly values: Float32Array };

/** The bytes of a picture as a canvas has them: red, green, blue and opacity of each pixel. */
export type Pixels = { readonly width: number; readonly height: number; readonly data: ArrayLike<number> };

/** The brightness of each pixel as the eye weighs the colours (ITU-R BT.601). */
export const greyOf = ({ data, height, width }: Pixels): Grey => {
  const values = new Float32Array(width * height);
  for (let i = 0; i < values.length; i += 1)
    values[i] = 0.299 * (data[4 * i] ?? 0) + 0.587 * (data[4 * i + 1] ?? 0) + 0.114 * (data[4 * i + 2] ?? 0);
  return { width, height, values };
};

/** The brightness that half of the pixels are below. */
export const medianOf = ({ values }: Grey): number => {
  const counts = new Uint32Array(256);
  for (const value of values)
    counts[Math.min(255, Math.round(value))] = (counts[Math.min(255, Math.round(value))] ?? 0) + 1;
  let below = 0;
  for (let shade = 0; shade < 256; shade += 1) {
    below += counts[shade] ?? 0;
    if (below * 2 >= values.length) return shade;
  }
  return 255;
};

export const meanOf = ({ values }: Grey): number => values.reduce((sum, value) => sum + value, 0) / values.length;
