import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { VendorCallError } from '../call/vendor-call-error.ts';

/**
 * The encodings that requests accept, and therefore the only ones that a response may have. `createUnzip` detects which
 * of its two formats it has.
 */
const decoders = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
} as const;
export const acceptedEncodings = 'gzip, deflate, br';

const isDecoder = (encoding: string): encoding is keyof typeof decoders => Object.hasOwn(decoders, encoding);

/** The decompressed body. */
export const decodedBody = (response: IncomingMessage): Readable => {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return response;
  if (!isDecoder(encoding)) throw new VendorCallError('answer_malformed');
  // A failure here also fails the reading of the stream below; this callback only marks the error as handled.
  return pipeline(response, decoders[encoding](), () => undefined);
};

/** Reads the whole body, or fails as soon as it has more than `maxBytes`: more is never held in memory. */
export const readBounded = async (body: Readable, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) throw new VendorCallError('answer_malformed');
    size += chunk.byteLength;
    if (size > maxBytes) throw new VendorCallError('answer_too_large');
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
};
