import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { notFound, TE } from '@portcullis/domain';
import type { PageEncoding, PageFile, PageFolder } from '../../request/config.ts';
import { fileReader, type ReadBytes } from './shared-files.ts';

/** How a file may be encoded beside its own bytes, the smallest first (RFC 7932, RFC 1952). */
const encodings = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const satisfies readonly { readonly encoding: PageEncoding; readonly suffix: string }[];

const types: { readonly [extension: string]: string } = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
};

const typeOf = (name: string): string =>
  types[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';

const namesIn = (folder: string): readonly string[] => {
  const isFile = (entry: Dirent): boolean => entry.isFile();
  return readdirSync(folder, { withFileTypes: true })
    .filter(isFile)
    .map(({ name }) => name);
};

const filesIn = (folder: string, readBytes: ReadBytes): ReadonlyMap<string, PageFile> => {
  const names = new Set(namesIn(folder));
  const suffixes: readonly string[] = encodings.map(({ suffix }) => suffix);
  const isEncoded = (name: string): boolean =>
    suffixes.some((suffix) => name.endsWith(suffix) && names.has(name.slice(0, -suffix.length)));
  const fileOf = (name: string): PageFile => {
    const made = encodings.filter(({ suffix }) => names.has(`${name}${suffix}`));
    return {
      type: typeOf(name),
      encodings: made.map(({ encoding }) => encoding),
      read: (encoding) =>
        readBytes(join(folder, `${name}${made.find((one) => one.encoding === encoding)?.suffix ?? ''}`)),
    };
  };
  return new Map([...names].filter((name) => !isEncoded(name)).map((name) => [name, fileOf(name)]));
};

/** Has the bytes of the page's HTML in memory: a build that runs meanwhile makes names that are not in the list. */
const readIndex = (folder: string): ReadBytes => {
  const names = ['index.html', ...encodings.map(({ suffix }) => `index.html${suffix}`)];
  const present = namesIn(folder).filter((name) => names.includes(name));
  const held = new Map(present.map((name) => [join(folder, name), readFileSync(join(folder, name))]));
  return (path) => {
    const bytes = held.get(path);
    return bytes === undefined ? TE.left(notFound) : TE.right(bytes);
  };
};

/**
 * Lists the files of a built page, and reads its HTML, once: afterwards a request names one of the list, and no path is
 * made of what it says. `null` where the folder has no page.
 */
export const openPageFolder = (folder: string): PageFolder | null => {
  try {
    const index = filesIn(folder, readIndex(folder)).get('index.html');
    return index === undefined ? null : { index, assets: filesIn(join(folder, 'assets'), fileReader()) };
  } catch {
    return null; // There is no such folder, or none with assets.
  }
};
