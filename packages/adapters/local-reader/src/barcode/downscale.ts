import type { GreyImage } from '../picture/grey-image.ts';

/** A downscaled picture, and the factor by which it is smaller. */
export type Downscaled = { readonly image: GreyImage; readonly factor: number };

/**
 * Downscales a picture by a whole factor, so that its longer side has at most the given pixels. Each pixel is the mean
 * of a square.
 */
export const downscale = (image: GreyImage, longest: number): Downscaled => {
  const factor = Math.ceil(Math.max(image.width, image.height) / longest);
  if (factor <= 1) return { image, factor: 1 };
  const [width, height] = [Math.floor(image.width / factor), Math.floor(image.height / factor)];
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let row = y * factor; row < (y + 1) * factor; row += 1)
        for (let column = x * factor; column < (x + 1) * factor; column += 1)
          sum += image.data[row * image.width + column] ?? 0;
      data[y * width + x] = sum / factor ** 2;
    }
  }
  return { image: { data, width, height }, factor };
};
