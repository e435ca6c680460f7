import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, textOf } from '../repository/files.ts';
import { freePort } from './free-port.ts';
import { startProgram } from './program.ts';

/** The text with these parts replaced. Throws where one of them is not there. */
const replaced = (text: string, changes: Readonly<Record<string, string>>): string =>
  Object.entries(changes).reduce((changed, [part, by]) => {
    if (!changed.includes(part)) throw new Error(`there is no ${part}`);
    return changed.replaceAll(part, by);
  }, text);

type Running = { readonly stop: () => Promise<void> };

/** Starts the web server of a page, with the configuration of its image, over the folder of the page. */
export const startPageServer = async (
  program: string,
  site: 'admin-portal' | 'web-app',
  page: string,
): Promise<Running & { readonly address: string }> => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-nginx-'));
  const address = `127.0.0.1:${await freePort()}`;
  const configuration = replaced(textOf('deploy/pages/nginx.conf'), {
    'error_log stderr warn': 'error_log stderr notice',
    '/tmp/nginx': `${folder}/nginx`,
    'listen 80;': `listen ${address};`,
    'root /page;': `root ${page};`,
    '/etc/nginx/site.conf': join(root, `deploy/pages/${site}.conf`),
  });
  const path = join(folder, 'nginx.conf');
  writeFileSync(path, configuration);
  // Its worker reads the folder of the page, which belongs to this account.
  const asRoot = process.getuid?.() === 0 ? ['-g', 'user root;'] : [];
  const server = startProgram(program, ['-e', 'stderr', '-p', folder, '-c', path, ...asRoot]);
  await server.prints('start worker process ');
  return {
    address,
    stop: async () => {
      await server.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const names = ['admin', 'api', 'app', 'database'] as const;
type Name = (typeof names)[number];

/** The addresses, with their ports, that stand for the containers behind the proxy. */
export type Upstreams = {
  readonly 'admin-portal': string;
  readonly 'backend-api': string;
  readonly dashboard: string;
  readonly 'web-app': string;
};

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders };

export type RunningProxy = Running & {
  /** The digest of the key of its authority, as a browser is told to trust it. */
  readonly trustedKey: string;
  /** Sends a request to one of the names, whose certificate it checks, and reads the head of the answer. */
  readonly ask: (name: Name, path: string, method?: string, headers?: OutgoingHttpHeaders) => Promise<Answer>;
};

const askVia =
  (port: number, ca: Buffer): RunningProxy['ask'] =>
  (name, path, method = 'GET', headers = {}) =>
    new Promise((resolve, reject) => {
      const host = `${name}.localhost`;
      const options = {
        host: '127.0.0.1',
        port,
        servername: host,
        ca,
        path,
        method,
        agent: false,
        headers: { Host: `${host}:${port}`, ...headers },
      };
      request(options, (response) => {
        response.resume();
        response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
      })
        .once('error', reject)
        .end();
    });

/** Starts the proxy at a port of this machine, with its Caddyfile, for the domain `localhost`. */
export const startProxy = async (program: string, port: number, upstreams: Upstreams): Promise<RunningProxy> => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-caddy-'));
  const path = join(folder, 'Caddyfile');
  const configuration = replaced(textOf('deploy/proxy/Caddyfile'), {
    'admin off': 'admin off\n\tdefault_bind 127.0.0.1',
    'backend-api:{$PORT:8000}': upstreams['backend-api'],
    'web-app:80': upstreams['web-app'],
    'admin-portal:80': upstreams['admin-portal'],
    'dashboard:8090': upstreams.dashboard,
  });
  writeFileSync(path, configuration);
  const env = {
    DOMAIN: `localhost:${port}`,
    HTTP_PORT: `${await freePort()}`,
    XDG_CONFIG_HOME: folder,
    XDG_DATA_HOME: folder,
  };
  const proxy = startProgram(program, ['run', '--config', path, '--adapter', 'caddyfile'], { env });
  for (const name of names)
    await proxy.prints(`"msg":"certificate obtained successfully","identifier":"${name}.localhost"`);
  await proxy.prints('serving initial configuration');
  const authority = join(folder, 'caddy/pki/authorities/local');
  const { publicKey } = new X509Certificate(readFileSync(join(authority, 'intermediate.crt')));
  const key = publicKey.export({ type: 'spki', format: 'der' });
  return {
    trustedKey: createHash('sha256').update(key).digest('base64'),
    ask: askVia(port, readFileSync(join(authority, 'root.crt'))),
    stop: async () => {
      await proxy.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
