import type { IncomingMessage } from 'node:http';
import { type TooLarge, tooLarge } from '@portcullis/domain';
import { byteCollector } from './byte-collector.ts';
import { type ClientGone, clientGone } from './http-error.ts';

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
 * than the limit is closed.
 */
export const drain = (request: IncomingMessage): void => {
  if (request.readableEnded || !hasBody(request)) return;
  let left = maxDrainBytes;
  request.on('error', () => undefined);
  request.on('data', (chunk: Uint8Array) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  // An earlier reader may have paused the stream, as a pipe that ends early does, and a listener alone does not resume
  // it.
  request.unpipe().resume();
};

/**
 * Reads a body into memory and stops at the first byte over the limit. Rejects with `TooLarge`, or with `ClientGone`
 * when the client stops before it has sent everything that it announced.
 */
export const readLimited = (request: IncomingMessage, limit: number): Promise<Uint8Array> =>
  new Promise((resolve, reject: (why: TooLarge | ClientGone) => void) => {
    if (isClientGone(request)) return reject(clientGone);
    const tooMuch = () => reject(tooLarge('', `at most ${limit} bytes are accepted`));
    if (Number(request.headers['content-length'] ?? 0) > limit) return tooMuch();
    const collector = byteCollector(() => true);
    let size = 0;
    const onData = (chunk: Uint8Array) => {
      size += chunk.length;
      if (size > limit || !collector.add(chunk)) stop(tooMuch);
    };
    const onEnd = () => stop(() => resolve(collector.bytes()));
    const onGone = () => stop(() => reject(clientGone));
    const stop = (then: () => void) => {
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone);
      then();
    };
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
  });
