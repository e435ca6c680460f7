import { ebml, isoMedia } from '@portcullis/contracts/builders';
import fc from 'fast-check';
import sharp from 'sharp';
import { drawn, plain } from '../../../support/images/hostile-pictures.ts';
import { corners, noiseOf } from '../../../support/images/images.ts';

/** Files for uploads, made once. */
export type Pictures = {
  readonly valid: readonly Uint8Array[];
  /** These uploads take the most work, and are sent rarely. */
  readonly expensive: readonly Uint8Array[];
  readonly malformed: readonly Uint8Array[];
};

/** A PNG that declares a wrong size; its checksum is wrong too. */
const withFalseSize = (png: Buffer, width: number, height: number): Buffer => {
  const bytes = Buffer.from(png);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};

/** An animation of this many frames of one pixel. */
const frames = (count: number): Promise<Buffer> =>
  sharp(Buffer.alloc(count * 3), { raw: { width: 1, height: count, channels: 3, pageHeight: 1 } })
    .gif()
    .toBuffer();

const markup = [
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>',
  '<html><script>alert(1)</script></html>',
  '%PDF-1.7\n1 0 obj',
  'PK\u0003\u0004',
  'GIF89a',
  'BM',
  'MM\u0000*',
  '#!/bin/sh\n',
  '\u0000',
  '',
].map((text) => Buffer.from(text, 'latin1'));

/** Draws all pictures. */
export const drawPictures = async (): Promise<Pictures> => {
  const picture = corners(320, 240);
  const [jpeg, png, webp, dot] = await Promise.all([
    picture.clone().jpeg().toBuffer(),
    picture.clone().png().toBuffer(),
    picture.clone().webp().toBuffer(),
    plain(1, 1),
  ]);
  const [tiff, gif, exif, many] = await Promise.all([
    picture.clone().tiff().toBuffer(),
    picture.clone().gif().toBuffer(),
    picture.clone().withMetadata({ orientation: 7 }).jpeg().toBuffer(),
    frames(2000),
  ]);
  const malformed = [
    ...markup,
    ...[0.1, 0.5, 0.9].flatMap((part) => [jpeg, png, webp].map((whole) => whole.subarray(0, whole.length * part))),
    withFalseSize(png, 100_000, 100_000),
    withFalseSize(png, 0, 0),
    withFalseSize(png, 2 ** 31, 1),
    dot,
    await plain(16_000, 1),
    await plain(7000, 7000),
    tiff,
    gif,
    exif,
    many,
    Buffer.concat([gif, jpeg]),
    Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]),
    Buffer.concat([Buffer.from('%PDF-1.7\n'), jpeg]),
    Buffer.concat([jpeg, jpeg]),
    Buffer.from(jpeg).fill(0xff, 2, 40),
    Buffer.from(jpeg).fill(0, jpeg.length >> 1),
    Buffer.alloc(200_000, 0xff),
    ...['heic', 'avif', 'isom', 'qt  ', 'mif1'].map(isoMedia),
    ...['webm', 'matroska'].map(ebml),
  ];
  const expensive = [
    await plain(5000, 5000),
    await drawn(2000, 2000, (x, y) => ((x + y) % 2) * 255),
    await noiseOf(1500).jpeg({ quality: 80 }).toBuffer(),
  ];
  return { valid: [jpeg, png, webp], expensive, malformed };
};

const withFlippedBytes = (file: Uint8Array, flips: readonly (readonly [number, number])[]): Uint8Array => {
  const bytes = Buffer.from(file);
  for (const [at, byte] of flips) if (bytes.length > 0) bytes[at % bytes.length] = byte;
  return bytes;
};

const someFlips = fc.array(fc.tuple(fc.nat({ max: 1_000_000 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 6 });

/** A file of an upload: valid, malformed, or valid with some bytes changed. */
export const pictureFrom = ({ valid, expensive, malformed }: Pictures): fc.Arbitrary<Uint8Array> =>
  fc.oneof(
    { weight: 60, arbitrary: fc.constantFrom(...valid) },
    { weight: 60, arbitrary: fc.constantFrom(...malformed) },
    {
      weight: 40,
      arbitrary: fc.tuple(fc.constantFrom(...valid), someFlips).map(([file, flips]) => withFlippedBytes(file, flips)),
    },
    { weight: 20, arbitrary: fc.uint8Array({ maxLength: 300 }) },
    { weight: 1, arbitrary: fc.constantFrom(...expensive) },
  );
