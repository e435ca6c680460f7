import { crc32 } from 'node:zlib';

/** A message of AWS's event stream encoding (`application/vnd.amazon.eventstream`), with its headers of text. */
export type EventMessage = { readonly headers: ReadonlyMap<string, string>; readonly payload: Buffer };

const preludeBytes = 12;
const textType = 7;

/** The lengths of the values of each type that has a fixed one; the others say their length themselves. */
const fixedLengths: { readonly [type: number]: number } = {
  0: 0,
  1: 0,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  8: 8,
  9: 16,
};

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const encodeHeader = ([name, value]: readonly [string, string]): Buffer => {
  const text = Buffer.from(value);
  return Buffer.concat([
    Buffer.of(name.length),
    Buffer.from(name),
    Buffer.of(textType, text.length >> 8, text.length & 255),
    text,
  ]);
};

export const encodeMessage = (headers: { readonly [name: string]: string }, payload: Uint8Array): Buffer => {
  const encoded = Buffer.concat(Object.entries(headers).map(encodeHeader));
  const lengths = Buffer.concat([uint32(preludeBytes + encoded.length + payload.length + 4), uint32(encoded.length)]);
  const message = Buffer.concat([lengths, uint32(crc32(lengths)), encoded, payload]);
  return Buffer.concat([message, uint32(crc32(message))]);
};

const decodeHeaders = (bytes: Buffer): ReadonlyMap<string, string> => {
  const headers = new Map<string, string>();
  let at = 0;
  while (at < bytes.length) {
    const nameEnd = at + 1 + bytes.readUInt8(at);
    const type = bytes.readUInt8(nameEnd);
    const fixed = fixedLengths[type];
    const start = nameEnd + (fixed === undefined ? 3 : 1);
    const end = start + (fixed ?? bytes.readUInt16BE(nameEnd + 1));
    if (type === textType) headers.set(bytes.toString('utf8', at + 1, nameEnd), bytes.toString('utf8', start, end));
    at = end;
  }
  return headers;
};

/** Decodes one whole message; `null` where it is none. */
export const decodeMessage = (bytes: Buffer): EventMessage | null => {
  if (bytes.length < preludeBytes + 4 || bytes.readUInt32BE(0) !== bytes.length) return null;
  const headersEnd = preludeBytes + bytes.readUInt32BE(4);
  const end = bytes.length - 4;
  if (headersEnd > end || crc32(bytes.subarray(0, 8)) !== bytes.readUInt32BE(8)) return null;
  if (crc32(bytes.subarray(0, end)) !== bytes.readUInt32BE(end)) return null;
  return {
    headers: decodeHeaders(bytes.subarray(preludeBytes, headersEnd)),
    payload: bytes.subarray(headersEnd, end),
  };
};
