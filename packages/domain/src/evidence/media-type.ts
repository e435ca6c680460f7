export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp';

const mebibyte = 1024 * 1024;
/**
 * The largest upload that is ever accepted, whatever is configured: bytes as received, pixels of an image, and bytes of
 * its pixels once they are decoded. The last is 25 megapixels in colour and transparency, at one byte each.
 */
export const mediaLimits = {
  imageBytes: 50 * mebibyte,
  pixels: 25_000_000,
  decodedBytes: 100_000_000,
} as const;

/** The bytes as characters of one byte each; magic numbers are easier to read so. */
const binaryString = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/**
 * The major brand of an ISO base media file (ISO/IEC 14496-12, section 4.3), which says which of its many formats the
 * file has.
 */
const brandOf = (bytes: Uint8Array): string => (binaryString(bytes, 4, 8) === 'ftyp' ? binaryString(bytes, 8, 12) : '');

/** HEIC is what phones write, and nobody here reads it. */
export const isHeic = (bytes: Uint8Array): boolean => /^(hei[cxms]|hev[cxms]|mif[12]|msf1|miaf)$/.test(brandOf(bytes));

const magic: readonly (readonly [ImageType, (bytes: Uint8Array) => boolean])[] = [
  ['image/jpeg', (bytes) => binaryString(bytes, 0, 2) === '\xff\xd8'],
  ['image/png', (bytes) => binaryString(bytes, 0, 8) === '\x89PNG\r\n\x1a\n'],
  ['image/webp', (bytes) => binaryString(bytes, 0, 4) === 'RIFF' && binaryString(bytes, 8, 12) === 'WEBP'],
];

/**
 * The media type that the first bytes of a file show, among the types that are accepted anywhere; a name or a header
 * does not count.
 */
export const mediaTypeOf = (bytes: Uint8Array): ImageType | null =>
  magic.find(([, matches]) => matches(bytes))?.[0] ?? null;
