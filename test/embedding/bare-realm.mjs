// `node --experimental-vm-modules bare-realm.mjs program.mjs` runs a program that has the language and only the globals
// that are passed here. There is no process, no require and no timer: a program that uses them fails. Only the record
// store, which seals what it stores, gets a module of Node.
import * as nodeCrypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { format } from 'node:util';
import vm from 'node:vm';

const handedOver = {
  Buffer,
  console: { log: (...words) => process.stdout.write(`${format(...words)}\n`) },
  crypto: { getRandomValues: (bytes) => crypto.getRandomValues(bytes) },
  TextEncoder,
  // The bytes of a Buffer are of this realm.
  Uint8Array,
};

const context = vm.createContext(handedOver);
const modules = new Map();

const nearestPackage = (file) => {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    try {
      return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  }
  throw new Error(`no package holds ${file}`);
};

const refuseBuiltin = (specifier, from) => {
  if (isBuiltin(specifier)) throw new Error(`${from} asks for ${specifier}, which only Node has`);
};

const commonJs = (file, loaded = new Map()) => {
  const before = loaded.get(file);
  if (before !== undefined) return before.exports;
  const module = { exports: {} };
  loaded.set(file, module);
  const resolve = createRequire(file).resolve;
  const requireOther = (specifier) => {
    refuseBuiltin(specifier, file);
    return commonJs(resolve(specifier), loaded);
  };
  const body = vm.compileFunction(readFileSync(file, 'utf8'), ['module', 'exports', 'require'], {
    parsingContext: context,
    filename: file,
  });
  body(module, module.exports, requireOther);
  return module.exports;
};

const asModule = (file) => {
  if (file.endsWith('.mjs') || nearestPackage(file).type === 'module') {
    return new vm.SourceTextModule(readFileSync(file, 'utf8'), { context, identifier: pathToFileURL(file).href });
  }
  const exported = commonJs(file);
  const names = new Set(['default', ...Object.keys(exported)]);
  return new vm.SyntheticModule(
    [...names],
    function fill() {
      for (const name of names) this.setExport(name, name === 'default' ? exported : exported[name]);
    },
    { context, identifier: pathToFileURL(file).href },
  );
};

const cryptoOfNode = new vm.SyntheticModule(
  Object.keys(nodeCrypto),
  function fill() {
    for (const [name, value] of Object.entries(nodeCrypto)) this.setExport(name, value);
  },
  { context },
);

const moduleOf = (file) => {
  if (!modules.has(file)) modules.set(file, asModule(file));
  return modules.get(file);
};

/** Resolves a specifier by the `import` condition of a package's exports, or else by its `main`. */
const resolveFrom = (specifier, file) => {
  if (/^\.{1,2}\//.test(specifier)) return join(dirname(file), specifier);
  const [, name, rest] = /^((?:@[^/]+\/)?[^/]+)\/?(.*)$/.exec(specifier);
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const home = join(folder, 'node_modules', name);
    try {
      const { exports, main } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
      const entry = exports?.[rest === '' ? '.' : `./${rest}`];
      const target = typeof entry === 'string' ? entry : (entry?.import ?? entry?.default);
      return join(home, target ?? (rest || main));
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  }
  throw new Error(`${file} asks for ${specifier}, which is not in its tree`);
};

const program = moduleOf(join(process.cwd(), process.argv[2]));
await program.link((specifier, importer) => {
  const from = fileURLToPath(importer.identifier);
  if (specifier === 'node:crypto' && from.includes('/@portcullis/record-store/')) return cryptoOfNode;
  refuseBuiltin(specifier, from);
  return moduleOf(resolveFrom(specifier, from));
});
await program.evaluate();
