import { crc32, deflateSync } from 'node:zlib';

const mebibyte = 1024 * 1024;

/** One chunk of a PNG, with its length and its checksum. */
export const pngChunk = (name: string, content: Uint8Array = Buffer.alloc(0)): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length, 0);
  head.write(name, 4, 'latin1');
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), content])), 0);
  return Buffer.concat([head, content, check]);
};

export const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** The samples of a pixel for each colour type. */
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

export type PngShape = {
  readonly width?: number;
  readonly height?: number;
  readonly depth?: number;
  readonly colourType?: number;
};

/** The head of a PNG; by default of 100 × 100 pixels in colours of 8 bits. */
export const pngHead = ({ width = 100, height = 100, depth = 8, colourType = 2 }: PngShape = {}): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, colourType], 8);
  return pngChunk('IHDR', head);
};

/** The black pixels of a PNG, deflated into one chunk. */
export const pngData = ({ width = 100, height = 100, depth = 8, colourType = 2 }: PngShape = {}): Buffer => {
  const row = 1 + Math.ceil((width * (samplesOf[colourType] ?? 1) * depth) / 8);
  return pngChunk('IDAT', deflateSync(Buffer.alloc(row * height)));
};

/** A whole black PNG, with other chunks between its head and its pixels. */
export const pngOf = (others: readonly Uint8Array[] = [], shape: PngShape = {}): Buffer =>
  Buffer.concat([pngSignature, pngHead(shape), ...others, pngData(shape), pngChunk('IEND')]);

const deflated = new Map<number, Buffer>();

/** A run of one letter, deflated a thousand to one. */
const inflatesTo = (bytes: number): Buffer => {
  const made = deflated.get(bytes) ?? deflateSync(Buffer.alloc(bytes, 0x41), { level: 9 });
  deflated.set(bytes, made);
  return made;
};

/** The text before the content of a deflated chunk: a keyword, and how it is stored (PNG third edition, 11.3). */
const keywords: Readonly<Record<string, (i: number) => string>> = {
  zTXt: (i) => `k${i}\0\0`,
  iTXt: (i) => `k${i}\0\x01\0\0\0`,
  iCCP: () => 'p\0\0',
};

/**
 * The `i`-th chunk of a kind that stands for far more bytes than it has: libpng accepts 50 MB from one chunk, and takes
 * four times as much meanwhile.
 */
export const explodingChunk = (name: string, i: number, inflatedBytes = 47 * mebibyte): Buffer =>
  pngChunk(name, Buffer.concat([Buffer.from(keywords[name]?.(i) ?? `k${i}\0`, 'latin1'), inflatesTo(inflatedBytes)]));

/** One segment of a JPEG. */
export const jpegSegment = (code: number, content: Uint8Array = Buffer.alloc(0)): Buffer => {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};

export const jpegStart = Buffer.from([0xff, 0xd8]);
export const jpegEnd = Buffer.from([0xff, 0xd9]);

/** The head of a frame: its coding by the marker, its size and its number of channels. */
export const jpegFrame = (code: number, width: number, height: number, channels = 1): Buffer => {
  const ids = Array.from({ length: channels }, (_, i) => [i + 1, 0x11, 0]).flat();
  return jpegSegment(code, Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, channels, ...ids]));
};

/** A Huffman table with one symbol, whose code is a single 0. */
const oneSymbol = (tableClass: 0 | 1, symbol: number): Buffer =>
  jpegSegment(0xc4, Buffer.from([tableClass << 4, 1, ...new Array(15).fill(0), symbol]));

/** Packs bits into bytes, fills the last one with ones, and stuffs a 0 after each FF (T.81, F.1.2.3). */
const packed = (bits: string): Buffer => {
  const whole = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
  const bytes = (whole.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte])));
};

/** A scan of one channel over the coefficients `from` to `to`, from bit `high` down to bit `low` (T.81, G.1.1.1.1). */
export const jpegScan = (from: number, to: number, high: number, low: number, data: Uint8Array): Buffer =>
  Buffer.concat([jpegSegment(0xda, Buffer.from([1, 1, 0, from, to, (high << 4) | low])), data]);

/**
 * A grey progressive JPEG with so many scans: all but the first say in a few bytes that nothing changes in the whole
 * picture. A decoder goes over every block for each of them.
 */
export const jpegOfScans = (side: number, scans: number): Buffer => {
  const blocks = Math.ceil(side / 8) ** 2;
  // The longest run of blocks without a coefficient: 16,384 and what the next 14 bits say (T.81, G.1.2.2).
  const nothing = packed(`0${'1'.repeat(14)}`.repeat(Math.ceil(blocks / 32_767)));
  const bands = Array.from({ length: 63 }, (_, i) => [
    jpegScan(i + 1, i + 1, 0, 1, nothing),
    jpegScan(i + 1, i + 1, 1, 0, nothing),
  ]).flat();
  return Buffer.concat([
    jpegStart,
    jpegSegment(0xdb, Buffer.from([0, ...new Array(64).fill(1)])),
    jpegFrame(0xc2, side, side),
    oneSymbol(0, 0),
    oneSymbol(1, 0xe0),
    jpegScan(0, 0, 0, 0, Buffer.alloc(Math.ceil(blocks / 8))),
    ...bands.slice(0, scans - 1),
    jpegEnd,
  ]);
};

const box = (brand: string): Buffer => {
  const bytes = Buffer.alloc(24);
  bytes.writeUInt32BE(24, 0);
  bytes.write('ftyp', 4, 'latin1');
  bytes.write(brand, 8, 'latin1');
  bytes.write('mif1heic', 16, 'latin1');
  return bytes;
};

/** Answers the first bytes of an ISO base media file of this brand, followed by other bytes. */
export const isoMedia = (brand: string): Uint8Array => Buffer.concat([box(brand), Buffer.from('mdat and so on')]);

/** Answers the first bytes of an EBML file of this DocType, as browsers and ffmpeg write them. */
export const ebml = (docType: string): Uint8Array => {
  const head = Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282', 'hex');
  return Buffer.concat([
    head,
    Buffer.from([0x80 + docType.length]),
    Buffer.from(docType),
    Buffer.from('4287810442858102', 'hex'),
  ]);
};
