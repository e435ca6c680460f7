import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { consolePolicy } from '#http/routes/pages/console-page';
import { root } from '../../support/repository/files.ts';

type Tools = { readonly makeConsoleFolder: (to: string) => Promise<void> };

describe('the folder of the console for an origin of its own', function () {
  this.timeout(120_000);
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'console-folder-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const make = async (): Promise<void> => {
    const { makeConsoleFolder }: Tools = await import(pathToFileURL(join(root, 'tools/console-folder.mjs')).href);
    await makeConsoleFolder(folder);
  };
  const bytesOf = (path: string): Buffer => readFileSync(join(folder, path));

  it('is not put over files that are there already', async () => {
    writeFileSync(join(folder, 'kept'), '');
    expect(await make().then(() => '', String)).to.include('is not empty');
    rmSync(join(folder, 'kept'));
  });

  it('has its policy in its HTML, compressed too, and is loaded from the root of its origin', async () => {
    await make();
    const html = bytesOf('index.html').toString('utf8');
    const stated = consolePolicy.split('; ').filter((one) => !one.startsWith('frame-ancestors'));
    expect(html).to.include(`<meta http-equiv="Content-Security-Policy" content="${stated.join('; ')}" />`);
    expect(html.indexOf('http-equiv')).to.be.below(html.indexOf('<script'));
    expect(gunzipSync(bytesOf('index.html.gz')).toString('utf8')).to.equal(html);
    expect(brotliDecompressSync(bytesOf('index.html.br')).toString('utf8')).to.equal(html);
    const named = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(named).to.have.length.at.least(2);
    for (const path of named)
      expect(readdirSync(join(folder, 'assets')), path).to.include(path.slice('/assets/'.length));
    for (const name of readdirSync(join(folder, 'assets')).filter((one) => /\.(js|css)$/.test(one)))
      expect(bytesOf(`assets/${name}`).toString('utf8'), name).to.not.include('/console/assets/');
  });
});
