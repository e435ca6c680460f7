// Builds the console (packages/console) into `packages/console/dist/page`, as tools/build/page.mjs builds the page of a
// person. It does nothing if nothing has changed since.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileOptions, filesBelow, publishPage, runVite } from './page-files.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const source = join(root, 'packages/console');

const sources = () => [
  ...filesBelow(join(source, 'src')),
  join(source, 'index.html'),
  join(source, 'package.json'),
  join(root, 'node_modules/.package-lock.json'),
  join(root, 'tools/build/page-files.mjs'),
  fileURLToPath(import.meta.url),
];

/** The libraries that stand beside those of the service take React from the console, and not what replaces it there. */
const dedupe = ['react', 'react-dom'];

/** Builds into a folder, for the path under which it is served. */
export const makeConsole = (made, base = '/console/') =>
  runVite({
    root: source,
    base,
    resolve: { dedupe },
    oxc: { jsx: { runtime: 'automatic' } },
    build: fileOptions(made),
  });

export const buildConsole = (forImage = false) =>
  publishPage({
    forImage,
    target: join(source, 'dist/page'),
    copy: join(root, 'packages/app/bundle/console'),
    sources,
    make: (made) => makeConsole(made),
  });

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildConsole();
