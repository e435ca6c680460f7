/** The side of a tile in pixels, and of its spectrum in frequencies. It is a power of two. */
export const tileSide = 256;
const half = tileSide / 2;

/** Converts a power to decibels, with an offset so that 0 does not become minus infinity. */
const decibels = (power: number): number => 10 * Math.log10(power + 1);

const bitReversed = Uint16Array.from({ length: tileSide }, (_, n) => {
  let bits = 0;
  for (let bit = 1; bit < tileSide; bit <<= 1) bits = (bits << 1) | (n & bit ? 1 : 0);
  return bits;
});
const cosines = Float64Array.from({ length: half }, (_, n) => Math.cos((2 * Math.PI * n) / tileSide));
const sines = Float64Array.from({ length: half }, (_, n) => -Math.sin((2 * Math.PI * n) / tileSide));
/**
 * Hann's window: a tile that ends in the middle of a wave would otherwise have frequencies that the picture does not
 * have.
 */
const hannWindow = Float64Array.from(
  { length: tileSide },
  (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (n + 0.5)) / tileSide),
);

/** Complex numbers, with real and imaginary parts in separate arrays. */
type Plane = { readonly re: Float64Array; readonly im: Float64Array };

const swap = (values: Float64Array, one: number, other: number): void => {
  const kept = values[one] ?? 0;
  values[one] = values[other] ?? 0;
  values[other] = kept;
};

/**
 * The fast Fourier transform (Cooley and Tukey, radix 2) of the row that begins at a position of the plane, in place.
 */
const transformRow = ({ re, im }: Plane, start: number): void => {
  for (let n = 0; n < tileSide; n += 1) {
    const other = bitReversed[n] ?? 0;
    if (other <= n) continue;
    swap(re, start + n, start + other);
    swap(im, start + n, start + other);
  }
  for (let span = 1; span < tileSide; span *= 2) {
    const step = half / span;
    for (let first = start; first < start + tileSide; first += 2 * span) {
      for (let one = first, angle = 0; one < first + span; one += 1, angle += step) {
        const other = one + span;
        const c = cosines[angle] ?? 0;
        const s = sines[angle] ?? 0;
        const real = (re[other] ?? 0) * c - (im[other] ?? 0) * s;
        const imaginary = (re[other] ?? 0) * s + (im[other] ?? 0) * c;
        re[other] = (re[one] ?? 0) - real;
        im[other] = (im[one] ?? 0) - imaginary;
        re[one] = (re[one] ?? 0) + real;
        im[one] = (im[one] ?? 0) + imaginary;
      }
    }
  }
};

/** Exchanges rows and columns. */
const transpose = (values: Float64Array): void => {
  for (let y = 1; y < tileSide; y += 1) for (let x = 0; x < y; x += 1) swap(values, y * tileSide + x, x * tileSide + y);
};

/** Subtracts the mean from a tile and applies the window. */
const windowed = (tile: Uint8Array): Float64Array => {
  const values = new Float64Array(tile.length);
  let total = 0;
  for (let at = 0; at < tile.length; at += 1) total += tile[at] ?? 0;
  const mean = total / tile.length;
  for (let y = 0; y < tileSide; y += 1) {
    const rowWeight = hannWindow[y] ?? 0;
    for (let x = 0; x < tileSide; x += 1) {
      const at = y * tileSide + x;
      values[at] = ((tile[at] ?? 0) - mean) * rowWeight * (hannWindow[x] ?? 0);
    }
  }
  return values;
};

/**
 * The strength of each frequency in two grey tiles, in decibels. A row has `tileSide` numbers for the horizontal
 * frequencies, from -half on, and there are `half` rows for the vertical ones, from 0 on; the other half is symmetric.
 * Two real tiles are transformed as one complex tile.
 */
export const spectraOf = (one: Uint8Array, other: Uint8Array): readonly [Float32Array, Float32Array] => {
  const plane: Plane = { re: windowed(one), im: windowed(other) };
  for (let y = 0; y < tileSide; y += 1) transformRow(plane, y * tileSide);
  // The columns are transformed as rows, because neighbours in memory are read faster. They stay rows.
  transpose(plane.re);
  transpose(plane.im);
  for (let x = 0; x < tileSide; x += 1) transformRow(plane, x * tileSide);
  const ofOne = new Float32Array(tileSide * half);
  const ofOther = new Float32Array(tileSide * half);
  // A row of the plane has the vertical frequencies of one horizontal one.
  for (let u = -half; u < half; u += 1) {
    const row = ((u + tileSide) % tileSide) * tileSide;
    const mirroredRow = ((tileSide - u) % tileSide) * tileSide;
    for (let v = 0; v < half; v += 1) {
      const at = row + v;
      const mirrored = mirroredRow + ((tileSide - v) % tileSide);
      const re = plane.re[at] ?? 0;
      const im = plane.im[at] ?? 0;
      const reBack = plane.re[mirrored] ?? 0;
      const imBack = plane.im[mirrored] ?? 0;
      const to = v * tileSide + u + half;
      ofOne[to] = decibels(((re + reBack) ** 2 + (im - imBack) ** 2) / 4);
      ofOther[to] = decibels(((im + imBack) ** 2 + (reBack - re) ** 2) / 4);
    }
  }
  return [ofOne, ofOther];
};
