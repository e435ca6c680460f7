// Takes from a picture what JPEG loses (ITU-T T.81).

/** The basis of the discrete cosine transform, one frequency after the other. */
const basis = Float32Array.from({ length: 64 }, (_, i) => {
  const frequency = i >> 3;
  const at = i & 7;
  return (frequency === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * at + 1) * frequency * Math.PI) / 16);
});

/** Annex K, table K.1. */
const luminance = [
  [16, 11, 10, 16, 24, 40, 51, 61],
  [12, 12, 14, 19, 26, 58, 60, 55],
  [14, 13, 16, 24, 40, 57, 69, 56],
  [14, 17, 22, 29, 51, 87, 80, 62],
  [18, 22, 37, 56, 68, 109, 103, 77],
  [24, 35, 55, 64, 81, 104, 113, 92],
  [49, 64, 78, 87, 103, 121, 120, 101],
  [72, 92, 95, 98, 112, 100, 103, 99],
].flat();

const block = new Float32Array(64);
const half = new Float32Array(64);

/**
 * Transforms eight rows of eight, and stores the result column by column. With `isBack`, from frequencies to levels.
 */
const transform = (from, to, isBack) => {
  for (let row = 0; row < 8; row += 1)
    for (let i = 0; i < 8; i += 1) {
      let sum = 0;
      for (let j = 0; j < 8; j += 1) sum += from[row * 8 + j] * basis[isBack ? j * 8 + i : i * 8 + j];
      to[i * 8 + row] = sum;
    }
};

/**
 * Rounds every block of eight by eight pixels as an encoder does at a quality of 1 to 99. The rest at the edges stays.
 */
export const compress = ({ data, width, height }, quality) => {
  const factor = quality < 50 ? 50 / quality : 2 - quality / 50;
  for (let top = 0; top + 8 <= height; top += 8)
    for (let left = 0; left + 8 <= width; left += 8) {
      for (let i = 0; i < 64; i += 1) block[i] = data[(top + (i >> 3)) * width + left + (i & 7)];
      transform(block, half, false);
      transform(half, block, false);
      for (let i = 0; i < 64; i += 1) {
        const step = Math.max(1, luminance[i] * factor);
        block[i] = Math.round(block[i] / step) * step;
      }
      transform(block, half, true);
      transform(half, block, true);
      for (let i = 0; i < 64; i += 1) data[(top + (i >> 3)) * width + left + (i & 7)] = block[i];
    }
};
