import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPageFolder } from '@portcullis/http';
import { expect } from 'chai';
import { httpConfig, openServer, type TestServer } from '../../../support/http/server.ts';

const html = '<!doctype html><script type="module" src="/console/assets/a-1a2b.js"></script>';

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

  it('may run its own scripts, and have its own files of styles', async () => {
    const { headers, text } = await server.send({ path: '/console' });
    expect(String(headers['content-security-policy']).split('; ')).to.deep.equal([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' blob: data:",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(text).to.equal(html);
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
