// Puts the compiled service, and those of its libraries that can be, into a few files: `packages/app/bundle/main.js` is
// what `npm start` and the image run. Reading a thousand small files is more than half of the time until it is ready.
// Run by itself (`npm run build`) or by whoever builds; does nothing when nothing was compiled since.
import { mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const app = join(root, 'packages/app');
const target = join(app, 'bundle');

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
  const sources = [...compiled, join(root, 'package-lock.json'), fileURLToPath(import.meta.url)];
  return sources.every((path) => changedAt(path) < changedAt(join(target, 'main.js')));
};

export const bundle = async () => {
  if (isFresh()) return;
  const { build } = await import('esbuild');
  const made = mkdtempSync(join(app, '.bundle-'));
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
    rmSync(target, { recursive: true, force: true });
    renameSync(made, target);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle();
