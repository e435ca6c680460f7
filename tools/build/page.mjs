// Builds the page of a person (packages/verify) into `packages/verify/dist/page`: its files by names that change with
// their content, and beside each file that can be compressed the same with `.br` and `.gz`. The bundle of the service
// gets a copy. It does nothing if nothing has changed since.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { livenessFiles, modelFolder } from './liveness-files.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const source = join(root, 'packages/verify');
export const target = join(source, 'dist/page');
const copy = join(root, 'packages/app/bundle/verify');

const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const isFresh = () => {
  const made = join(target, 'index.html');
  const sources = [
    ...filesBelow(join(source, 'src')),
    join(source, 'index.html'),
    join(source, 'package.json'),
    join(root, 'packages/client/dist/.tsbuildinfo'),
    join(root, 'node_modules/.package-lock.json'),
    join(root, 'tools/build/liveness-files.mjs'),
    ...(existsSync(modelFolder) ? [modelFolder, ...filesBelow(modelFolder)] : []),
    fileURLToPath(import.meta.url),
  ];
  return sources.every((path) => changedAt(path) < changedAt(made));
};

/** The liveness component is written for React: preact/compat, which is smaller and already there, is in its place. */
const alias = Object.entries({
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
}).map(([name, replacement]) => ({ find: new RegExp(`^${name}$`), replacement }));

/**
 * Gives the component a Preact of its own. Shared with the page, it would bring what the component alone needs of it
 * onto the first screen.
 */
const ownPreact = {
  name: 'own-preact',
  enforce: 'pre',
  async resolveId(name, importer, options) {
    if (!/^preact(\/|$)/.test(name) || importer === undefined) return null;
    const isOfPage =
      (importer.startsWith(join(source, 'src')) && !importer.endsWith('/liveness/detector.ts')) ||
      /\/node_modules\/preact\/[^?]*$/.test(importer);
    const found = isOfPage ? null : await this.resolve(name, importer, { ...options, skipSelf: true });
    return found && { ...found, id: `${found.id}?liveness` };
  },
};

const base = '/verify/';

/** Builds into a folder. Vite sets `NODE_ENV` for itself, which the programs that are started next must not have. */
export const makePage = async (made, faceModel = modelFolder) => {
  const files = livenessFiles(base, faceModel);
  const { build } = await import('vite');
  const before = process.env['NODE_ENV'];
  try {
    await build({
      root: source,
      base,
      configFile: false,
      envDir: false,
      publicDir: false,
      logLevel: 'error',
      define: { LIVENESS_FILES: JSON.stringify(files.paths) },
      resolve: { alias },
      plugins: [ownPreact],
      oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
      build: {
        outDir: made,
        emptyOutDir: true,
        target: 'es2022',
        // A preload of modules would be code in the page, which its policy refuses.
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        reportCompressedSize: false,
      },
    });
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
  files.write(join(made, 'assets'));
};

const compressible = /\.(html|js|css|svg|json|wasm)$/;

export const compress = (path) => {
  const bytes = readFileSync(path);
  const brotli = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  writeFileSync(`${path}.br`, brotli);
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
};

/**
 * Puts the new files beside the old ones, `index.html` last, and then drops what is older than the build before:
 * whoever has that page open still loads some of its files.
 */
const putInPlace = (made) => {
  mkdirSync(join(target, 'assets'), { recursive: true });
  const old = new Set(readdirSync(join(target, 'assets')));
  const names = readdirSync(join(made, 'assets'));
  for (const name of names) renameSync(join(made, 'assets', name), join(target, 'assets', name));
  const before = changedAt(join(target, 'index.html'));
  for (const name of ['index.html.br', 'index.html.gz', 'index.html']) renameSync(join(made, name), join(target, name));
  for (const name of old) {
    const path = join(target, 'assets', name);
    if (!names.includes(name) && changedAt(path) < before - 60_000) rmSync(path);
  }
};

const copyPage = () => {
  const next = `${copy}.new-${process.pid}`;
  rmSync(next, { recursive: true, force: true });
  cpSync(target, next, { recursive: true });
  rmSync(copy, { recursive: true, force: true });
  renameSync(next, copy);
};

/** Removes the remains of an aborted build, unless they are so new that another build may be running. */
const dropRemains = () => {
  for (const name of readdirSync(join(source, 'dist')).filter((one) => one.startsWith('.new-')))
    if (Date.now() - changedAt(join(source, 'dist', name)) > 600_000)
      rmSync(join(source, 'dist', name), { recursive: true, force: true });
};

export const buildPage = async () => {
  if (!isFresh()) {
    mkdirSync(join(source, 'dist'), { recursive: true });
    dropRemains();
    const made = mkdtempSync(join(source, 'dist/.new-'));
    try {
      await makePage(made);
      for (const path of filesBelow(made).filter((one) => compressible.test(one))) compress(path);
      putInPlace(made);
    } finally {
      rmSync(made, { recursive: true, force: true });
    }
  }
  if (existsSync(dirname(copy)) && changedAt(join(copy, 'index.html')) < changedAt(join(target, 'index.html')))
    copyPage();
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPage();
