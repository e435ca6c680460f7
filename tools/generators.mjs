// `npm run test:generators`: three generators write clients from /openapi.json, the clients are compiled strictly, and
// a program of each uploads a document to a sandbox, as JSON and as a form. The last line is `N passed, N failed`.
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build as bundleProgram } from 'esbuild';
import { build, install, requireNode, root } from './ensure.mjs';
import { home, inHome, installGenerators, must } from './generators/install.mjs';

const ask = async (url) => {
  const answer = await fetch(url);
  return answer.text();
};

const compile = (work) =>
  must('tsc', process.execPath, [inHome('typescript/bin/tsc'), '--project', join(work, 'tsconfig.json')]);

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

/** Compiles and runs the program of one generator. Answers what it reports. */
const tryGenerator = async (name, work, env) => {
  const files = [join(work, `${name}.ts`)];
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  await compile(work);
  const program = join(work, `${name}.mjs`);
  await bundleProgram({ entryPoints: files, outfile: program, bundle: true, platform: 'node', format: 'esm' });
  const output = await must(name, process.execPath, [program], { env: { ...process.env, ...env }, limitMs: 60_000 });
  return JSON.parse(output.trim().split('\n').at(-1) ?? '');
};

const outcomeOf = async (name, work, env) => {
  try {
    const { json, multipart } = await tryGenerator(name, work, env);
    const isRead = json === 'passport' && multipart === 'passport';
    console.log(`${isRead ? '✓' : '✗'} ${name}: compiles; JSON: ${json}; form: ${multipart}`);
    return isRead;
  } catch (error) {
    console.log(`✗ ${name}: ${error.message}`);
    return false;
  }
};

const trial = async (work) => {
  const { startSandbox } = await import(join(root, 'packages/cli/dist/index.js'));
  const sandbox = await startSandbox({ folder: join(work, 'sandbox'), port: 0, logLevel: 'silent' });
  try {
    const { base_url: address, token } = sandbox.info;
    const description = join(work, 'openapi.json');
    writeFileSync(description, await ask(`${address}/openapi.json`));
    symlinkSync(inHome(''), join(work, 'node_modules'));
    cpSync(join(home, 'programs'), work, { recursive: true });
    await must('generate', process.execPath, [join(home, 'generate.mjs'), description, work, address]);
    const PHOTO = join(root, 'test/fixtures/specimens/td3-valid.jpg');
    const names = readdirSync(join(home, 'programs')).filter((file) => file !== 'inputs.ts');
    const outcomes = [];
    for (const file of names) {
      outcomes.push(await outcomeOf(file.replace('.ts', ''), work, { ADDRESS: address, TOKEN: token, PHOTO }));
    }
    return outcomes;
  } finally {
    await sandbox.stop();
  }
};

requireNode();
await install();
await build();
await installGenerators();
const work = mkdtempSync(join(tmpdir(), 'portcullis-generators-'));
try {
  const outcomes = await trial(work);
  const passed = outcomes.filter((isGood) => isGood).length;
  console.log(`${passed} passed, ${outcomes.length - passed} failed`);
  process.exitCode = passed === outcomes.length && passed > 0 ? 0 : 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
