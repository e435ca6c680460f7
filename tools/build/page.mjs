// Builds the page of a person (packages/verify) into `packages/verify/dist/page`: its files by names that change with
// their content, and beside each file that can be compressed the same with `.gz`, for an image with `.br` too. The
// bundle of the service gets a copy. It does nothing if nothing has changed since.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { component, hasComponent, livenessFiles, modelFolder } from './liveness-files.mjs';
import { fileOptions, filesBelow, publishPage, runVite } from './page-files.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const source = join(root, 'packages/verify');
export const target = join(source, 'dist/page');

const sources = () => [
  ...filesBelow(join(source, 'src')),
  join(source, 'index.html'),
  join(source, 'package.json'),
  join(root, 'packages/client/dist/.tsbuildinfo'),
  join(root, 'node_modules/.package-lock.json'),
  join(root, 'tools/build/liveness-files.mjs'),
  join(root, 'tools/build/page-files.mjs'),
  ...(existsSync(modelFolder) ? [modelFolder, ...filesBelow(modelFolder)] : []),
  fileURLToPath(import.meta.url),
];

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

/** Stands in for the component where it is not installed: the page is then built without the component's files, too. */
const withoutComponent = {
  name: 'without-component',
  enforce: 'pre',
  resolveId: (name) => (name.startsWith(component) ? '\0without-component' : null),
  load: (id) => (id === '\0without-component' ? 'export const FaceLivenessDetectorCore = null;' : null),
};

const base = '/verify/';

/** Builds into a folder. */
export const makePage = async (made, faceModel = modelFolder) => {
  const files = livenessFiles(base, faceModel);
  await runVite({
    root: source,
    base,
    define: { LIVENESS_FILES: JSON.stringify(files.paths) },
    resolve: { alias },
    plugins: hasComponent() ? [ownPreact] : [withoutComponent, ownPreact],
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: fileOptions(made),
  });
  files.write(join(made, 'assets'));
};

export const buildPage = (forImage = false) =>
  publishPage({
    forImage,
    target,
    copy: join(root, 'packages/app/bundle/verify'),
    sources,
    make: (made) => makePage(made),
  });

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPage();
