// Puts the compiled service, and those of its libraries that can be, into a few files: `packages/app/bundle/main.js` is
// what `npm start` and the image run. Reading a thousand small files is more than half of the time until it is ready.
// Run by itself (`npm run build`) or by whoever builds; does nothing when nothing was compiled since.
import {
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

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(root, 'packages/app/bundle');
/** The names of the files of a build, in the folder itself. */
const list = join(target, 'files.json');

/** Programs of their own, each by the path that is asked for beside the file that starts it. */
const programs = [
  'packages/app/dist/main.js',
  'packages/adapters/local-reader/dist/barcode/barcode-worker.js',
  'packages/adapters/local-reader/dist/reading-worker.js',
];

/** What looks for files beside its own (native code, engines, threads), and what gives other names away once it is bundled (ioredis). */
const apart = ['ioredis', 'pino', 'sharp', 'tesseract.js', 'zxing-wasm'];

const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const isFresh = () => {
  const compiled = ['packages', 'packages/adapters'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(root, folder, name, 'dist/.tsbuildinfo')),
  );
  const installed = join(root, 'node_modules/.package-lock.json');
  const sources = [...compiled, installed, fileURLToPath(import.meta.url)];
  return sources.every((path) => changedAt(path) < changedAt(join(target, 'main.js')));
};

const namesBefore = () => {
  try {
    return JSON.parse(readFileSync(list, 'utf8'));
  } catch {
    return []; // The first build, or one that was cut off.
  }
};

/**
 * Each file takes its place at once, `main.js` last, so that there is a whole bundle at any time. What the build before
 * had stays until the next one: a service that was started from it loads some of it late.
 */
const putInPlace = (made) => {
  const names = readdirSync(made);
  const kept = new Set([...names, ...namesBefore(), 'files.json']);
  for (const name of names.filter((name) => name !== 'main.js')) renameSync(join(made, name), join(target, name));
  renameSync(join(made, 'main.js'), join(target, 'main.js'));
  for (const { name } of readdirSync(target, { withFileTypes: true }).filter((entry) => entry.isFile()))
    if (!kept.has(name)) rmSync(join(target, name), { force: true });
  writeFileSync(list, JSON.stringify(names));
};

/** What a build that was cut off has left; another one may be under way. */
const dropRemains = () => {
  for (const name of readdirSync(target).filter((name) => name.startsWith('.new-')))
    if (Date.now() - changedAt(join(target, name)) > 600_000)
      rmSync(join(target, name), { recursive: true, force: true });
};

export const bundle = async () => {
  if (isFresh()) return;
  const { build, stop } = await import('esbuild');
  mkdirSync(target, { recursive: true });
  dropRemains();
  const made = mkdtempSync(join(target, '.new-'));
  try {
    await build({
      absWorkingDir: root,
      entryPoints: programs,
      entryNames: '[name]',
      outdir: made,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      // Errors are told apart by their names.
      keepNames: true,
      sourcemap: true,
      external: apart,
      logLevel: 'error',
      // CommonJS within a module asks for what belongs to Node.
      banner: {
        js: "import { createRequire as ownRequire } from 'node:module'; const require = ownRequire(import.meta.url);",
      },
    });
    putInPlace(made);
  } finally {
    rmSync(made, { recursive: true, force: true });
    await stop();
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle();
