import type { GreyImage } from '../picture/grey-image.ts';
import { inkRangeOf } from '../picture/histogram.ts';

/** A square of a picture, by its middle, with its brightness, its contrast and the directions of its edges. */
export type GradientBlock = {
  readonly x: number;
  readonly y: number;
  /** The mean and the standard deviation, as shares of the range from the picture's ink to its paper. */
  readonly level: number;
  readonly contrast: number;
  /** The structure tensor: the sums of the products of the gradient's components. */
  readonly xx: number;
  readonly yy: number;
  readonly xy: number;
};

/** The minimum range: a picture without any ink has no contrast, and its noise must not count as contrast. */
const minRange = 24;

/** The share of the pixels that are darker than ink, and of those that are lighter than paper. */
const outerShare = 0.01;

/**
 * One square. Gradients use Scharr's operator, which is even in all directions. It is the difference of two columns,
 * and of two rows, that are weighted 3, 10, 3; each pixel of the three rows is read once.
 */
const gradientBlockAt = ({ data, width }: GreyImage, left: number, top: number, size: number) => {
  let sum = 0;
  let squares = 0;
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let y = top; y < top + size; y += 1) {
    const here = y * width + left;
    let nw = data[here - width - 1] ?? 0;
    let w = data[here - 1] ?? 0;
    let sw = data[here + width - 1] ?? 0;
    let n = data[here - width] ?? 0;
    let level = data[here] ?? 0;
    let s = data[here + width] ?? 0;
    for (let at = here; at < here + size; at += 1) {
      const ne = data[at - width + 1] ?? 0;
      const e = data[at + 1] ?? 0;
      const se = data[at + width + 1] ?? 0;
      const across = 3 * (ne + se - nw - sw) + 10 * (e - w);
      const down = 3 * (sw + se - nw - ne) + 10 * (s - n);
      sum += level;
      squares += level * level;
      xx += across * across;
      yy += down * down;
      xy += across * down;
      nw = n;
      w = level;
      sw = s;
      n = ne;
      level = e;
      s = se;
    }
  }
  const mean = sum / size ** 2;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / size ** 2 - mean ** 2)), xx, yy, xy };
};

/** The squares of a picture, row by row, without its outermost pixels. `across` is the number of squares in a row. */
export const gradientBlocksOf = (
  image: GreyImage,
  size: number,
): { readonly blocks: readonly GradientBlock[]; readonly across: number } => {
  const { ink, range } = inkRangeOf(image.data, outerShare, minRange);
  const across = Math.floor((image.width - 2) / size);
  const down = Math.floor((image.height - 2) / size);
  const blocks: GradientBlock[] = [];
  for (let row = 0; row < down; row += 1) {
    for (let column = 0; column < across; column += 1) {
      const left = 1 + column * size;
      const top = 1 + row * size;
      const { deviation, mean, ...edges } = gradientBlockAt(image, left, top, size);
      const middle = { x: left + size / 2, y: top + size / 2 };
      blocks.push({ ...middle, level: (mean - ink) / range, contrast: deviation / range, ...edges });
    }
  }
  return { blocks, across };
};
