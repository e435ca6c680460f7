import type { GreyImage } from './grey-image.ts';

/**
 * The integral image: the sum of all pixels above and to the left of a corner, so that the mean of any rectangle costs
 * four look-ups. The sums of at most 16 million pixels fit; no picture that is read has more.
 */
const integralImage = ({ data, width, height }: GreyImage): Uint32Array => {
  const sums = new Uint32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    const above = y * (width + 1) + 1;
    const here = above + width + 1;
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += data[y * width + x] ?? 0;
      sums[here + x] = (sums[above + x] ?? 0) + row;
    }
  }
  return sums;
};

/**
 * Returns 1 for every pixel that is clearly darker than its surroundings (adaptive mean threshold over a square of
 * `radius`), else 0. Uneven lighting of the page has no influence.
 */
export const binarize = (image: GreyImage, radius: number, contrast: number): Uint8Array => {
  const { data, width, height } = image;
  const sums = integralImage(image);
  const ink = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1) {
    const top = Math.max(0, y - radius);
    const bottom = Math.min(height, y + radius + 1);
    const above = top * (width + 1);
    const below = bottom * (width + 1);
    const row = y * width;
    for (let x = 0; x < width; x += 1) {
      const left = x > radius ? x - radius : 0;
      const right = x + radius < width ? x + radius + 1 : width;
      const sum =
        (sums[below + right] ?? 0) - (sums[above + right] ?? 0) - (sums[below + left] ?? 0) + (sums[above + left] ?? 0);
      if (((data[row + x] ?? 0) + contrast) * (bottom - top) * (right - left) < sum) ink[row + x] = 1;
    }
  }
  return ink;
};
