import type { IncomingMessage } from 'node:http';
import type { IncomingRequest } from '../core/exchange.ts';

/** Two images of five megabytes in base64, with the request around them, are smaller than this. */
const maxBytes = 40 * 1024 * 1024;

/** A request without its body. */
export const requestHead = ({ headers, method = 'GET', url = '/' }: IncomingMessage): IncomingRequest => {
  const [path = '/', query = ''] = url.split(/\?(.*)/s);
  return { method, path, query: new URLSearchParams(query), headers, body: Buffer.alloc(0) };
};

/** Reads a request with its complete body. Returns `null` when the client disconnected or sends too much. */
export const readRequest = async (request: IncomingMessage): Promise<IncomingRequest | null> => {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > maxBytes) return null;
      chunks.push(bytes);
    }
  } catch {
    return null;
  }
  return { ...requestHead(request), body: Buffer.concat(chunks) };
};
