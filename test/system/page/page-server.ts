import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { basename, extname, join } from 'node:path';
import { root } from '../../support/repository/files.ts';

/** The page and the API under one address, as the service has them. */
export type PageServer = {
  readonly url: string;
  /** What browsers have told with their requests: address and referrer. */
  readonly asked: readonly string[];
  readonly close: () => Promise<void>;
};

const folder = join(root, 'packages/verify/dist/page');
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

const policy = [
  "default-src 'none'",
  ...['script-src', 'style-src', 'connect-src', 'font-src'].map((name) => `${name} 'self'`),
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  ...['manifest-src', 'frame-ancestors', 'base-uri', 'form-action'].map((name) => `${name} 'none'`),
].join('; ');

const sendFile = (response: ServerResponse, path: string): void => {
  try {
    const bytes = readFileSync(join(folder, path));
    const headers = {
      'Content-Type': types[extname(path)] ?? 'application/octet-stream',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
      'Permissions-Policy': 'camera=(self)',
    };
    response.writeHead(200, headers).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
};

const forward = (incoming: IncomingMessage, response: ServerResponse, base: string): void => {
  const { headers, method, url = '' } = incoming;
  const outgoing = request(`${base}${url}`, { method, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.once('error', () => response.destroy());
  incoming.pipe(outgoing);
};

/** Serves the built page as the service does, and hands the rest on to a service. */
export const startPageServer = async (apiUrl: string): Promise<PageServer> => {
  const asked: string[] = [];
  const server = createServer((incoming, response) => {
    const { headers, url = '/' } = incoming;
    asked.push(`${url} ${headers.referer ?? ''}`);
    if (url.startsWith('/verify/assets/')) sendFile(response, join('assets', basename(url)));
    else if (url.startsWith('/verify/')) sendFile(response, 'index.html');
    else forward(incoming, response, apiUrl);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
