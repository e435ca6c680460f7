import { E, type Either } from '../kernel/fp.ts';
import {
  type ByteRange,
  type Container,
  type ContainerFault,
  chunkName,
  rejectContainer,
  uintBE,
  type WalkContainer,
} from './container.ts';

/** The signature (PNG third edition, 5.2). */
const signatureBytes = 8;
/** The length, the type and the CRC of a chunk (5.3). */
const frameBytes = 12;
/** The content of `IHDR` (11.2.1). */
const headBytes = 13;

/**
 * The chunks that a decoder gets, each with the most bytes of its content: the needs of the pixels and their colours
 * (11.2, 11.3), and which way is up. A profile (`iCCP`) is deflated, so that its limit bounds what it inflates to:
 * deflate reaches 1032 to 1 (RFC 1951), which is 8 MB here. Most profiles of screens and cameras take 3 KiB at most.
 */
const keptChunks: ReadonlyMap<string, number> = new Map([
  ['IHDR', headBytes],
  ['PLTE', 3 * 256],
  ['tRNS', 256],
  ['gAMA', 4],
  ['cHRM', 32],
  ['sRGB', 1],
  ['IDAT', Number.POSITIVE_INFINITY],
  ['IEND', 0],
  ['iCCP', 8 * 1024],
  ['eXIf', 64 * 1024],
]);

/** A profile or EXIF data beyond its limit is left out like any other chunk; the picture is the same without it. */
const dispensable = ['iCCP', 'eXIf'];

/** The chunks of an animated PNG (11.3.7). */
const animation = ['acTL', 'fcTL', 'fdAT'];

/** Screenshots and drawing programs write up to ten others; programs that copy EXIF into texts write some twenty. */
const maxOtherChunks = 32;
/** The pixels of 50 MiB are 6,400 chunks of 8 KiB, which is the least that programs write. */
const maxDataChunks = 16_384;

/** The samples of a pixel once it is decoded, by colour type (table 11.1); a palette is resolved. */
const channelsOf: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [3, 3],
  [4, 2],
  [6, 4],
]);
const paletteType = 3;

const depthsOf = (colourType: number): readonly number[] => {
  if (colourType === 0) return [1, 2, 4, 8, 16];
  return colourType === paletteType ? [1, 2, 4, 8] : [8, 16];
};

type Head = Pick<Container, 'width' | 'height' | 'channels' | 'bytesPerChannel'>;

/** Reads `IHDR`; `null` when it does not have the form of the standard. */
const headOf = (bytes: Uint8Array): Head | null => {
  const at = signatureBytes + 8;
  const width = uintBE(bytes, at, 4);
  const height = uintBE(bytes, at + 4, 4);
  const [depth = 0, colourType = -1, compression, filter, interlace = -1] = bytes.subarray(at + 8, at + headBytes);
  const channels = channelsOf.get(colourType);
  const isSize = (side: number): boolean => side >= 1 && side < 2 ** 31;
  if (channels === undefined || !depthsOf(colourType).includes(depth) || !isSize(width) || !isSize(height)) return null;
  if (compression !== 0 || filter !== 0 || interlace < 0 || interlace > 1) return null;
  return { width, height, channels, bytesPerChannel: depth === 16 ? 2 : 1 };
};

/** The chunks that were seen so far. The ranges that follow one another are one range. */
type Seen = {
  readonly names: Set<string>;
  readonly kept: ByteRange[];
  previous: string;
  dataChunks: number;
  otherChunks: number;
};

const keep = (kept: ByteRange[], from: number, to: number): void => {
  const last = kept.at(-1);
  if (last !== undefined && last[1] === from) kept[kept.length - 1] = [last[0], to];
  else kept.push([from, to]);
};

/** Takes a chunk that the picture needs: each may occur once, and `IDAT` in one run (5.6). */
const takeKept = (seen: Seen, name: string, from: number, to: number): ContainerFault | null => {
  const isRun = name === 'IDAT' && seen.previous === 'IDAT';
  if ((seen.names.has(name) && !isRun) || (name === 'IHDR' && to - from !== frameBytes + headBytes)) return 'damaged';
  seen.names.add(name);
  if (name === 'IDAT') seen.dataChunks += 1;
  keep(seen.kept, from, to);
  return seen.dataChunks > maxDataChunks ? 'overfull' : null;
};

/** Takes a chunk that is left out: bit 5 of its first letter says that a decoder need not know it (5.4). */
const takeOther = (seen: Seen, name: string): ContainerFault | null => {
  const isDispensable = keptChunks.has(name) ? dispensable.includes(name) : /^[a-z][A-Za-z]{3}$/.test(name);
  if (!isDispensable) return 'damaged';
  seen.otherChunks += 1;
  return seen.otherChunks > maxOtherChunks ? 'overfull' : null;
};

/** Takes one chunk into account; answers why the picture is refused, or `null`. `IHDR` is the first (5.6). */
const takeChunk = (seen: Seen, name: string, from: number, to: number): ContainerFault | null => {
  if (animation.includes(name)) return 'animated';
  if ((name === 'IHDR') !== (seen.previous === '')) return 'damaged';
  const isKept = to - from - frameBytes <= (keptChunks.get(name) ?? -1);
  const fault = isKept ? takeKept(seen, name, from, to) : takeOther(seen, name);
  seen.previous = name;
  return fault;
};

/** `IEND`, which is empty, with its checksum (11.2.5). */
const lastChunk = Uint8Array.of(0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82);

/** The whole picture, once its last chunk was seen, or where nothing but that one is missing. */
const finished = (bytes: Uint8Array, { kept, names }: Seen): Either<ContainerFault, Container> => {
  const head = headOf(bytes);
  if (head === null || !names.has('IDAT')) return rejectContainer('damaged');
  const transparency = names.has('tRNS') ? 1 : 0;
  const ending = names.has('IEND') ? {} : { ending: lastChunk };
  return E.right({ ...head, channels: head.channels + transparency, kept, ...ending });
};

/**
 * Walks a PNG (W3C, PNG third edition, 5 and 11) chunk by chunk and inflates nothing. Only the chunks that the picture
 * needs reach a decoder: texts (`tEXt`, `zTXt`, `iTXt`) are never inflated, and nothing after `IEND` is kept. A file
 * that ends before or within `IEND` gets it, and is whole if its pixels are, which the decoder says. A few other chunks
 * are left out, more refuse the picture, and so do an animation and a critical chunk of no known type. Checksums are
 * left to the decoder, which compares those of the chunks that it gets.
 */
export const walkPng: WalkContainer = (bytes) => {
  const kept: ByteRange[] = [[0, signatureBytes]];
  const seen: Seen = { names: new Set(), kept, previous: '', dataChunks: 0, otherChunks: 0 };
  for (let at = signatureBytes; at + frameBytes <= bytes.length; ) {
    const name = chunkName(bytes, at + 4);
    const end = at + frameBytes + uintBE(bytes, at, 4);
    const fault = end > bytes.length ? 'damaged' : takeChunk(seen, name, at, end);
    if (fault !== null) return rejectContainer(fault);
    if (name === 'IEND') return finished(bytes, seen);
    at = end;
  }
  return finished(bytes, seen);
};
