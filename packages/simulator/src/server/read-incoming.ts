import type { IncomingMessage } from 'node:http';
import type { Incoming } from '../exchange.ts';

/** Two images of five megabytes in base64, and the request around them, are fewer. */
const maxBytes = 40 * 1024 * 1024;

/** A request with its whole body; `null` when the client went away, or does not end. */
export const readIncoming = async (request: IncomingMessage): Promise<Incoming | null> => {
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
