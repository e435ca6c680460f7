import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPageFolder } from '@portcullis/http';
import { expect } from 'chai';
import { httpConfig, openServer, type TestServer } from '../../../support/http/server.ts';

const html =
  '<!doctype html><meta name="portcullis-style-nonce" content="" /><script type="module" src="/console/assets/a-1a2b.js"></script>';

const numberIn = (text: string): string | undefined => /portcullis-style-nonce" content="([^"]*)"/.exec(text)?.[1];

describe('the page of the staff', () => {
  let folder: string;
  let server: TestServer;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'console-page-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), html);
    writeFileSync(join(folder, 'assets/a-1a2b.js'), 'document.title = "console";');
    server = await openServer({ config: { ...httpConfig, consolePage: openPageFolder(folder) } });
  });
  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('is kept by no cache, framed by nobody, and tells nobody where somebody was', async () => {
    const { headers, status } = await server.send({ path: '/console', headers: { 'accept-encoding': 'gzip, br' } });
    expect(status).to.equal(200);
    expect(headers).to.include({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    });
    expect(headers).not.to.have.any.keys('content-encoding', 'etag');
  });

  it('may run its own scripts, and have the one style that its number allows', async () => {
    const { headers, text } = await server.send({ path: '/console' });
    const nonce = numberIn(text) ?? '';
    expect(nonce).to.match(/^[A-Za-z0-9+/]{24}$/);
    expect(String(headers['content-security-policy']).split('; ')).to.deep.equal([
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' blob: data:",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(text.replace(nonce, '')).to.equal(html);
  });

  it('has another number each time', async () => {
    const texts = [];
    for (let time = 0; time < 3; time += 1) texts.push((await server.send({ path: '/console' })).text);
    expect(new Set(texts.map(numberIn)).size).to.equal(3);
  });

  it('loads files that may be kept for good, and no others', async () => {
    const { headers, text } = await server.send({ path: '/console/assets/a-1a2b.js' });
    expect(text).to.equal('document.title = "console";');
    expect(headers).to.include({ 'cache-control': 'public, max-age=31536000, immutable' });
    for (const path of ['/console/assets/index.html', '/console/assets/..%2findex.html', '/console/cases'])
      expect((await server.send({ path })).status, path).to.equal(404);
  });

  it('does not exist where it was not built', async () => {
    const without = await openServer();
    try {
      for (const path of ['/console', '/console/assets/a-1a2b.js'])
        expect((await without.send({ path })).status, path).to.equal(404);
    } finally {
      await without.close();
    }
  });
});
