import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { E } from '@portcullis/domain';
import { openPageFolder } from '@portcullis/http';
import { expect } from 'chai';
import { httpConfig, openServer, type TestServer } from '../../../support/http/server.ts';

const html = '<!doctype html><script type="module" src="/verify/assets/page-1a2b.js"></script>';
const script = 'document.title = "page";'.repeat(50);

/** A built page as the build of the page writes it: each compressible file stands there in three forms. */
const writePage = (folder: string): void => {
  mkdirSync(join(folder, 'assets', 'more'), { recursive: true });
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
  };
  write('index.html', html);
  write('assets/page-1a2b.js', script);
  writeFileSync(join(folder, 'assets/zone-3c4d.wasm'), Buffer.of(0, 97, 115, 109));
  writeFileSync(join(folder, 'assets/model-5e6f.bin'), Buffer.of(1));
  writeFileSync(join(folder, 'assets/only.gz'), Buffer.of(2));
  writeFileSync(join(folder, 'assets/more/hidden.js'), 'secret');
  writeFileSync(join(folder, 'beside.txt'), 'secret');
};

describe('the page of the person', () => {
  let folder: string;
  let server: TestServer;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'verify-page-'));
    writePage(folder);
    server = await openServer({ config: { ...httpConfig, verifyPage: openPageFolder(folder) } });
  });
  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const read = (path: string, encodings?: string | readonly string[]) =>
    server.send({ path, ...(encodings !== undefined && { headers: { 'accept-encoding': encodings } }) });

  it('is the same for every id, and no cache keeps it', async () => {
    for (const id of ['p7f2k9x0m4c8v1b', 'nobody', 'assets', '%00', 'x'.repeat(500)]) {
      const { bytes, headers, status } = await read(`/verify/${id}`);
      expect([status, bytes.toString()], id).to.deep.equal([200, html]);
      expect(headers).to.include({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
        vary: 'Origin, Accept-Encoding',
      });
    }
  });

  it('is answered to a link that was changed on its way, and to nothing else', async () => {
    for (const path of [
      '/verify/p7f2k9x0m4c8v1b/',
      '/verify/p7f2k9x0m4c8v1b%23token=a.b.c',
      '/verify/p7f2k9x0m4c8v1b%2523token%253Da.b.c',
      '/verify/p7f2k9x0m4c8v1b.',
      '/verify/p7f2k9x0m4c8v1b%3E?utm_source=mail',
      '/verify/p7f2k9x0m4c8v1b%0A/more',
      '/VERIFY/P7F2K9X0M4C8V1B',
      '/Verify/p7f2k9x0m4c8v1b',
      '//verify/p7f2k9x0m4c8v1b',
      '/verify//p7f2k9x0m4c8v1b',
      '/verify%2Fp7f2k9x0m4c8v1b',
      '/verify/',
      '/verify',
    ]) {
      const { bytes, headers, status } = await read(path);
      expect([status, bytes.toString()], path).to.deep.equal([200, html]);
      expect(headers['content-security-policy'], path).to.be.a('string');
    }
    for (const path of ['/verify/assets/none.js', '/verifying', '/verify-me/x', '/console/verify/x', '/verified/'])
      expect((await read(path)).status, path).to.equal(404);
    expect((await server.send({ method: 'POST', path: '/verify/p7f2k9x0m4c8v1b/' })).status).to.equal(404);
  });

  it('may run and load only what is its own, and nothing inline', async () => {
    const policy = String((await read('/verify/somebody')).headers['content-security-policy']);
    expect(policy.split('; ')).to.deep.equal([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' blob: data:",
      "media-src 'self' blob:",
      "connect-src 'self'",
      "font-src 'self'",
      "manifest-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(policy).not.to.contain('unsafe');
  });

  it('may stream to the liveness provider and run its WebAssembly, where it has one, and nothing more', async () => {
    const livenessStream = 'wss://streaming-rekognition.eu-west-1.amazonaws.com';
    const liveness = { provider: 'aws', origins: [livenessStream], usesWasm: true };
    const live = await openServer({ config: { ...httpConfig, verifyPage: openPageFolder(folder), liveness } });
    try {
      const { headers } = await live.send({ path: '/verify/somebody' });
      expect(String(headers['content-security-policy']).split('; ')).to.deep.equal([
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "media-src 'self' blob:",
        `connect-src 'self' ${livenessStream}`,
        "font-src 'self'",
        "manifest-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
      ]);
    } finally {
      await live.close();
    }
  });

  it('has the script of a component that was added to it, by its provider, and asks for it each time', async () => {
    const added = 'export const mountLiveness = () => () => undefined;';
    const liveness = { provider: 'acme', origins: [], usesWasm: false, script: Buffer.from(added) };
    const open = await openServer({ config: { ...httpConfig, verifyPage: openPageFolder(folder), liveness } });
    try {
      const { headers, text } = await open.send({ path: '/verify/assets/liveness-acme.js' });
      expect(text).to.equal(added);
      expect(headers).to.include({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
      });
      expect((await open.send({ path: '/verify/assets/liveness-other.js' })).status).to.equal(404);
      expect((await open.send({ path: '/verify/assets/page-1a2b.js' })).text).to.equal(script);
    } finally {
      await open.close();
    }
  });

  it('may load the agent of the device check and talk to it, where there is one', async () => {
    const deviceAgent = 'https://metrics.acme.example';
    const open = await openServer({ config: { ...httpConfig, verifyPage: openPageFolder(folder), deviceAgent } });
    try {
      const { headers } = await open.send({ path: '/verify/somebody' });
      const named = String(headers['content-security-policy'])
        .split('; ')
        .filter((one) => one.includes(deviceAgent));
      expect(named).to.deep.equal([`script-src 'self' ${deviceAgent}`, `connect-src 'self' ${deviceAgent}`]);
    } finally {
      await open.close();
    }
  });

  it('loads files that may be kept for good', async () => {
    const { bytes, headers } = await read('/verify/assets/page-1a2b.js');
    expect(bytes.toString()).to.equal(script);
    expect(headers).to.include({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Origin, Accept-Encoding',
      'content-length': String(script.length),
    });
    expect(headers).not.to.have.any.keys('content-encoding', 'etag');
    expect((await read('/verify/assets/zone-3c4d.wasm')).headers['content-type']).to.equal('application/wasm');
    expect((await read('/verify/assets/model-5e6f.bin')).headers['content-type']).to.equal('application/octet-stream');
    expect((await read('/verify/assets/only.gz')).status).to.equal(200);
  });

  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['identity', undefined],
    ['*;q=0', undefined],
    ['gzip;q=0.000', undefined],
    ['', undefined],
    ['brotli', undefined],
    [`br, ${'x'.repeat(300)}`, undefined],
    [['gzip', 'br'], 'br'],
    // The examples of RFC 9110 section 12.5.3.
    ['compress, gzip', 'gzip'],
    ['compress;q=0.5, gzip;q=1.0', 'gzip'],
    ['gzip;q=1.0, identity; q=0.5, *;q=0', 'gzip'],
    // Weights, also of what is not named, and of the bytes as they are.
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0.5, gzip;q=0.501', 'gzip'],
    ['gzip;q=0.8, br;q=0.8', 'br'],
    ['gzip;q=0.2, *;q=0.7', 'br'],
    ['gzip ; q=1 , br ; q=0.001', 'gzip'],
    ['identity;q=0', undefined],
    ['identity;q=0, *', 'br'],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['identity, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['*;q=0.5, identity', undefined],
    ['*;q=0, br;q=0.1', 'br'],
    ['br;q=2, gzip', 'gzip'],
    ['br;q=high, gzip;q=0.1', 'gzip'],
    ['br;q=0.1234', undefined],
  ] as const) {
    it(`is sent ${encoding ?? 'as it is'} to who accepts ${JSON.stringify(accepted).slice(0, 40)}`, async () => {
      for (const [path, content] of [
        ['/verify/somebody', html],
        ['/verify/assets/page-1a2b.js', script],
      ] as const) {
        const { bytes, headers } = await read(path, accepted);
        expect(headers['content-encoding']).to.equal(encoding);
        const decode = { br: brotliDecompressSync, gzip: gunzipSync, plain: (given: Buffer) => given };
        expect(decode[encoding ?? 'plain'](bytes).toString()).to.equal(content);
        expect(headers['content-length']).to.equal(String(bytes.length));
      }
    });
  }

  it('sends a file as it is where no encoded one exists', async () => {
    const { bytes, headers } = await read('/verify/assets/zone-3c4d.wasm', 'br, gzip');
    expect([...bytes]).to.deep.equal([0, 97, 115, 109]);
    expect(headers).not.to.have.property('content-encoding');
  });

  it('answers HEAD, and refuses other methods', async () => {
    const head = await server.send({ method: 'HEAD', path: '/verify/somebody' });
    expect([head.status, head.text, head.headers['content-length']]).to.deep.equal([200, '', String(html.length)]);
    expect((await server.send({ method: 'POST', path: '/verify/somebody' })).status).to.equal(405);
  });

  for (const path of [
    ...'/verify/assets/ /verify/assets/.. /verify/assets/.'.split(' '),
    ...'/verify/assets/more /verify/assets/more/hidden.js /verify/assets/more%2fhidden.js'.split(' '),
    ...'/verify/assets/..%2fbeside.txt /verify/assets/..%2findex.html /verify/assets/..%5cbeside.txt'.split(' '),
    ...'/verify/assets/page-1a2b.js.br /verify/assets/page-1a2b.js%00 /verify/assets/constructor'.split(' '),
    ...'/verify/assets/page-1A2B.js /verify/assets/page-1a2b.js/ /verify/assets/%2e%2e%2findex.html'.split(' '),
  ]) {
    it(`has no file ${path}`, async () => {
      const { json, status } = await read(path);
      expect(status).to.equal(404);
      expect(json).to.include({ code: 'not_found' });
    });
  }

  it('has the HTML of the start, also while another build is made', async () => {
    const rebuilt = mkdtempSync(join(tmpdir(), 'verify-page-'));
    try {
      writePage(rebuilt);
      const { index } = openPageFolder(rebuilt) ?? {};
      for (const name of ['index.html', 'index.html.br', 'index.html.gz']) rmSync(join(rebuilt, name));
      const encodings = [null, 'gzip', 'br'] as const;
      const [plain, zipped, smaller] = await Promise.all(encodings.map((one) => index?.read(one)()));
      expect(plain).to.deep.equal(E.right(Buffer.from(html)));
      expect(zipped).to.deep.equal(E.right(gzipSync(html)));
      expect(smaller).to.deep.equal(E.right(brotliCompressSync(html)));
    } finally {
      rmSync(rebuilt, { recursive: true });
    }
  });

  it('does not exist where it was not built', async () => {
    const without = await openServer();
    try {
      for (const path of ['/verify/somebody', '/verify/assets/page-1a2b.js'])
        expect((await without.send({ path })).json).to.include({ code: 'not_found' });
    } finally {
      await without.close();
    }
    for (const missing of [join(folder, 'nowhere'), join(folder, 'assets'), join(folder, 'index.html')])
      expect(openPageFolder(missing), missing).to.equal(null);
  });

  it('is no operation of the API description', async () => {
    const { json } = await server.send({ path: '/openapi.json' });
    expect(Object.keys(Object(json).paths).filter((path) => path.startsWith('/verify'))).to.deep.equal([]);
  });
});
