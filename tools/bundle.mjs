// Bundles the compiled programs, and those of their libraries that can be bundled, into a few files. `npm start` and
// the image run `packages/app/bundle/main.js`, and `npx portcullis` runs `packages/cli/bundle/main.js`. Reading a
// thousand small files took more than half of the startup time.
// It does nothing if nothing was compiled since. For an image it leaves out what no production image has: source maps,
// the sandbox and simulated providers.
import {
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
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildConsole } from './build/console.mjs';
import { buildPage } from './build/page.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Worker threads, which their code starts by a path beside its own file. */
const workers = [
  'packages/adapters/local-reader/dist/barcode/barcode-worker.js',
  'packages/adapters/local-reader/dist/reading-worker.js',
  'packages/adapters/sharp/dist/measure/measure-worker.js',
];

/** The folders of bundles, and the entry points of each; those that `onlyHere` names are not in the image. */
const bundles = [
  { folder: 'packages/app/bundle', programs: ['packages/app/dist/main.js', ...workers], onlyHere: [] },
  {
    folder: 'packages/cli/bundle',
    programs: ['packages/cli/dist/main.js', ...workers],
    onlyHere: ['packages/cli/dist/sandbox.js', 'packages/cli/dist/demo.js'],
  },
];

/** The stand-ins in the image for the modules that lead to simulated providers. */
const standIns = {
  'packages/app/dist/composition/sandbox-adapters.js': 'export const sandboxAdapters = [];',
  'packages/cli/dist/commands/trigger-command.js': `export const triggerCommand = {
    crashMessage: '',
    run: async (_args, _env, { printError }) => {
      printError('The image plays no scenarios: run this command where the sandbox runs.');
      return 69;
    },
  };`,
};

/**
 * Packages that load files beside their own (native code, engines, threads), or whose names change in a bundle
 * (ioredis).
 */
const apart = ['ioredis', 'sharp', 'tesseract.js', 'zxing-wasm'];

const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Whether a build of the same kind has seen the sources of today: that of the image has no source maps. */
const isFresh = (target, forImage) => {
  if (existsSync(join(target, 'main.js.map')) === forImage) return false;
  const compiled = ['packages', 'packages/adapters'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(root, folder, name, 'dist/.tsbuildinfo')),
  );
  const installed = join(root, 'node_modules/.package-lock.json');
  const sources = [...compiled, installed, fileURLToPath(import.meta.url)];
  return sources.every((path) => changedAt(path) < changedAt(join(target, 'main.js')));
};

/** The names of the files of the last build, which are listed in the folder itself. */
const namesBefore = (target) => {
  try {
    return JSON.parse(readFileSync(join(target, 'files.json'), 'utf8'));
  } catch {
    return []; // This is the first build, or the last one was cut off.
  }
};

/**
 * Each file is replaced atomically, `main.js` last, so that the bundle is complete at any time. The files of the
 * previous build stay until the next one, because a service that was started from them loads some of them late.
 */
const putInPlace = (made, target) => {
  const names = readdirSync(made);
  const kept = new Set([...names, ...namesBefore(target), 'files.json']);
  for (const name of names.filter((name) => name !== 'main.js')) renameSync(join(made, name), join(target, name));
  renameSync(join(made, 'main.js'), join(target, 'main.js'));
  for (const { name } of readdirSync(target, { withFileTypes: true }).filter((entry) => entry.isFile()))
    if (!kept.has(name)) rmSync(join(target, name), { force: true });
  writeFileSync(join(target, 'files.json'), JSON.stringify(names));
};

/** Removes the remains of an aborted build, unless they are so new that another build may be running. */
const dropRemains = (target) => {
  for (const name of readdirSync(target).filter((name) => name.startsWith('.new-')))
    if (Date.now() - changedAt(join(target, name)) > 600_000)
      rmSync(join(target, name), { recursive: true, force: true });
};

/** Code names some files by their path from its own file. In a bundle the path is the one from the bundle. */
const filesOfPackages = (target, forImage) => ({
  name: 'files-of-packages',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]packages[\\/].*[\\/]dist[\\/].*\.js$/ }, ({ path }) => {
      const standIn = forImage && standIns[relative(root, path).replaceAll('\\', '/')];
      if (standIn) return { contents: standIn };
      const fromBundle = (_, named, slash) =>
        `new URL('${relative(target, resolve(dirname(path), named)).replaceAll('\\', '/')}${slash}', import.meta.url)`;
      const contents = readFileSync(path, 'utf8');
      return { contents: contents.replaceAll(/new URL\('(\.\.\/[^']*?)(\/?)', import\.meta\.url\)/g, fromBundle) };
    }),
});

const settingsOf = (target, { onlyHere, programs }, forImage) => ({
  absWorkingDir: root,
  entryPoints: forImage ? programs : [...programs, ...onlyHere],
  entryNames: '[name]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: !forImage,
  external: apart,
  plugins: [filesOfPackages(target, forImage)],
  logLevel: 'error',
  // Bundled CommonJS code calls `require` for Node's built-in modules.
  banner: {
    js: "import { createRequire as ownRequire } from 'node:module'; const require = ownRequire(import.meta.url);",
  },
});

const makeBundle = async (build, target, parts, forImage) => {
  mkdirSync(target, { recursive: true });
  dropRemains(target);
  const made = mkdtempSync(join(target, '.new-'));
  try {
    await build({ ...settingsOf(target, parts, forImage), outdir: made });
    putInPlace(made, target);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
};

/** The `metafile` of esbuild for the bundles of the image, for tests: it writes nothing. */
export const imageBundles = async () => {
  const { build } = await import('esbuild');
  const made = bundles.map(({ folder, ...parts }) => {
    const outdir = join(root, folder);
    return build({ ...settingsOf(outdir, parts, true), outdir, write: false, metafile: true });
  });
  return (await Promise.all(made)).map(({ metafile }) => metafile);
};

/** Makes the programs from what is compiled. */
export const bundlePrograms = async (forImage = false) => {
  const stale = bundles
    .map(({ folder, ...parts }) => ({ target: join(root, folder), parts }))
    .filter(({ target }) => !isFresh(target, forImage));
  if (stale.length === 0) return;
  const { build, stop } = await import('esbuild');
  try {
    await Promise.all(stale.map(({ target, parts }) => makeBundle(build, target, parts, forImage)));
  } finally {
    await stop();
  }
};

/** Makes the pages that the service hands out, whose copies lie beside the programs. */
export const bundlePages = async (forImage = false) => {
  mkdirSync(join(root, 'packages/app/bundle'), { recursive: true });
  await buildPage(forImage);
  await buildConsole(forImage);
};
