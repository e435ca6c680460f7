import type { Grey } from './grey.ts';

/**
 * The variance of the Laplacian: how much neighbouring pixels differ from what is around them. Print that is in focus
 * has thousands, the same print out of focus less than a hundred (Pech-Pacheco et al., 2000).
 */
export const sharpnessOf = ({ height, values, width }: Grey): number => {
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const i = y * width + x;
      const around = (values[i - width] ?? 0) + (values[i + width] ?? 0) + (values[i - 1] ?? 0) + (values[i + 1] ?? 0);
      const laplacian = around - 4 * (values[i] ?? 0);
      sum += laplacian;
      squares += laplacian * laplacian;
      count += 1;
    }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
};
