import type { Pictures } from '@portcullis/contracts';
import sharp from 'sharp';
import { corners, cornersOf, largestNoise } from './images.ts';

const encodedNoise = async () => {
  const original = await largestNoise();
  const plain = await sharp(original).jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer();
  return { original, plainLength: plain.length };
};
let noise: ReturnType<typeof encodedNoise> | undefined;

/** The pictures of the contracts, drawn by sharp. */
export const sharpPictures: Pictures = {
  corners: async (width, height, format) => {
    const picture = corners(width, height);
    if (format === 'progressive') return picture.jpeg({ progressive: true }).toBuffer();
    if (format !== 'turned') return picture.toFormat(format).toBuffer();
    const held = await picture.rotate(270).png().toBuffer();
    return sharp(held).withMetadata({ orientation: 6 }).jpeg({ quality: 100 }).toBuffer();
  },
  noise: (width, height, format) =>
    sharp({
      create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
    })
      .toFormat(format)
      .toBuffer(),
  /** It is encoded once. */
  largestNoise: () => {
    noise ??= encodedNoise();
    return noise;
  },
  look: async (bytes) => {
    const { width, height, orientation } = await sharp(bytes).metadata();
    return { width, height, orientation, corners: await cornersOf(bytes) };
  },
};
