import type { ServerResponse } from 'node:http';
import type { VendorResponse } from '../core/exchange.ts';

const hugeBytes = 100 * 1024 * 1024;
const chunkBytes = 64 * 1024;
const dripMs = 50;

/**
 * Sends a response in the way that the function's name says. Each function cleans up after itself when the client
 * disconnects.
 */
export type Send = (response: ServerResponse, answer: VendorResponse) => void;

export const sendWhole: Send = (response, { status, headers, body }) => {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.end(bytes);
};

/** Waits before it sends, as a vendor does that is slow. */
export const sendLater =
  (ms: number, send: Send): Send =>
  (response, answer) => {
    const timer = setTimeout(send, ms, response, answer);
    response.on('close', () => clearTimeout(timer));
  };

/** Resets the connection before the first byte of the response. */
export const resetConnection: Send = (response) => {
  response.socket?.resetAndDestroy();
};

/** Never answers. The connection stays open until the client disconnects or the server closes. */
export const neverAnswer: Send = () => undefined;

const writeHead = (response: ServerResponse, { status, headers }: VendorResponse, length: number): void => {
  response.writeHead(status, { ...headers, 'content-length': length });
};

/** Sends the headers and half of the body; the rest never comes. */
export const stallBody: Send = (response, answer) => {
  const bytes = Buffer.from(answer.body);
  writeHead(response, answer, bytes.length);
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
};

/** Sends the headers and half of the body; then the connection is closed. */
export const truncateBody: Send = (response, answer) => {
  const bytes = Buffer.from(answer.body);
  writeHead(response, answer, bytes.length);
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
};

/** Sends the whole body, one byte every 50 ms. */
export const dripBody: Send = (response, answer) => {
  const bytes = Buffer.from(answer.body);
  writeHead(response, answer, bytes.length);
  response.flushHeaders();
  let sent = 0;
  const timer = setInterval(() => {
    if (sent < bytes.length) response.write(bytes.subarray(sent, sent + 1));
    sent += 1;
    if (sent >= bytes.length) response.end();
  }, dripMs);
  response.on('close', () => clearInterval(timer));
};

/** Sends a hundred megabytes: one chunk that is repeated whenever the previous one was written. */
export const sendHuge: Send = (response, { headers }) => {
  const chunk = Buffer.alloc(chunkBytes, ' ');
  response.writeHead(200, headers);
  let left = hugeBytes;
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length;
      if (!response.write(chunk)) return;
    }
    response.end();
  };
  response.on('drain', more);
  more();
};
