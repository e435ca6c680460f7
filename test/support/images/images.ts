import sharp, { type Sharp } from 'sharp';

/**
 * A picture whose corners show its orientation: red top left, green top right, blue bottom left, white bottom right.
 */
export const corners = (width = 64, height = 48): Sharp => {
  const w = width / 2;
  const h = height / 2;
  const square = (x: number, y: number, fill: string) =>
    `<rect x="${x * w}" y="${y * h}" width="${w}" height="${h}" fill="${fill}"/>`;
  const squares = [square(0, 0, '#f00'), square(1, 0, '#0f0'), square(0, 1, '#00f'), square(1, 1, '#fff')].join('');
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${squares}</svg>`),
  );
};

/** Answers so many bytes of noise, the same in every run. */
export const noiseBytes = (count: number): Buffer => {
  const words = new Int32Array(Math.ceil(count / 4));
  let state = 0x2545f491;
  for (let at = 0; at < words.length; at += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    words[at] = state;
  }
  return Buffer.from(words.buffer, 0, count);
};

/** A square of colour noise, the same in every run: no other picture with as many pixels needs more bytes. */
export const noiseOf = (side: number): Sharp =>
  sharp(noiseBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } });

let noise: Promise<Buffer> | undefined;

/** The JPEG of the largest picture that is kept unscaled, with almost as many bytes as are kept. It is encoded once. */
export const largestNoise = (): Promise<Buffer> => {
  noise ??= noiseOf(4096).jpeg({ quality: 29 }).toBuffer();
  return noise;
};

const names = [
  ['red', [255, 0, 0]],
  ['green', [0, 255, 0]],
  ['blue', [0, 0, 255]],
  ['white', [255, 255, 255]],
  ['black', [0, 0, 0]],
] as const;

/** Answers the colours in the corners of an image: top left, top right, bottom left, bottom right. */
export const cornersOf = async (bytes: Uint8Array): Promise<readonly string[]> => {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const nameAt = (x: number, y: number): string => {
    const pixel = data.subarray((y * info.width + x) * info.channels);
    const near = names.find(([, rgb]) => rgb.every((value, i) => Math.abs(value - (pixel[i] ?? -99)) < 40));
    return near?.[0] ?? `rgb(${pixel.subarray(0, 3).join(', ')})`;
  };
  const right = info.width - 3;
  const bottom = info.height - 3;
  return [nameAt(2, 2), nameAt(right, 2), nameAt(2, bottom), nameAt(right, bottom)];
};
