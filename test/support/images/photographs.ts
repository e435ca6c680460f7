import { sharpMediaNormalizer } from '@portcullis/adapter-sharp';
import { uploadOwner } from '@portcullis/contracts/builders';
import type { ImageFacts } from '@portcullis/domain/evidence';
import { semaphore } from '@portcullis/domain/kernel';
import sharp, { type Sharp } from 'sharp';
import { mustSucceed } from '../run.ts';
import { photoOf } from './specimens.ts';

const media = sharpMediaNormalizer();
/**
 * The pictures of a test wait here for each other, as long as they have to: the normalizer turns away who waits long.
 */
const inTurn = semaphore(2);

let photos = 0;

const measure = async (bytes: Uint8Array): Promise<ImageFacts> => {
  photos += 1;
  const { image } = await mustSucceed(() =>
    inTurn(media.normalize('document_front', bytes, uploadOwner(`photo ${photos}`))),
  );
  if (!image) throw new Error('expected the picture to be measured');
  return image;
};

const known = new WeakMap<Uint8Array, Promise<ImageFacts>>();

/** Answers the facts that are measured of a picture when it is uploaded. The same bytes are measured once. */
export const measured = (bytes: Uint8Array): Promise<ImageFacts> => {
  const facts = known.get(bytes) ?? measure(bytes);
  known.set(bytes, facts);
  return facts;
};

const encoded = (name: string, change: (photo: Sharp) => Sharp): Promise<Buffer> =>
  change(sharp(photoOf(name).bytes))
    .jpeg({ quality: 88 })
    .toBuffer();

const unchanged = new Map<string, Promise<Buffer>>();

/** Reads a specimen, applies a change, and encodes it as a camera would. Without a change it is encoded once. */
export const specimen = (name: string, change?: (photo: Sharp) => Sharp): Promise<Buffer> => {
  if (change) return encoded(name, change);
  const photo = unchanged.get(name) ?? encoded(name, (same) => same);
  unchanged.set(name, photo);
  return photo;
};

type Raw = { readonly data: Buffer; readonly width: number; readonly height: number };

const rawOf = async (bytes: Uint8Array): Promise<Raw> => {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

const jpegOf = ({ data, width, height }: Raw): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer();

/** Simulates a hand that moved by so many pixels while the shutter was open. */
export const withMotion = (name: string, pixels: number, way: 'across' | 'down'): Promise<Buffer> => {
  const [width, height] = way === 'across' ? [pixels, 1] : [1, pixels];
  // The convolution requires kernels of at least three by three.
  const kernel = Array.from({ length: Math.max(3, width) * Math.max(3, height) }, (_, n) => {
    const x = n % Math.max(3, width);
    const y = Math.floor(n / Math.max(3, width));
    return (width === 1 ? x === 1 : true) && (height === 1 ? y === 1 : true) ? 1 : 0;
  });
  return specimen(name, (photo) =>
    photo.convolve({ width: Math.max(3, width), height: Math.max(3, height), kernel, scale: pixels }),
  );
};

/** Adds sensor noise of so many levels, the same in every run. */
export const withNoise = async (name: string, levels: number): Promise<Buffer> => {
  const raw = await rawOf(await specimen(name));
  let state = 0x2545f491;
  for (let at = 0; at < raw.data.length; at += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const noise = ((state >>> 0) / 0xffffffff - 0.5) * 2 * levels;
    raw.data[at] = Math.max(0, Math.min(255, (raw.data[at] ?? 0) + noise));
  }
  return jpegOf(raw);
};

/**
 * Adds light around a point, given as a share of width and height, that fades to nothing at `radius` (of the width).
 */
export const withLight = async (
  bytes: Uint8Array,
  { x, y, radius, fades }: { readonly x: number; readonly y: number; readonly radius: number; readonly fades: boolean },
): Promise<Buffer> => {
  const raw = await rawOf(bytes);
  const left = x * raw.width;
  const top = y * raw.height;
  const far = radius * raw.width;
  for (let row = Math.max(0, Math.ceil(top - far)); row < Math.min(raw.height, top + far); row += 1) {
    for (let column = Math.max(0, Math.ceil(left - far)); column < Math.min(raw.width, left + far); column += 1) {
      const away = Math.sqrt((column - left) ** 2 + (row - top) ** 2) / far;
      if (away >= 1) continue;
      const light = fades ? 500 * (1 - away) : 255;
      const at = (row * raw.width + column) * 3;
      for (let c = 0; c < 3; c += 1) raw.data[at + c] = Math.min(255, (raw.data[at + c] ?? 0) + light);
    }
  }
  return jpegOf(raw);
};

type Sides = { readonly left?: number; readonly right?: number; readonly top?: number; readonly bottom?: number };

/** Removes so much at each side, as shares of the width and height. */
export const cropped = async (
  bytes: Uint8Array,
  { left = 0, right = 0, top = 0, bottom = 0 }: Sides,
): Promise<Buffer> => {
  const { width, height } = await sharp(bytes).metadata();
  const x = Math.round(left * width);
  const y = Math.round(top * height);
  return sharp(bytes)
    .extract({
      left: x,
      top: y,
      width: Math.round((1 - right) * width) - x,
      height: Math.round((1 - bottom) * height) - y,
    })
    .jpeg({ quality: 88 })
    .toBuffer();
};

const scan = async (name: string, around: number): Promise<Buffer> => {
  // The pages are almost straight in the photos of these two specimens.
  const page = await cropped(photoOf(name).bytes, { left: 0.055, right: 0.055, top: 0.085, bottom: 0.085 });
  const white = { left: around, right: around, top: around, bottom: 3 * around, background: '#ffffff' } as const;
  return sharp(page).extend(white).jpeg({ quality: 90 }).toBuffer();
};

const scans = new Map<string, Promise<Buffer>>();

/** Draws the page alone, as a scanner gives it: to its border, or with white around it. Each scan is drawn once. */
export const scanned = (name: string, around = 0): Promise<Buffer> => {
  const key = `${name} ${around}`;
  const page = scans.get(key) ?? scan(name, around);
  scans.set(key, page);
  return page;
};
