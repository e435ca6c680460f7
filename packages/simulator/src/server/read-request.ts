import type { IncomingMessage } from 'node:http';
import type { IncomingRequest } from '../core/exchange.ts';

/** Two images of five megabytes in base64, with the request around them, are smaller than this. */
const maxBytes = 40 * 1024 * 1024;

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
  const [path = '/', query = ''] = (request.url ?? '/').split(/\?(.*)/s);
  const { method = 'GET', headers } = request;
  return { method, path, query: new URLSearchParams(query), headers, body: Buffer.concat(chunks) };
};
