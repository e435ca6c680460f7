import { E } from '../kernel/fp.ts';
import {
  type Container,
  chunkName,
  maxMetadataBytes,
  rejectContainer,
  uintLE,
  type WalkContainer,
} from './container.ts';

/** `RIFF`, the size of what follows, and `WEBP` (RFC 9649, 2.4). */
const fileHeadBytes = 12;
/** The name and the size of a chunk (2.3). */
const chunkHeadBytes = 8;
/** A photo has six at most: its features, profile, transparency, picture, EXIF data and XMP data. */
const maxChunks = 16;

/** Bits of the features in `VP8X` (2.7.1). */
const transparencyFlag = 0x10;
const animationFlag = 0x02;

type Head = Pick<Container, 'width' | 'height' | 'channels'>;

/** The canvas of `VP8X`, in 24 bits each way, less one. */
const extendedHead = (bytes: Uint8Array, at: number): Head => ({
  width: 1 + uintLE(bytes, at + 4, 3),
  height: 1 + uintLE(bytes, at + 7, 3),
  channels: ((bytes[at] ?? 0) & transparencyFlag) === 0 ? 3 : 4,
});

/** The head of a key frame (RFC 6386, 9.1): a tag of 3 bytes, a start code, and 14 bits for each side. */
const lossyHead = (bytes: Uint8Array, at: number): Head | null => {
  const isKeyFrame = ((bytes[at] ?? 1) & 1) === 0 && uintLE(bytes, at + 3, 3) === 0x2a019d;
  const width = uintLE(bytes, at + 6, 2) & 0x3fff;
  const height = uintLE(bytes, at + 8, 2) & 0x3fff;
  return isKeyFrame && width > 0 && height > 0 ? { width, height, channels: 3 } : null;
};

/** The head of a lossless picture (RFC 9649, 3.4): a signature, 14 bits for each side less one, and transparency. */
const losslessHead = (bytes: Uint8Array, at: number): Head | null => {
  const bits = uintLE(bytes, at + 1, 4);
  const width = 1 + (bits % 2 ** 14);
  const height = 1 + (Math.floor(bits / 2 ** 14) % 2 ** 14);
  const channels = Math.floor(bits / 2 ** 28) % 2 === 0 ? 3 : 4;
  return bytes[at] === 0x2f ? { width, height, channels } : null;
};

type Seen = { canvas: Head | null; picture: Head | null; chunks: number; metadataBytes: number };

const headByName: { readonly [name: string]: ((bytes: Uint8Array, at: number) => Head | null) | undefined } = {
  'VP8 ': lossyHead,
  VP8L: losslessHead,
};

/** Takes one chunk into account, whose content begins at `at`; answers whether it has the form of the standard. */
const takeChunk = (seen: Seen, bytes: Uint8Array, name: string, at: number, size: number): boolean => {
  seen.chunks += 1;
  const isFirst = seen.chunks === 1;
  const headOf = headByName[name];
  if (name === 'VP8X') {
    seen.canvas = size >= 10 ? extendedHead(bytes, at) : null;
    return isFirst && seen.canvas !== null;
  }
  if (headOf !== undefined) {
    const isSecond = seen.picture !== null;
    seen.picture = headOf(bytes, at);
    return !isSecond && seen.picture !== null && (isFirst || seen.canvas !== null);
  }
  if (name !== 'ALPH') seen.metadataBytes += size;
  return !isFirst;
};

const isAnimation = (bytes: Uint8Array, name: string, at: number): boolean =>
  name === 'ANIM' || name === 'ANMF' || (name === 'VP8X' && ((bytes[at] ?? 0) & animationFlag) !== 0);

/** The picture is as large as the canvas that was announced for it, and may be transparent where either says so. */
const headOfAll = ({ canvas, picture }: Seen): Head | null => {
  if (picture === null || canvas === null) return picture;
  if (picture.width !== canvas.width || picture.height !== canvas.height) return null;
  return { ...picture, channels: Math.max(picture.channels, canvas.channels) };
};

/**
 * Walks a WebP (RFC 9649, 2) chunk by chunk, and decodes nothing. Animations and files of many chunks are refused. Data
 * behind the size that the file states is not kept.
 */
export const walkWebp: WalkContainer = (bytes) => {
  const end = chunkHeadBytes + uintLE(bytes, 4, 4);
  if (end > bytes.length) return rejectContainer('damaged');
  const seen: Seen = { canvas: null, picture: null, chunks: 0, metadataBytes: 0 };
  for (let at = fileHeadBytes; at + chunkHeadBytes <= end; ) {
    const name = chunkName(bytes, at);
    const size = uintLE(bytes, at + 4, 4);
    const content = at + chunkHeadBytes;
    if (content + size > end) return rejectContainer('damaged');
    if (isAnimation(bytes, name, content)) return rejectContainer('animated');
    if (!takeChunk(seen, bytes, name, content, size)) return rejectContainer('damaged');
    if (seen.chunks > maxChunks || seen.metadataBytes > maxMetadataBytes) return rejectContainer('overfull');
    at = content + size + (size % 2);
  }
  const head = headOfAll(seen);
  return head === null ? rejectContainer('damaged') : E.right({ ...head, bytesPerChannel: 1, kept: [[0, end]] });
};
