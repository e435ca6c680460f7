import sharp from 'sharp';
import { randomOf } from '../generators/seeded-random.ts';
import { noiseBytes } from './images.ts';

const random = randomOf(9303);

type Brightness = (x: number, y: number) => number;

const pngOf = (data: Buffer, width: number, height: number): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 1 }, limitInputPixels: false })
    .toColourspace('b-w')
    .png({ compressionLevel: 0 })
    .toBuffer();

/** Draws a grey PNG of so many pixels, 0 for black to 255 for white. */
export const drawn = (width: number, height: number, brightness: Brightness): Promise<Buffer> => {
  const data = Buffer.alloc(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data[y * width + x] = Math.floor(brightness(x, y));
  return pngOf(data, width, height);
};

/** Draws a bitmap of one colour. */
export const plain = (width: number, height: number): Promise<Buffer> =>
  pngOf(Buffer.alloc(width * height, 128), width, height);

const noise: Brightness = () => random() * 256;
/** Draws lines of specks as dense as small print. */
const print: Brightness = (_, y) => (y % 34 < 14 && random() < 0.55 ? 20 : 235);
/** Draws line after line with the length, thickness and distance that the lines of an MRZ have. */
const mrzs: Brightness = (x, y) => (y % 52 < 20 && x % 23 < 14 && (x + y) % 5 > 0 ? 20 : 240);
/** Draws as many long bars of short dashes as fit into a picture without touching. */
export const bars: Brightness = (x, y) => (y % 12 < 8 && x % 500 < 400 && x % 50 < 40 ? 20 : 240);
/** Every brick touches two above it and two below: one connected component of the greatest possible number of runs. */
export const bricks: Brightness = (x, y) => ((x + (y % 2) * 24) % 48 < 31 ? 20 : 240);

/** Pictures within the limits of an upload, each drawn to be expensive for one of the steps of reading. */
export const hostilePictures: Readonly<Record<string, () => Promise<Buffer>>> = {
  'noise of 25 megapixels': () => pngOf(noiseBytes(5000 * 5000), 5000, 5000),
  'noise as narrow as is read': () => drawn(64, 768, noise),
  'noise as low as is read': () => drawn(768, 64, noise),
  'a narrow strip of print': () => drawn(200, 2000, print),
  'all white': () => drawn(2000, 2000, () => 255),
  'all black': () => drawn(2000, 2000, () => 0),
  'a checkerboard of pixels': () => drawn(2000, 2000, (x, y) => ((x + y) % 2) * 255),
  'a checkerboard of squares': () => drawn(2000, 2000, (x, y) => (((x >> 4) + (y >> 4)) % 2) * 255),
  'a tall page of print': () => drawn(1000, 2500, print),
  'nothing but zones': () => drawn(1000, 2000, mrzs),
  'nothing but bars': () => drawn(1000, 2500, bars),
  'a brick wall': () => drawn(1000, 2500, bricks),
};

/** Sizes that no photo of a document has, but that an upload may have. */
export const uselessSizes: readonly (readonly [width: number, height: number])[] = [
  [1, 1],
  [1, 200],
  [200, 1],
  [1, 900],
  [900, 1],
  [1, 20_000],
  [20_000, 1],
  [63, 700],
  [64, 769],
  [20_000, 1000],
];
