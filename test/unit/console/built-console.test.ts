import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { root } from '../../support/repository/files.ts';

const folder = join(root, 'packages/console/dist/page');
const bytesOf = (path: string): Buffer => readFileSync(join(folder, path));
const textOf = (path: string): string => bytesOf(path).toString('utf8');

const assets = (): readonly string[] =>
  readdirSync(join(folder, 'assets'))
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => `assets/${name}`);

/** The files that a text names. A build leaves those of the build before beside its own. */
const namedIn = (text: string): readonly string[] =>
  assets().filter((path) => text.includes(path.slice('assets/'.length)));

/** Everything that is loaded by any screen. */
const current = (): readonly string[] => {
  const found = new Set(namedIn(textOf('index.html')));
  for (const path of found) for (const more of namedIn(textOf(path))) found.add(more);
  return [...found];
};

const maxBytes = 250 * 1024;

describe('the built console', () => {
  it('has at most 250 KiB of code and style, compressed, in all languages', () => {
    const sizes = current().map((path) => bytesOf(`${path}.gz`).length);
    expect(sizes.length).to.be.at.least(4);
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.be.at.most(maxBytes);
  });

  it('has each screen but the first ones, German and its reasons apart from what is loaded first', () => {
    const later = current().filter((path) => !namedIn(textOf('index.html')).includes(path));
    expect(later.map((path) => path.replace(/-[\w-]{8}\./, '.')).sort()).to.deep.equal([
      'assets/Textarea.js',
      'assets/access-log.js',
      'assets/case.js',
      'assets/clients.js',
      'assets/german-reasons.js',
      'assets/german.js',
      'assets/lists.js',
      'assets/operations.js',
      'assets/policies.js',
      'assets/sessions.js',
      'assets/webhooks.js',
    ]);
  });

  it('has one React, the one that is made for it', () => {
    const [script = ''] = namedIn(textOf('index.html')).filter((path) => path.endsWith('.js'));
    expect(textOf(script)).to.include('react.transitional.element');
    expect(textOf(script)).to.not.match(/__k\b.*__v\b.*__c\b.*__P\b/);
  });

  it('has the same content in every compressed file', () => {
    for (const path of ['index.html', ...current()]) {
      expect(gunzipSync(bytesOf(`${path}.gz`)).equals(bytesOf(path)), path).to.equal(true);
    }
  });

  it('has nothing that its policy would refuse', () => {
    const html = textOf('index.html');
    expect(html).to.not.match(/<script(?![^>]+src=)|<style|\sstyle=|\son\w+=|https?:/);
    for (const path of current()) expect(textOf(path), path).to.not.match(/\beval\(|new Function\(/);
  });

  it('loads its style from a file, and nothing from elsewhere', () => {
    const named = [...textOf('index.html').matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(named).to.have.length.at.least(2);
    for (const path of named) expect(path).to.match(/^\/console\/assets\/[\w-]+-[\w-]{8}\.(js|css)$/);
    for (const path of current().filter((one) => one.endsWith('.css')))
      expect(textOf(path), path).to.not.match(/@import|url\((?!["']?data:)/);
  });

  it('lies beside the bundle of the service', () => {
    const copy = join(root, 'packages/app/bundle/console');
    for (const path of ['index.html', ...current()])
      expect(existsSync(join(copy, path)) && readFileSync(join(copy, path)).equals(bytesOf(path)), path).to.equal(true);
  });
});
