// Tries the clients that generators write from the description of a service: they are compiled strictly, and a program
// with each of them uploads a document, as JSON and as a form.
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build as bundleProgram, stop } from 'esbuild';
import { bin, root } from '../build/processes.mjs';
import { home, must } from './install.mjs';

const compilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'Bundler',
  allowImportingTsExtensions: true,
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: ['node'],
  typeRoots: [join(root, 'node_modules', '@types')],
};

const describe = async (address, file) => {
  const answer = await fetch(`${address}/openapi.json`);
  writeFileSync(file, await answer.text());
};

/** Compiles the programs together. */
const compile = async (work, names) => {
  for (const name of [...names, 'inputs']) copyFileSync(join(home, 'programs', `${name}.ts`), join(work, `${name}.ts`));
  const files = names.map((name) => join(work, `${name}.ts`));
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  await must('tsc', process.execPath, [bin('tsc'), '--project', join(work, 'tsconfig.json')]);
};

/** Runs the program of one generator, and answers what it reports. */
const runProgram = async (work, name, env) => {
  const program = join(work, `${name}.mjs`);
  const entryPoints = [join(work, `${name}.ts`)];
  await bundleProgram({ entryPoints, outfile: program, bundle: true, platform: 'node', format: 'esm' });
  const output = await must(name, process.execPath, [program], { env: { ...process.env, ...env }, limitMs: 60_000 });
  return JSON.parse(output.trim().split('\n').at(-1) ?? '');
};

/**
 * Has a script of this folder write the clients, and answers by their names which type of document each has got, sent
 * as JSON and as a form. Throws where one does not compile or is refused.
 */
export const tryClients = async ({ address, names, script, token }) => {
  const work = mkdtempSync(join(tmpdir(), 'portcullis-generators-'));
  try {
    const description = join(work, 'openapi.json');
    await describe(address, description);
    symlinkSync(join(root, 'node_modules'), join(work, 'node_modules'));
    await must('generate', process.execPath, [join(home, script), description, work, address]);
    await compile(work, names);
    const env = { ADDRESS: address, TOKEN: token, PHOTO: join(root, 'test/fixtures/specimens/td3-valid.jpg') };
    const reports = [];
    for (const name of names) reports.push([name, await runProgram(work, name, env)]);
    return Object.fromEntries(reports);
  } finally {
    await stop();
    rmSync(work, { recursive: true, force: true });
  }
};
