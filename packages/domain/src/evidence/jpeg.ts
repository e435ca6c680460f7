import { E } from '../kernel/fp.ts';
import { type Container, maxMetadataBytes, rejectContainer, uintBE, type WalkContainer } from './container.ts';

/** Markers (ITU-T T.81, table B.1). */
const marker = {
  tem: 0x01,
  sof0: 0xc0,
  sof2: 0xc2,
  rst0: 0xd0,
  rst7: 0xd7,
  eoi: 0xd9,
  sos: 0xda,
  app0: 0xe0,
  app15: 0xef,
};
const comment = 0xfe;
/** Markers without a length: a restart outside of a scan, and a marker for arithmetic coding. */
const isBare = (code: number): boolean => code === marker.tem || (code >= marker.rst0 && code <= marker.rst7);
/** Segments with a length: frames and tables, scans and definitions. The others are restarts, images and reserved. */
const isSegment = (code: number): boolean =>
  (code >= marker.sof0 && code < marker.rst0) || (code >= marker.sos && code <= marker.app15) || code === comment;
/** The start of a frame of any coding: all of C0 to CF except the tables DHT and DAC, and the reserved JPG. */
const isFrame = (code: number): boolean =>
  code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;

/**
 * Encoders write ten scans for a progressive photo in colour, and optimizers fewer than twenty. A decoder walks over
 * the whole picture for each, however few bytes it has.
 */
const maxScans = 32;
/** Tables come before every scan; all other segments together are some fifty in photos of any camera. */
const maxSegments = 512;
/** A profile or a depth map takes several of 64 KiB each. */
const maxMetadataSegments = 128;

type Seen = {
  head: Omit<Container, 'kept'> | null;
  scans: number;
  /** How many coefficients of all components some scan has to their last bit: 64 a component in the whole picture. */
  coefficients: number;
  segments: number;
  metadataSegments: number;
  metadataBytes: number;
};

const hasTooMuch = ({ metadataBytes, metadataSegments, scans, segments }: Seen): boolean =>
  scans > maxScans ||
  segments > maxSegments ||
  metadataSegments > maxMetadataSegments ||
  metadataBytes > maxMetadataBytes;

/**
 * The head of a frame (B.2.2), which is at the end of its length field. Only the Huffman codings that photos have are
 * known: baseline, extended and progressive, of 8 bits. A height of 0, which a later segment would tell, is refused.
 */
const frameHead = (bytes: Uint8Array, code: number, at: number, length: number): Seen['head'] => {
  const precision = bytes[at];
  const channels = bytes[at + 5] ?? 0;
  const height = uintBE(bytes, at + 1, 2);
  const width = uintBE(bytes, at + 3, 2);
  const isKnown = code <= marker.sof2 && precision === 8 && [1, 3, 4].includes(channels);
  if (!isKnown || length !== 8 + 3 * channels || width === 0 || height === 0) return null;
  return { width, height, channels, bytesPerChannel: 1 };
};

const endOfImage = Uint8Array.of(0xff, marker.eoi);

/**
 * A file that ends before the end of the image is marked, as some cameras and programs leave it: the picture is there
 * if its last scan began. Whether that scan is whole as well is for a decoder to say.
 */
const withoutEnd = (bytes: Uint8Array, { coefficients, head }: Seen): ReturnType<WalkContainer> =>
  head === null || coefficients !== 64 * head.channels
    ? rejectContainer('damaged')
    : E.right({ ...head, kept: [[0, bytes.length]], ending: endOfImage });

/** Where the coded data of a scan ends: at the next marker that is neither a restart nor a stuffed byte (B.1.1.5). */
const endOfScan = (bytes: Uint8Array, from: number): number => {
  let at = from;
  for (; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    const isData = next === 0 || next === 0xff || (next >= marker.rst0 && next <= marker.rst7);
    if (!isData) return at;
  }
  return bytes.length;
};

/**
 * The coefficients that are known to their last bit after a scan, of all its components (B.2.3): each is, in a whole
 * picture, after one scan alone.
 */
const finalCoefficients = (bytes: Uint8Array, at: number): number => {
  const components = bytes[at] ?? 0;
  const [first = 0, last = 0, bits = 0] = bytes.subarray(at + 1 + 2 * components);
  return (bits & 0x0f) === 0 ? components * (last - first + 1) : 0;
};

/** Takes one segment into account, whose content begins at `at`; answers whether it has the form of the standard. */
const takeSegment = (seen: Seen, bytes: Uint8Array, code: number, at: number, length: number): boolean => {
  seen.segments += 1;
  if (code === comment || (code >= marker.app0 && code <= marker.app15)) {
    seen.metadataSegments += 1;
    seen.metadataBytes += length;
    return true;
  }
  if (code === marker.sos) {
    seen.scans += 1;
    seen.coefficients += finalCoefficients(bytes, at);
    return seen.head !== null;
  }
  if (!isFrame(code)) return isSegment(code);
  const isSecond = seen.head !== null;
  seen.head = frameHead(bytes, code, at, length);
  return !isSecond && seen.head !== null;
};

/**
 * Walks a JPEG (ITU-T T.81, annex B) segment by segment, and decodes nothing. It bounds what costs a decoder most for
 * the fewest bytes: scans, as each goes over the whole picture, and segments. Data after the end of the image, such as
 * the film of a live photo, is not kept; data between two segments is no part of the picture. The walk takes the same
 * time for every byte, whatever it is.
 */
export const walkJpeg: WalkContainer = (bytes) => {
  const seen: Seen = {
    head: null,
    scans: 0,
    coefficients: 0,
    segments: 0,
    metadataSegments: 0,
    metadataBytes: 0,
  };
  for (let at = 2; at + 1 < bytes.length; ) {
    const code = bytes[at + 1] ?? 0;
    // Some cameras write a few bytes before a marker; decoders leave them out, as is done with them here.
    if (bytes[at] !== 0xff || code === 0) {
      at += 1;
      continue;
    }
    if (isBare(code)) {
      at += 2;
      continue;
    }
    if (code === marker.eoi) {
      return seen.head === null || seen.scans === 0
        ? rejectContainer('damaged')
        : E.right({ ...seen.head, kept: [[0, at + 2]] });
    }
    if (code === 0xff) {
      // Any number of these bytes may stand before a marker (B.1.1.2).
      at += 1;
      continue;
    }
    const length = uintBE(bytes, at + 2, 2);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length || !takeSegment(seen, bytes, code, at + 4, length))
      return rejectContainer('damaged');
    if (hasTooMuch(seen)) return rejectContainer('overfull');
    at = code === marker.sos ? endOfScan(bytes, end) : end;
  }
  return withoutEnd(bytes, seen);
};
