import { type TooLarge, tooLarge, type UnsupportedMedia, unsupportedMedia } from '../kernel/errors.ts';
import { E, type Either } from '../kernel/fp.ts';
import type { UploadKind } from './evidence.ts';

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const videoTypes = ['video/webm', 'video/mp4'] as const;
export type ImageType = (typeof imageTypes)[number];
export type VideoType = (typeof videoTypes)[number];

const mebibyte = 1024 * 1024;
/** The largest upload that is ever accepted, whatever is configured: bytes as received, and pixels of an image. */
export const mediaLimits = {
  imageBytes: 50 * mebibyte,
  videoBytes: 50 * mebibyte,
  pixels: 25_000_000,
} as const;

/** The bytes as characters of one byte each; magic numbers are easier to read so. */
const binaryString = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/**
 * The major brand of an ISO base media file (ISO/IEC 14496-12, section 4.3), which says which of its many formats the
 * file has.
 */
const brandOf = (bytes: Uint8Array): string => (binaryString(bytes, 4, 8) === 'ftyp' ? binaryString(bytes, 8, 12) : '');

const isHeic = (bytes: Uint8Array): boolean => /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brandOf(bytes));

/** QuickTime, 3GP, audio and still images are made of the same boxes and have brands of their own. */
const isMp4 = (bytes: Uint8Array): boolean => /^(iso[m2-9]|mp4[12]|avc1|M4V |MSNV|dash)$/.test(brandOf(bytes));

/**
 * An EBML head whose DocType (element 0x4282) is `webm` (RFC 8794, section 11.2); Matroska is the same except for that.
 */
const isWebm = (bytes: Uint8Array): boolean =>
  binaryString(bytes, 0, 4) === '\x1a\x45\xdf\xa3' && binaryString(bytes, 4, 64).includes('\x42\x82\x84webm');

const magic: readonly (readonly [ImageType | VideoType, (bytes: Uint8Array) => boolean])[] = [
  ['image/jpeg', (bytes) => binaryString(bytes, 0, 3) === '\xff\xd8\xff'],
  ['image/png', (bytes) => binaryString(bytes, 0, 8) === '\x89PNG\r\n\x1a\n'],
  ['image/webp', (bytes) => binaryString(bytes, 0, 4) === 'RIFF' && binaryString(bytes, 8, 12) === 'WEBP'],
  ['video/mp4', isMp4],
  ['video/webm', isWebm],
];

/**
 * The media type that the first bytes of a file show, among the types that are accepted anywhere; a name or a header
 * does not count.
 */
export const mediaTypeOf = (bytes: Uint8Array): ImageType | VideoType | null =>
  magic.find(([, matches]) => matches(bytes))?.[0] ?? null;

/** An upload whose type is known: an image still has to be decoded, a video is kept as it is. */
export type TypedUpload =
  | { readonly medium: 'image'; readonly contentType: ImageType }
  | { readonly medium: 'video'; readonly contentType: VideoType };

const asTypedUpload = (contentType: ImageType | VideoType | null): TypedUpload | null => {
  const image = imageTypes.find((type) => type === contentType);
  if (image !== undefined) return { medium: 'image', contentType: image };
  const video = videoTypes.find((type) => type === contentType);
  return video === undefined ? null : { medium: 'video', contentType: video };
};

const rejectionMessage = (wanted: TypedUpload['medium'], bytes: Uint8Array): string => {
  if (bytes.length === 0) return 'The file is empty.';
  if (wanted === 'video') return 'The file is not a WebM or MP4 video.';
  if (isHeic(bytes))
    return 'HEIC is not accepted; send JPEG, PNG or WebP (on an iPhone: Settings, Camera, Formats, Most Compatible).';
  return 'The file is not a JPEG, PNG or WebP image.';
};

/**
 * Detects the type of an upload from its bytes and enforces the limits: `facial_video` takes videos, every other part
 * takes images.
 */
export const typeUpload = (part: UploadKind, bytes: Uint8Array): Either<UnsupportedMedia | TooLarge, TypedUpload> => {
  const wanted = part === 'facial_video' ? 'video' : 'image';
  const most = wanted === 'video' ? mediaLimits.videoBytes : mediaLimits.imageBytes;
  if (bytes.length > most) return E.left(tooLarge(part, `The file has more than ${most / mebibyte} MiB.`));
  const upload = asTypedUpload(mediaTypeOf(bytes));
  return upload?.medium === wanted ? E.right(upload) : E.left(unsupportedMedia(part, rejectionMessage(wanted, bytes)));
};
