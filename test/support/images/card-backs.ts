import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp, { type Sharp } from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { randomOf } from '../generators/seeded-random.ts';

/** Describes how the back of a card is photographed. */
export type PhotoConditions = {
  /** The text of the barcode; `null` for a card without a barcode. */
  readonly text: string | null;
  /** The number of pixels for a millimetre of the card. */
  readonly scale?: number;
  /** The clockwise rotation of the photo, in degrees. */
  readonly degrees?: number;
  /** The share by which the top of the picture is narrower than its bottom. */
  readonly tilt?: number;
  /** The standard deviation of the blur, in millimetres of the card; a module of the barcode is 0.25 mm wide. */
  readonly blur?: number;
  /** The standard deviation of the noise, in levels. */
  readonly noise?: number;
  readonly quality?: number;
};

const desk = { r: 118, g: 104, b: 88 };
const card = { width: 85.6, height: 54 } as const;
const barcode = { left: 6.8, top: 18, width: 72 } as const;

// The library would fetch its engine from a CDN otherwise.
const engine = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
const ready = prepareZXingModule({
  overrides: { wasmBinary: new Uint8Array(readFileSync(engine)).buffer },
  fireImmediately: true,
});

const encoded = async (text: string): Promise<Buffer> => {
  await ready;
  const options = { format: 'PDF417', scale: 6, addQuietZones: false, options: 'columns=13,ecLevel=5' } as const;
  const { error, image } = await writeBarcode(text, options);
  if (!image) throw new Error(error);
  return Buffer.from(await image.arrayBuffer());
};

const known = new Map<string, Promise<Buffer>>();

/**
 * Draws a PDF417 as a PNG, in the shape that cards have: 13 columns, 64 codewords of error correction. Each text is
 * drawn once.
 */
const pdf417 = (text: string): Promise<Buffer> => {
  const barcode = known.get(text) ?? encoded(text);
  known.set(text, barcode);
  return barcode;
};

/** Draws the rest of the back: a magnetic stripe, lines of print, and a one-dimensional barcode. */
const printOf = (random: () => number): string => {
  const box = (x: number, y: number, width: number, height: number, fill = '#222') =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
  const marks = [box(0, 4, card.width, 9, '#1b1b1b')];
  for (const y of [37, 40.2, 43.4, 46.6])
    for (let x = 6; x < 50; x += 1.6 + random()) marks.push(box(x, y, 0.4 + random(), 1.7));
  for (let x = 56; x < 79; x += 0.5 + random()) marks.push(box(x, 38, 0.25 + random() / 3, 9));
  return marks.join('');
};

type Grey = { readonly data: Buffer; readonly width: number; readonly height: number };

const greyOf = async (image: Sharp): Promise<Grey> => {
  const { data, info } = await image.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

/** Narrows the picture towards its top, as the perspective of a photo does. */
const tilted = ({ data, height, width }: Grey, tilt: number): Grey => {
  const out = Buffer.alloc(data.length, 104);
  for (let y = 0; y < height; y += 1) {
    const share = 1 - tilt * (1 - y / height);
    for (let x = 0; x < width; x += 1) {
      const from = (x - width / 2) / share + width / 2;
      const left = Math.floor(from);
      if (left < 0 || left + 1 >= width) continue;
      const one = data[y * width + left] ?? 0;
      const other = data[y * width + left + 1] ?? 0;
      out[y * width + x] = one + (other - one) * (from - left);
    }
  }
  return { data: out, width, height };
};

const noisy = ({ data, height, width }: Grey, deviation: number, random: () => number): Grey => {
  // The sum of three uniform numbers is close enough to a normal distribution.
  const noise = () => (random() + random() + random() - 1.5) * 2 * deviation;
  return { data: Buffer.from(data.map((level) => Math.min(255, Math.max(0, level + noise())))), width, height };
};

/** Answers the pixels that a pipeline makes, as the beginning of another one. */
const rawOf = async (image: Sharp): Promise<Sharp> => {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } });
};

const drawn = async ({ degrees = 0, scale = 14, text }: PhotoConditions, random: () => number): Promise<Sharp> => {
  const width = Math.round(card.width * scale);
  const height = Math.round(card.height * scale);
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${card.width} ${card.height}"><rect width="${card.width}" height="${card.height}" fill="#efeee6"/>${printOf(random)}</svg>`;
  const bars =
    text === null ? null : await sharp(await pdf417(text)).resize({ width: Math.round(barcode.width * scale) });
  const placed = bars && {
    input: await bars.flatten({ background: '#ffffff' }).toBuffer(),
    left: Math.round(barcode.left * scale),
    top: Math.round(barcode.top * scale),
  };
  // Rotating and extending are steps of their own, because one pipeline of the library has its own order of them.
  const back = await rawOf(sharp(Buffer.from(page)).composite(placed ? [placed] : []));
  const turned = await rawOf(back.rotate(degrees, { background: desk }));
  const edge = Math.round(8 * scale);
  return turned
    .extend({ top: edge, bottom: edge, left: edge, right: edge, background: desk })
    .flatten({ background: desk });
};

/** Draws a photo of the back of a card, as a JPEG. */
export const photoOfBack = async (conditions: PhotoConditions): Promise<Buffer> => {
  const { blur = 0, noise = 0, quality = 85, scale = 14, tilt = 0 } = conditions;
  const random = randomOf(417);
  const upright = await rawOf(await drawn(conditions, random));
  const soft = blur > 0 ? upright.blur(blur * scale) : upright;
  const flat = await greyOf(soft);
  const seen = tilt > 0 ? tilted(flat, tilt) : flat;
  const { data, height, width } = noise > 0 ? noisy(seen, noise, random) : seen;
  return sharp(data, { raw: { width, height, channels: 1 } })
    .jpeg({ quality })
    .toBuffer();
};
