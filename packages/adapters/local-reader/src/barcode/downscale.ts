import type { GreyImage } from '../picture/grey-image.ts';

/** A downscaled picture, and the factor by which it is smaller. */
export type Downscaled = { readonly image: GreyImage; readonly factor: number };

/** The least whole factor by which the longer side of a picture has at most the given pixels. */
export const scaleFactor = ({ height, width }: GreyImage, longest: number): number =>
  Math.max(1, Math.ceil(Math.max(width, height) / longest));

/**
 * Downscales a picture by a whole factor, so that its longer side has at most the given pixels. Each pixel is the mean
 * of a square.
 */
export const downscale = (image: GreyImage, longest: number): Downscaled => {
  const factor = scaleFactor(image, longest);
  if (factor === 1) return { image, factor };
  const width = Math.floor(image.width / factor);
  const height = Math.floor(image.height / factor);
  const data = new Uint8Array(width * height);
  const { data: from, width: across } = image;
  const sums = new Uint32Array(width);
  for (let y = 0; y < height; y += 1) {
    sums.fill(0);
    for (let row = y * factor; row < (y + 1) * factor; row += 1) {
      let at = row * across;
      for (let x = 0; x < width; x += 1) {
        let sum = 0;
        for (const end = at + factor; at < end; at += 1) sum += from[at] ?? 0;
        sums[x] = (sums[x] ?? 0) + sum;
      }
    }
    for (let x = 0; x < width; x += 1) data[y * width + x] = (sums[x] ?? 0) / factor ** 2;
  }
  return { image: { data, width, height }, factor };
};
