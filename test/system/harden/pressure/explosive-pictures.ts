import sharp from 'sharp';
import {
  explodingChunk,
  inflatesTo,
  jpegEnd,
  jpegOfScans,
  jpegSegment,
  pngChunk,
  pngHead,
  pngOf,
  pngSignature,
  webpChunk,
  webpChunksOf,
  webpFeatures,
  webpOf,
} from '../../../support/images/containers.ts';
import { corners } from '../../../support/images/images.ts';

const mebibyte = 1024 * 1024;

/** A picture that stands for more than it holds, with the statuses that its upload may have. */
export type ExplosivePicture = {
  readonly name: string;
  readonly bytes: () => Uint8Array;
  readonly statuses: readonly number[];
};

const several = (count: number, make: (i: number) => Uint8Array) => Array.from({ length: count }, (_, i) => make(i));

const taken = [200];
const unsupported = [415];
const tooLarge = [413];
/** Whatever the decoder makes of it, it costs nothing. */
const decodersChoice = [200, 415] as const;

/** Chunks of a PNG that are left out, at most 32 of them. */
const texts = (mebibytes: readonly number[], counts: readonly number[]): readonly ExplosivePicture[] =>
  ['zTXt', 'iTXt', 'tEXt', 'sPLT', 'teSt'].flatMap((name) =>
    mebibytes.flatMap((size) =>
      counts.map((count) => ({
        name: `PNG, ${count} ${name} of ${size} MiB`,
        bytes: () => pngOf(several(count, (i) => explodingChunk(name, i, size * mebibyte))),
        statuses: count > 32 ? unsupported : taken,
      })),
    ),
  );

/** A small profile reaches the decoder, once; a larger one is left out. */
const profiles = (mebibytes: readonly number[]): readonly ExplosivePicture[] =>
  mebibytes.flatMap((size) => {
    const chunk = () => explodingChunk('iCCP', 0, size * mebibyte);
    return [
      { name: `PNG, a profile of ${size} MiB`, bytes: () => pngOf([chunk()]), statuses: taken },
      {
        name: `PNG, 4 profiles of ${size} MiB`,
        bytes: () => pngOf(several(4, chunk)),
        statuses: size < 8 ? unsupported : taken,
      },
    ];
  });

const pixels: readonly ExplosivePicture[] = [
  ...['acTL', 'fcTL', 'fdAT'].map((name) => ({
    name: `PNG, ${name}`,
    bytes: () => pngOf(several(1000, () => pngChunk(name, Buffer.alloc(26)))),
    statuses: unsupported,
  })),
  {
    name: 'PNG, 47 MiB of pixels behind a head of 100 × 100',
    bytes: () =>
      Buffer.concat([pngSignature, pngHead(), pngChunk('IDAT', inflatesTo(47 * mebibyte)), pngChunk('IEND')]),
    statuses: decodersChoice,
  },
  {
    name: 'PNG, 200,000 empty chunks of pixels',
    bytes: () =>
      Buffer.concat([
        pngSignature,
        pngHead(),
        Buffer.concat(several(200_000, () => pngChunk('IDAT'))),
        pngChunk('IEND'),
      ]),
    statuses: unsupported,
  },
  {
    name: 'PNG, 25 megapixels of 16 bits',
    bytes: () => pngOf([], { width: 5000, height: 5000, depth: 16 }),
    statuses: tooLarge,
  },
  {
    name: 'PNG, 4,000 megapixels',
    bytes: () => Buffer.concat([pngSignature, pngHead({ width: 65_000, height: 65_000 }), pngOf().subarray(33)]),
    statuses: tooLarge,
  },
];

const jpegs = (counts: readonly number[], jpeg: Buffer): readonly ExplosivePicture[] => {
  const beside = (parts: readonly Uint8Array[]) =>
    Buffer.concat([jpeg.subarray(0, 2), Buffer.concat(parts), jpeg.subarray(2)]);
  return [
    ...counts.flatMap((count) =>
      [0xfe, 0xe1, 0xe2, 0xed].map((code) => ({
        name: `JPEG, ${count} segments ${code.toString(16)} of 1 byte`,
        bytes: () => beside(several(count, () => jpegSegment(code, Buffer.of(65)))),
        statuses: count > 128 ? unsupported : taken,
      })),
    ),
    ...[60, 65, 140].map((count) => ({
      name: `JPEG, ${count} segments of 64 KiB`,
      bytes: () => beside(several(count, () => jpegSegment(0xe1, Buffer.alloc(65_533, 65)))),
      statuses: count > 64 ? unsupported : taken,
    })),
    ...[10, 32].map((scans) => ({
      name: `JPEG, ${scans} scans over a megapixel`,
      bytes: () => jpegOfScans(1000, scans),
      statuses: taken,
    })),
    ...[33, 100, 127].map((scans) => ({
      name: `JPEG, ${scans} scans over 25 megapixels`,
      bytes: () => jpegOfScans(5000, scans),
      statuses: unsupported,
    })),
    {
      name: 'JPEG, 100,000 tables',
      bytes: () => beside(several(100_000, () => jpegSegment(0xdb, Buffer.alloc(65, 1)))),
      statuses: unsupported,
    },
    {
      name: 'JPEG, 9 MiB of stuffed bytes behind its pixels',
      bytes: () => Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(9 * mebibyte, Buffer.of(0xff, 0)), jpegEnd]),
      statuses: decodersChoice,
    },
  ];
};

const webps = (counts: readonly number[], webp: Buffer): readonly ExplosivePicture[] => {
  const [picture = webpChunk('VP8 ')] = webpChunksOf(webp);
  const beside = (...others: readonly Uint8Array[]) => webpOf(webpFeatures(320, 240), picture, ...others);
  return [
    ...counts.flatMap((count) =>
      ['EXIF', 'XMP ', 'teSt'].map((name) => ({
        name: `WebP, ${count} chunks ${name}`,
        bytes: () => beside(...several(count, () => webpChunk(name, Buffer.alloc(2, 65)))),
        statuses: count > 14 ? unsupported : taken,
      })),
    ),
    {
      name: 'WebP, 5 MiB of metadata',
      bytes: () => beside(webpChunk('XMP ', Buffer.alloc(5 * mebibyte, 65))),
      statuses: unsupported,
    },
    {
      name: 'WebP, 10,000 frames',
      bytes: () => webpOf(webpFeatures(320, 240, 2), ...several(10_000, () => webpChunk('ANMF', Buffer.alloc(24)))),
      statuses: unsupported,
    },
  ];
};

/** Every kind of part of each format, in several numbers and ratios; `few` has the worst of each. */
export const explosivePictures = async (few: boolean): Promise<readonly ExplosivePicture[]> => {
  const picture = corners(320, 240);
  const jpeg = await picture.clone().jpeg().toBuffer();
  const webp = await picture.clone().webp().toBuffer();
  const sizes = few ? [47] : [1, 7, 47];
  return [
    ...texts(sizes, few ? [12, 33] : [1, 4, 12, 32, 33, 200]),
    ...profiles(few ? [7, 47] : [1, 4, 7, 20, 47]),
    ...pixels,
    ...jpegs(few ? [128, 129] : [1, 50, 128, 129, 1000, 100_000], jpeg),
    ...webps(few ? [14, 15] : [1, 5, 14, 15, 1000], webp),
  ];
};

/** A picture that no part of the service has met before, so that everything is loaded before anything is measured. */
export const ordinaryPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#467' } })
    .png()
    .toBuffer();
