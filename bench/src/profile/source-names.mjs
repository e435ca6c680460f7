// From the address of a function in a profile to the file that it was written in, also for code in a bundle.
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const maps = new Map();

/** The source map beside a file, or `null`. */
const mapBeside = (path) => {
  if (!maps.has(path)) {
    const file = `${path}.map`;
    maps.set(path, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : null);
  }
  return maps.get(path);
};

/** The path and the line of a frame, both counted as an editor does. The compiled modules are named as they are. */
export const sourceOf = ({ url, lineNumber, columnNumber }) => {
  if (!url.startsWith('file:')) return { path: url, line: lineNumber + 1 };
  const path = fileURLToPath(url);
  const entry = /\/bundle\//.test(path) ? mapBeside(path)?.findEntry(lineNumber, columnNumber) : undefined;
  if (entry?.originalSource === undefined) return { path, line: lineNumber + 1 };
  // A bundle is made in a folder below the one to which it is moved then, and its map names files from there.
  return { path: join(dirname(path), 'made', entry.originalSource), line: entry.originalLine + 1 };
};

/** The path without what all of them have in common: `koa/lib/request.js`, `http/routes/access.js`, `node:net`. */
export const shortened = (path) =>
  path
    .replace(/^.*\/node_modules\//, '')
    .replace(/^.*\/packages\/(?:adapters\/)?/, '')
    .replace(/^([^/]+)\/(?:src|dist)\//, '$1/');
