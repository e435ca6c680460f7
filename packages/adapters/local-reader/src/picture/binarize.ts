import type { GreyImage } from './grey-image.ts';

/**
 * The integral image: the sum of all pixels above and to the left of a corner, so that the mean of any rectangle costs
 * four look-ups.
 */
export const integralImage = ({ data, width, height }: GreyImage): Float64Array => {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += data[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
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
    const [top, bottom] = [Math.max(0, y - radius), Math.min(height, y + radius + 1)];
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
      const sum =
        (sums[bottom * (width + 1) + right] ?? 0) -
        (sums[top * (width + 1) + right] ?? 0) -
        (sums[bottom * (width + 1) + left] ?? 0) +
        (sums[top * (width + 1) + left] ?? 0);
      if ((data[y * width + x] ?? 0) < sum / ((bottom - top) * (right - left)) - contrast) ink[y * width + x] = 1;
    }
  }
  return ink;
};
