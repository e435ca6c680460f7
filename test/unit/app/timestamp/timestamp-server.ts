import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StubServer, startStub } from '../../../support/servers/stub-server.ts';

const config = (folder: string): string => `
[tsa]
default_tsa = tsa_config
[tsa_config]
serial = ${join(folder, 'serial')}
crypto_device = builtin
signer_cert = ${join(folder, 'cert.pem')}
signer_key = ${join(folder, 'key.pem')}
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_chain = no
ess_cert_id_alg = sha256
[req]
distinguished_name = name
[name]
[authority]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
`;

/** Says whether the program of the authority is installed on this machine. */
export const isOpensslInstalled = spawnSync('openssl', ['version']).status === 0;

/** A time stamping authority (RFC 3161) that is another program: `openssl ts`. */
export type TimestampServer = StubServer & {
  /** The bodies that were received. */
  readonly received: readonly Buffer[];
  /** What `openssl ts` reads in a request. */
  readonly describe: (query: Uint8Array) => string;
  /** Answers the response to a request, as the server does. */
  readonly reply: (query: Uint8Array) => Buffer;
  /** Whether `openssl ts -verify` accepts a response for a text. */
  readonly accepts: (response: Uint8Array, text: string) => boolean;
};

/** Starts the authority. `change` replaces what it answers. */
export const startTimestampServer = async (
  change: (response: Buffer) => { readonly status?: number; readonly body: Uint8Array } = (body) => ({ body }),
): Promise<TimestampServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-tsa-'));
  const at = (name: string): string => join(folder, name);
  const openssl = (...args: readonly string[]): Buffer => execFileSync('openssl', args, { stdio: 'pipe' });
  writeFileSync(at('tsa.cnf'), config(folder));
  writeFileSync(at('serial'), '01\n');
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=a time stamping authority',
    '-config',
    at('tsa.cnf'),
    '-extensions',
    'authority',
    '-keyout',
    at('key.pem'),
    '-out',
    at('cert.pem'),
  );
  const reply = (query: Uint8Array): Buffer => {
    writeFileSync(at('query.tsq'), query);
    openssl('ts', '-reply', '-config', at('tsa.cnf'), '-queryfile', at('query.tsq'), '-out', at('reply.tsr'));
    return readFileSync(at('reply.tsr'));
  };
  const received: Buffer[] = [];
  const server = await startStub((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const query = Buffer.concat(chunks);
      received.push(query);
      const { body, status = 200 } = change(reply(query));
      response.writeHead(status, { 'content-type': 'application/timestamp-reply' });
      response.end(body);
    });
  });
  return {
    ...server,
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
    received,
    describe: (query) => {
      writeFileSync(at('described.tsq'), query);
      return openssl('ts', '-query', '-in', at('described.tsq'), '-text').toString();
    },
    reply,
    accepts: (response, text) => {
      writeFileSync(at('verify.tsr'), response);
      writeFileSync(at('text'), text);
      try {
        openssl('ts', '-verify', '-data', at('text'), '-in', at('verify.tsr'), '-CAfile', at('cert.pem'));
        return true;
      } catch {
        return false;
      }
    },
  };
};
