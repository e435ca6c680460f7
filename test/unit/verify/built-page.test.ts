import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { isFullEffort } from '../../support/effort.ts';
import { root } from '../../support/repository/files.ts';

const folder = join(root, 'packages/verify/dist/page');
const index = (): string => readFileSync(join(folder, 'index.html'), 'utf8');
const assets = (): readonly string[] =>
  readdirSync(join(folder, 'assets'))
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => `assets/${name}`);
const bytesOf = (path: string): Buffer => readFileSync(join(folder, path));

/** What `index.html` names, and everything that is loaded from there on. */
const named = (text: string): readonly string[] =>
  assets().filter((path) => text.includes(path.slice('assets/'.length)));

/** The component of AWS, and its style: it is loaded at the face check, and in no sandbox. */
const isComponent = (path: string): boolean => path.startsWith('assets/detector-');
const loadedFrom = (text: string): readonly string[] => named(text).filter((path) => !isComponent(path));
/** The texts of a language; those in English are part of the page. */
const isLanguage = (path: string): boolean => /^assets\/(arabic|french|german|portuguese|spanish)-/.test(path);
const zipped = (path: string): number => bytesOf(`${path}.gz`).length;

const maxBytes = 45 * 1024;
const maxComponentBytes = 400 * 1024;

describe('the built page', () => {
  it('has at most 45 KiB of code and style, compressed, with the QR code and a change of the language', () => {
    const current = loadedFrom(index());
    const all = [...new Set([...current, ...current.flatMap((path) => loadedFrom(bytesOf(path).toString('utf8')))])];
    const sizes = all.filter((path) => !isLanguage(path)).map(zipped);
    const texts = all.filter(isLanguage).map(zipped);
    // One of them is a helper of the compiler for browsers that err about fields of classes.
    expect([sizes.length, texts.length]).to.deep.equal([4, 5]);
    const largest = texts.sort((a, b) => b - a).slice(0, 2);
    expect([...sizes, ...largest].reduce((sum, size) => sum + size, 0)).to.be.at.most(maxBytes);
  });

  it('has the liveness component apart from it, in at most 400 KiB with its style', () => {
    const script = loadedFrom(index()).find((path) => path.endsWith('.js')) ?? '';
    const component = named(bytesOf(script).toString('utf8')).filter(isComponent);
    expect(component.map((path) => path.replace(/^.*\./, '')).sort()).to.deep.equal(['css', 'js']);
    expect(component.map(zipped).reduce((sum, size) => sum + size, 0)).to.be.at.most(maxComponentBytes);
    expect(named(index()).filter(isComponent)).to.deep.equal([]);
  });

  it('has the WebAssembly of the component where it looks for it', () => {
    const script = loadedFrom(index()).find((path) => path.endsWith('.js')) ?? '';
    const [, prefix = ''] = /`\/verify\/(assets\/tfjs-[0-9a-f]{8}-)`/.exec(bytesOf(script).toString('utf8')) ?? [];
    for (const kind of ['', '-simd', '-threaded-simd'])
      expect(bytesOf(`${prefix}tfjs-backend-wasm${kind}.wasm`).subarray(1, 4).toString(), kind).to.equal('asm');
  });

  it('has the same content in every compressed file', () => {
    for (const path of ['index.html', ...assets()]) {
      expect(gunzipSync(bytesOf(`${path}.gz`)).equals(bytesOf(path)), path).to.equal(true);
    }
  });

  it('has nothing that a strict policy would refuse, and names no other address', () => {
    expect(index()).to.not.match(/<script(?![^>]+src=)|<style|\sstyle=|\son\w+=|https?:/);
    for (const path of assets()) expect(bytesOf(path).toString('utf8'), path).to.not.match(/\beval\(|new Function\(/);
  });

  it('says something where its script does not run', () => {
    expect(index()).to.match(/<div id="page">\s*<p>If nothing else appears here, [^<]+<\/p>\s*<\/div>/);
  });

  it('keeps the lines of the consent as they were written', () => {
    const [style = ''] = loadedFrom(index()).filter((path) => path.endsWith('.css'));
    expect(bytesOf(style).toString('utf8')).to.match(/\.consent\{[^}]*white-space:pre-line/);
  });

  it('lets a person choose a file, where a telephone would otherwise open its camera', () => {
    for (const path of loadedFrom(index()))
      expect(bytesOf(path).toString('utf8'), path).to.not.match(/capture:.environment/);
  });

  it('calls its files by names that change with their content, below the path of the page', () => {
    const named = [...index().matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(named).to.have.length.at.least(2);
    for (const path of named) expect(path).to.match(/^\/verify\/assets\/[\w-]+-[\w-]{8}\.(js|css)$/);
  });

  it('lies beside the bundle of the service', () => {
    const copy = join(root, 'packages/app/bundle/verify');
    for (const path of ['index.html', ...loadedFrom(index())])
      expect(existsSync(join(copy, path)) && readFileSync(join(copy, path)).equals(bytesOf(path)), path).to.equal(true);
  });

  it('leaves the environment of whoever builds it as it was, also where it cannot be built', function () {
    this.timeout(60_000);
    const made = mkdtempSync(join(tmpdir(), 'portcullis-page-'));
    // To build takes three seconds, for which a full run alone takes the time: a page that fails at its end, and the
    // whole one. Where no page is, it fails at once.
    const isBuilt = isFullEffort;
    writeFileSync(join(made, 'file'), '');
    const program = `
      const { makePage } = await import('./tools/build/page.mjs');
      const { runVite } = await import('./tools/build/page-files.mjs');
      const before = JSON.stringify(process.env);
      const made = process.argv[1];
      const report = async (build) => {
        const outcome = await build.then(() => 'built', () => 'failed');
        console.log(outcome, JSON.stringify(process.env) === before);
      };
      if (${isBuilt}) {
        await report(makePage(made + '/file/page'));
        await report(makePage(made));
      }
      await report(runVite({ root: made + '/nothing' }));`;
    try {
      const { NODE_ENV: _, ...env } = process.env;
      const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program, made], {
        cwd: root,
        env,
        encoding: 'utf8',
        stdio: 'pipe',
      });
      expect(printed).to.equal(`${isBuilt ? 'failed true\nbuilt true\n' : ''}failed true\n`);
    } finally {
      rmSync(made, { recursive: true, force: true });
    }
  });
});
