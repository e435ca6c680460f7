import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { anthropicOrigins } from '@portcullis/adapter-anthropic';
import { expect } from 'chai';
import { aMessage, anOutput } from '../../support/clients/anthropic.ts';
import { root } from '../../support/repository/files.ts';
import { startStub } from '../../support/servers/stub-server.ts';

const key = 'sk-ant-our-own';

/**
 * The calls of a process whose environment and files give another address and another identity in every possible way.
 */
const program = (url: string): string => `
  import { anthropicOrigins, anthropicReader } from '@portcullis/adapter-anthropic';
  import { createVendorClient } from '@portcullis/vendor-client';
  const limits = { deadlineMs: 5000, maxBytes: 100000, concurrency: 2, queue: 2, maxAttempts: 1, breaker: { failures: 9, openMs: 9 } };
  const origins = anthropicOrigins(${JSON.stringify(url)});
  const vendorClient = createVendorClient({ provider: 'anthropic', origins, limits, random: () => 0, observe: () => undefined });
  const fitter = { fit: (image) => async () => ({ _tag: 'Right', right: image }) };
  const own = { model: 'claude-sonnet-5-5', apiKey: '${key}', fitter };
  const front = { bytes: new Uint8Array([0xff, 0xd8, 0xff]), contentType: 'image/jpeg' };
  const input = { call: { profileId: 'abc000000000001', attempt: 1 }, front, back: null, hints: {} };
  const { reader, probe } = anthropicReader({ ...own, endpoint: ${JSON.stringify(url)}, vendorClient });
  await probe();
  const read = await reader.read(input)();
  // Without an endpoint of ours the address is that of Anthropic: nothing may leave, so what would be asked is all that
  // is seen.
  const asked = [];
  const fetch = async (address, { headers }) => { asked.push([String(address), headers.authorization]); throw new TypeError('nothing leaves'); };
  const seeing = { call: (_, attempt) => attempt({ signal: new AbortController().signal, fetch }), isOpen: () => true };
  const real = anthropicReader({ ...own, endpoint: null, vendorClient: seeing });
  await real.reader.read(input)();
  console.log(JSON.stringify({ read: read._tag, asked: [...new Set(asked.map(String))].sort() }));
`;

const elsewhere = 'http://127.0.0.1:9';

/** Every variable that the used parts of the SDK read, and those of the programs around it. */
const misleading = (home: string) => ({
  ANTHROPIC_BASE_URL: elsewhere,
  ANTHROPIC_API_KEY: 'sk-ant-somebody-else',
  ANTHROPIC_AUTH_TOKEN: 'a-token-of-somebody-else',
  ANTHROPIC_CUSTOM_HEADERS: [
    'Authorization: Bearer sk-ant-somebody-else',
    'X-Api-Key: sk-ant-somebody-else',
    'anthropic-version: 2023-06-01',
    'anthropic-beta: files-api',
    'anthropic-workspace-id: wrkspc_somebody_else',
    'Host: 127.0.0.1:9',
    'X-Photo: everything',
  ].join('\n'),
  ANTHROPIC_LOG: 'debug',
  ANTHROPIC_WEBHOOK_SIGNING_KEY: 'whsec_c29tZWJvZHkgZWxzZQ==',
  ANTHROPIC_PROFILE: 'somebody-else',
  ANTHROPIC_CONFIG_DIR: join(home, 'anthropic'),
  ANTHROPIC_ORGANIZATION_ID: 'somebody-else',
  ANTHROPIC_WORKSPACE_ID: 'somebody-else',
  ANTHROPIC_SCOPE: 'everything',
  ANTHROPIC_FEDERATION_RULE_ID: 'somebody-else',
  ANTHROPIC_SERVICE_ACCOUNT_ID: 'somebody-else',
  ANTHROPIC_IDENTITY_TOKEN: 'a-token-of-somebody-else',
  ANTHROPIC_IDENTITY_TOKEN_FILE: join(home, 'token'),
  ANTHROPIC_OPEN_TELEMETRY: 'true',
  ANTHROPIC_OPEN_TELEMETRY_PROPAGATION: 'true',
  ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE: 'content',
  ANTHROPIC_OPEN_TELEMETRY_TRACES_MAX_CONTENT_BYTES: '1000000',
  ANTHROPIC_MODEL: 'claude-somebody-else',
  HOME: home,
  USERPROFILE: home,
  APPDATA: home,
  XDG_CONFIG_HOME: home,
  HTTP_PROXY: elsewhere,
  HTTPS_PROXY: elsewhere,
  http_proxy: elsewhere,
  https_proxy: elsewhere,
});

/** Writes a profile of the user, as the SDK would find it on disk. */
const writeProfile = (home: string): void => {
  mkdirSync(join(home, 'anthropic', 'configs'), { recursive: true });
  const profile = { base_url: elsewhere, authentication: { type: 'api_key', api_key: 'sk-ant-somebody-else' } };
  writeFileSync(join(home, 'anthropic', 'configs', 'somebody-else.json'), JSON.stringify(profile));
  writeFileSync(join(home, 'token'), 'a-token-of-somebody-else');
};

/** The headers that the HTTP client of the connection adds. */
const ofTheConnection = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'accept-language',
  'sec-fetch-mode',
];

type Seen = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: unknown };

describe('the environment of a process that calls Anthropic', function () {
  this.timeout(60_000);
  const home = mkdtempSync(join(tmpdir(), 'portcullis-anthropic-'));
  after(() => rmSync(home, { recursive: true }));

  const run = async (environment: object) => {
    const seen: Seen[] = [];
    const stub = await startStub(async (request, response) => {
      const body = request.method === 'POST' ? await json(request) : null;
      seen.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(request.method === 'POST' ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(request.method === 'POST' ? aMessage(JSON.stringify(anOutput())) : {}));
    });
    try {
      const { stdout, stderr } = await promisify(execFile)(
        process.execPath,
        ['--input-type=module', '--eval', program(stub.url)],
        { cwd: `${root}/test`, env: { PATH: process.env['PATH'], ...environment } },
      );
      return { said: JSON.parse(stdout), stderr, seen, url: stub.url };
    } finally {
      await stub.close();
    }
  };

  it('changes neither the address of photos, nor the credentials, nor the headers, and nothing is logged', async () => {
    writeProfile(home);
    const { said, stderr, seen, url } = await run(misleading(home));
    expect(said).to.deep.equal({
      read: 'Right',
      asked: [
        `https://api.anthropic.com/v1/messages,Bearer ${key}`,
        `https://api.anthropic.com/v1/models/claude-sonnet-5-5,Bearer ${key}`,
      ],
    });
    expect(stderr).to.equal('');
    expect(seen.map(({ path }) => path)).to.deep.equal(['/v1/models/claude-sonnet-5-5', '/v1/messages']);
    for (const { headers } of seen) {
      expect(headers.host).to.equal(new URL(url).host);
      expect(
        Object.fromEntries(Object.entries(headers).filter(([name]) => !ofTheConnection.includes(name))),
      ).to.deep.equal({
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': 'portcullis',
        authorization: `Bearer ${key}`,
        'anthropic-version': '2026-10-21',
      });
    }
  });

  it('changes no part of the request', async () => {
    const plain = await run({});
    const misled = await run(misleading(home));
    const sent = ({ seen }: typeof plain) => seen.map(({ path, body }) => [path, body]);
    expect(sent(misled)).to.deep.equal(sent(plain));
    expect(sent(plain)).to.have.length(2);
  });

  it('does not change the API version, which is the one of the SDK', async () => {
    const script = `
      import { createRequire } from 'node:module';
      const sdk = createRequire(${JSON.stringify(join(root, 'packages/adapters/anthropic/package.json'))})('@anthropic-ai/sdk');
      const seen = [];
      const fetch = async (_, { headers }) => { seen.push(new Headers(headers).get('anthropic-version')); return new Response('{}', { headers: { 'content-type': 'application/json' } }); };
      await new sdk.Anthropic({ apiKey: 'k', fetch }).models.retrieve('m');
      console.log(JSON.stringify(seen));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: `${root}/test`,
    });
    expect(JSON.parse(stdout)).to.deep.equal(['2026-10-21']);
  });
});

describe('the addresses of Anthropic', () => {
  it('are its own, or the configured stand-in', () => {
    expect(anthropicOrigins(null)).to.deep.equal(['https://api.anthropic.com']);
    expect(anthropicOrigins('http://127.0.0.1:4000/path')).to.deep.equal(['http://127.0.0.1:4000']);
  });
});
