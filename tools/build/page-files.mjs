// The builds of the two pages share this: whether a page is fresh, its compressed files, and how the new files come to
// stand beside the old ones and beside the bundle of the service.
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
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

export const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Runs Vite. It sets `NODE_ENV` for itself, which the programs that are started next must not have. */
export const runVite = async (options) => {
  const { build } = await import('vite');
  const before = process.env['NODE_ENV'];
  try {
    await build({ configFile: false, envDir: false, publicDir: false, logLevel: 'error', ...options });
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
};

/** The lowest browsers of the pages: docs/pages.md says why. */
const lowestBrowsers = ['safari15.4', 'chrome100', 'firefox100', 'edge100'];

/** How files are built: by names that change with their content, none of them in another or in the HTML. */
export const fileOptions = (made) => ({
  outDir: made,
  emptyOutDir: true,
  target: lowestBrowsers,
  // A preload of modules would be code in the page, which its policy refuses.
  modulePreload: { polyfill: false },
  assetsInlineLimit: 0,
  reportCompressedSize: false,
});

const compressible = /\.(html|js|css|svg|json|wasm)$/;

const zip = async (path) => writeFileSync(`${path}.gz`, await promisify(gzip)(readFileSync(path), { level: 9 }));

/** Writes the compressed files beside a file. Node compresses in threads, so several files are compressed at once. */
const compress = async (path) => {
  const bytes = readFileSync(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
  await zip(path);
};

/** Writes the compressed files beside every file below a folder: with Brotli it takes ten times as long. */
export const compressBelow = async (folder, withBrotli) => {
  const files = filesBelow(folder).filter((one) => compressible.test(one));
  await Promise.all(files.map(withBrotli ? compress : zip));
};

/** Makes a folder that a page is copied into, unless something is in it. */
export const makeEmptyFolder = (folder) => {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`);
};

/**
 * The HTML with its policy, which comes before anything that is loaded. A policy in HTML cannot say who may frame the
 * page: a header of the server has to.
 */
export const withPolicy = (html, policy) => {
  const charset = '<meta charset="utf-8" />';
  if (!html.includes(charset)) throw new Error('This is not the HTML of a page.');
  const stated = policy.replace(/ frame-ancestors [^;]*;/, '');
  return html.replace(charset, `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${stated}" />`);
};

/**
 * Puts the new files beside the old ones, `index.html` last, and then drops what is older than the build before: an
 * open page still loads some of its files.
 */
const putInPlace = (made, target) => {
  mkdirSync(join(target, 'assets'), { recursive: true });
  const old = new Set(readdirSync(join(target, 'assets')));
  const names = readdirSync(join(made, 'assets'));
  for (const name of names) renameSync(join(made, 'assets', name), join(target, 'assets', name));
  const before = changedAt(join(target, 'index.html'));
  if (!existsSync(join(made, 'index.html.br'))) rmSync(join(target, 'index.html.br'), { force: true });
  for (const name of ['index.html.br', 'index.html.gz', 'index.html'].filter((one) => existsSync(join(made, one))))
    renameSync(join(made, name), join(target, name));
  for (const name of old) {
    const path = join(target, 'assets', name);
    if (!names.includes(name) && changedAt(path) < before - 60_000) rmSync(path);
  }
};

const copyPage = (target, copy) => {
  const next = `${copy}.new-${process.pid}`;
  rmSync(next, { recursive: true, force: true });
  cpSync(target, next, { recursive: true });
  rmSync(copy, { recursive: true, force: true });
  renameSync(next, copy);
};

/** Removes the remains of an aborted build, unless they are so new that another build may be running. */
const dropRemains = (dist) => {
  for (const name of readdirSync(dist).filter((one) => one.startsWith('.new-')))
    if (Date.now() - changedAt(join(dist, name)) > 600_000) rmSync(join(dist, name), { recursive: true, force: true });
};

/**
 * Builds a page into `target` unless it is newer than all of its sources, and copies it beside the bundle of the
 * service. For an image it adds the files of Brotli, which are smaller and take longer. `make` writes `index.html` and
 * `assets/` into the folder that it is given.
 */
export const publishPage = async ({ copy, forImage, make, sources, target }) => {
  const dist = dirname(target);
  const builtAt = changedAt(join(target, 'index.html'));
  const isOfKind = existsSync(join(target, 'index.html.br')) === forImage;
  if (!isOfKind || !sources().every((path) => changedAt(path) < builtAt)) {
    mkdirSync(dist, { recursive: true });
    dropRemains(dist);
    const made = mkdtempSync(join(dist, '.new-'));
    try {
      await make(made);
      await compressBelow(made, forImage);
      putInPlace(made, target);
    } finally {
      rmSync(made, { recursive: true, force: true });
    }
  }
  if (existsSync(dirname(copy)) && changedAt(join(copy, 'index.html')) < changedAt(join(target, 'index.html')))
    copyPage(target, copy);
};
