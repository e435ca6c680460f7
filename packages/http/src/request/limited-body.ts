import type { IncomingMessage } from 'node:http';
import type { TooLarge } from '@portcullis/domain';
import { tooLarge } from '@portcullis/domain/kernel';
import {
  type ClientGone,
  clientGone,
  type InvalidRequest,
  invalidRequest,
  type UploadsBusy,
  uploadsBusy,
} from './http-error.ts';

const firstBlockBytes = 4 * 1024;
const largestBlockBytes = 256 * 1024;

/** Collects bytes that arrive in chunks into few large blocks. */
export type ByteCollector = {
  /** Returns `false` when there is no memory for the chunk; then nothing of it is kept. */
  readonly add: (chunk: Uint8Array) => boolean;
  readonly bytes: () => Uint8Array;
};

/**
 * Copies chunks of any size into blocks. A client that sends its bytes one at a time would make each of them a chunk,
 * whose object overhead is a hundred times as large. Memory is reserved before each block is allocated, and a block is
 * at most as large as everything collected before it.
 */
export const byteCollector = (reserve: (bytes: number) => boolean): ByteCollector => {
  const blocks: Buffer[] = [];
  let capacity = 0;
  let size = 0;

  const grow = (wanted: number): boolean => {
    const length = Math.max(wanted, Math.min(largestBlockBytes, Math.max(firstBlockBytes, capacity)));
    if (!reserve(length)) return false;
    blocks.push(Buffer.allocUnsafeSlow(length));
    capacity += length;
    return true;
  };

  return {
    add: (chunk) => {
      const last = blocks.at(-1);
      const used = last === undefined ? 0 : last.length - (capacity - size);
      const free = capacity - size;
      if (chunk.length > free && !grow(chunk.length - free)) return false;
      last?.set(chunk.subarray(0, free), used);
      if (chunk.length > free) blocks.at(-1)?.set(chunk.subarray(free));
      size += chunk.length;
      return true;
    },
    bytes: () => {
      const [only] = blocks;
      return only !== undefined && blocks.length === 1 ? only.subarray(0, size) : Buffer.concat(blocks, size);
    },
  };
};

/**
 * Whether a body is cut into so many pieces that they cost more than its bytes. Each chunk of the chunked coding is a
 * piece, however short, and so is each packet. A client that writes single bytes for a while is within the bound.
 */
export const isFragmented = (pieces: number, bytes: number): boolean => pieces > 1024 + bytes / 64;

/** The error for such a body. */
export const fragmentedBody = invalidRequest('body', [
  { pointer: '', message: 'the body is cut into pieces of a few bytes; send it in larger ones' },
]);

/** How many bytes of a refused body are still read, so that the client can read its response. */
const maxDrainBytes = 256 * 1024 * 1024;

/** Whether a request announces a body (RFC 9112 section 6). */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Whether the client went away before its body was read. No event reports that afterwards. */
export const isClientGone = ({ destroyed, readableEnded }: IncomingMessage): boolean => destroyed && !readableEnded;

/**
 * Reads and discards what is left of the body of an answered request. On a persistent connection the next request comes
 * only after it, and many clients read the response only after they have sent everything. A connection that sends more
 * than the limit, or that in pieces of a few bytes, is closed.
 */
export const drain = (request: IncomingMessage): void => {
  if (request.readableEnded || !hasBody(request)) return;
  let pieces = 0;
  let size = 0;
  request.on('error', () => undefined);
  request.on('data', (chunk: Uint8Array) => {
    pieces += 1;
    size += chunk.length;
    if (size > maxDrainBytes || isFragmented(pieces, size)) request.destroy();
  });
  // An earlier reader may have paused the stream, as a pipe that ends early does, and a listener alone does not resume
  // it.
  request.unpipe().resume();
};

/**
 * Reads a body into memory and stops at the first byte over the limit. Rejects with `TooLarge`, with `InvalidRequest`
 * when it comes in pieces of a few bytes, or with `ClientGone` when the client stops before it has sent everything that
 * it announced. Where there is no memory left for it, it rejects with `UploadsBusy`.
 */
export const readLimited = (
  request: IncomingMessage,
  limit: number,
  reserve: (bytes: number) => boolean = () => true,
): Promise<Uint8Array> =>
  new Promise((resolve, reject: (why: TooLarge | InvalidRequest | ClientGone | UploadsBusy) => void) => {
    if (isClientGone(request)) return reject(clientGone);
    const tooMuch = () => reject(tooLarge('', `at most ${limit} bytes are accepted`));
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced > limit) return tooMuch();
    const collector = byteCollector(reserve);
    let whole: Uint8Array | null = null;
    let pieces = 0;
    let size = 0;
    const onData = (chunk: Uint8Array) => {
      pieces += 1;
      size += chunk.length;
      if (isFragmented(pieces, size)) return stop(() => reject(fragmentedBody));
      // Most bodies arrive as one chunk: it is taken as it is.
      if (chunk.length === announced && size <= limit) whole = chunk;
      else if (size > limit) stop(tooMuch);
      else if (!collector.add(chunk)) stop(() => reject(uploadsBusy));
    };
    const onEnd = () => stop(() => resolve(whole ?? collector.bytes()));
    const onGone = () => stop(() => reject(clientGone));
    const stop = (then: () => void) => {
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone);
      then();
    };
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
  });
