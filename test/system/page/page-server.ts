import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

/** A web server on an origin of its own, which knows nothing but files. */
export type PageServer = {
  readonly origin: string;
  /** Serves a folder that `npm run page:folder` makes. */
  readonly serve: (folder: string) => void;
  /** The paths that were asked for, with their queries. */
  readonly paths: readonly string[];
  readonly close: () => void;
};

const types: { readonly [ending: string]: string } = {
  html: 'text/html; charset=utf-8',
  css: 'text/css',
  js: 'text/javascript',
};

/** Every link of a person is answered with the HTML. */
const fileOf = (url: string): string => (/^\/verify\/[^/]+$/.test(url) ? '/verify/index.html' : url);

export const openPageServer = async (): Promise<PageServer> => {
  let root = '';
  const paths: string[] = [];
  const server = createServer(({ url = '/' }, response) => {
    paths.push(url);
    const path = fileOf(url);
    try {
      const bytes = readFileSync(join(root, path));
      response.setHeader('Content-Type', types[path.replace(/^.*\./, '')] ?? 'application/octet-stream');
      response.setHeader('Content-Security-Policy', "frame-ancestors 'none'");
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    serve: (folder) => {
      root = folder;
    },
    paths,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
