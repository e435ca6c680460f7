/** The contents of an image header. Sizes are in pixels. */
export type ImageHeader = {
  readonly mediaType: 'image/jpeg' | 'image/png';
  readonly size: { readonly width: number; readonly height: number } | null;
};

const ascii = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);

/** Whether a marker carries the size of a JPEG (ITU T.81, table B.1): every start of a frame does. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

type Segment = { readonly marker: number; readonly body: Buffer };

/** The segments of a JPEG up to its first scan. */
const segmentsOf = function* (bytes: Buffer): Generator<Segment> {
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes.readUInt8(at + 1);
    const length = bytes.readUInt16BE(at + 2);
    if (marker === 0xda) return;
    yield { marker, body: bytes.subarray(at + 4, at + 2 + length) };
    at += 2 + length;
  }
};

const jpegSize = (bytes: Buffer): ImageHeader['size'] => {
  for (const { marker, body } of segmentsOf(bytes)) {
    if (isFrame(marker) && body.length >= 5) return { width: body.readUInt16BE(3), height: body.readUInt16BE(1) };
  }
  return null;
};

/** The type and the size of an image by its bytes. Returns `null` for anything else than JPEG and PNG. */
export const readImageHeader = (bytes: Buffer): ImageHeader | null => {
  if (ascii(bytes, 0, 3) === '\xff\xd8\xff') return { mediaType: 'image/jpeg', size: jpegSize(bytes) };
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') {
    const whole = bytes.length >= 24;
    return {
      mediaType: 'image/png',
      size: whole ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : null,
    };
  }
  return null;
};

const comment = 0xfe;
const markPrefix = 'simulated ';

/** Adds a comment to a JPEG that says whose picture it is. The picture itself does not change. */
export const markWithPerson = (jpeg: Uint8Array, name: string): Buffer => {
  const text = Buffer.from(`${markPrefix}${name}`, 'latin1');
  const head = Buffer.from([0xff, 0xd8, 0xff, comment, 0, 0]);
  head.writeUInt16BE(text.length + 2, 4);
  return Buffer.concat([head, text, jpeg.subarray(2)]);
};

/** The person whose picture a JPEG is, according to that comment. */
export const markedPerson = (bytes: Buffer): string | null => {
  if (readImageHeader(bytes)?.mediaType !== 'image/jpeg') return null;
  for (const { marker, body } of segmentsOf(bytes)) {
    const text = body.toString('latin1');
    if (marker === comment && text.startsWith(markPrefix)) return text.slice(markPrefix.length);
  }
  return null;
};
