// The files that the liveness component loads while it runs, as files of the page: the WebAssembly of TensorFlow.js,
// which is in a package, and the model that finds faces, which `npm run page:assets` fetches. Without the model the
// page is built all the same, and says on the liveness screen that the check is not possible there; so it is where the
// component is not installed, as after `npm run sandbox` in a fresh clone.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const page = join(root, 'packages/verify');

/** Where `npm run page:assets` puts the model. */
export const modelFolder = join(page, 'face-model');

/** The files that no package holds: where each is, and what it must be. A digest that is not known is `null`. */
export const readModelList = () => JSON.parse(readFileSync(join(page, 'face-model.json'), 'utf8'));

const digestOf = (parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 8);
};

/** The package of the component. */
export const component = '@aws-amplify/ui-react-liveness';

/** Looked for when it is asked for: this module is loaded before anything is installed. */
const componentFile = () => createRequire(join(page, 'package.json')).resolve(component);

/** Whether the component is installed. */
export const hasComponent = () => {
  try {
    return componentFile() !== '';
  } catch {
    return false;
  }
};

const wasmFolder = () => dirname(createRequire(componentFile()).resolve('@tensorflow/tfjs-backend-wasm'));

const wasmFiles = () => {
  const folder = wasmFolder();
  const names = readdirSync(folder).filter((name) => name.endsWith('.wasm'));
  const files = names.map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
  // The component puts the prefix before the names of the files, which are the package's own.
  const prefix = `tfjs-${digestOf(files.map(({ bytes }) => bytes))}-`;
  return { prefix, files: files.map(({ bytes, name }) => ({ name: `${prefix}${name}`, bytes })) };
};

/** The model under names that change with its content; the list of its weights names them as they are called then. */
const modelFiles = (folder) => {
  const path = join(folder, 'model.json');
  if (!existsSync(path)) return { name: null, files: [] };
  const model = JSON.parse(readFileSync(path, 'utf8'));
  const files = [];
  for (const group of model.weightsManifest)
    group.paths = group.paths.map((name) => {
      const bytes = readFileSync(join(folder, name));
      const called = `face-${digestOf([bytes])}.bin`;
      files.push({ name: called, bytes });
      return called;
    });
  const bytes = Buffer.from(JSON.stringify(model));
  const name = `face-${digestOf([bytes])}.json`;
  return { name, files: [...files, { name, bytes }] };
};

/** The paths by which the page loads the files, and what writes them into its folder. */
export const livenessFiles = (base, folder = modelFolder) => {
  const isInstalled = hasComponent();
  const wasm = isInstalled ? wasmFiles() : { prefix: '', files: [] };
  const model = isInstalled ? modelFiles(folder) : { name: null, files: [] };
  return {
    paths: { binaryPath: `${base}assets/${wasm.prefix}`, faceModel: model.name && `${base}assets/${model.name}` },
    write: (assets) => {
      for (const { bytes, name } of [...wasm.files, ...model.files]) writeFileSync(join(assets, name), bytes);
    },
  };
};
