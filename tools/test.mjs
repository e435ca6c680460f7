// `npm test` installs missing packages, builds, lints, checks for dead code and runs every test. The last line of the
// output is always `N passed, N failed`, with `, N skipped` if there are any.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bin, build, install, requireNode, root, run, seconds } from './ensure.mjs';

/** Much longer than any run has taken so far: a run that hangs is stopped with a message. */
const testLimitMs = 24 * 60_000;

const tool = async (name, ...args) => {
  const { code, output } = await run(process.execPath, [bin(name), ...args], { quiet: true });
  if (code !== 0) throw new Error(output.trim());
};

/** Removes the compiled output of deleted tests, which the compiler leaves behind and mocha would still run. */
const dropOrphans = async () => {
  const here = join(root, 'test');
  const sources = new Set((await readdir(here, { recursive: true })).filter((path) => path.endsWith('.ts')));
  const compiled = await readdir(join(here, 'dist'), { recursive: true });
  for (const path of compiled.filter((path) => path.endsWith('.js'))) {
    const stem = path.slice(0, -'.js'.length);
    if (sources.has(`${stem}.ts`)) continue;
    for (const end of ['.js', '.js.map', '.d.ts', '.d.ts.map']) rmSync(join(here, 'dist', stem + end), { force: true });
  }
};

const counts = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null; // The run ended before the reporter could write.
  }
};

/** `npm test -- <files>` runs only those files. */
const chosen = process.argv.slice(2);

const tests = async () => {
  await dropOrphans();
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-test-'));
  try {
    const result = join(folder, 'result.json');
    // The doctor warns about old versions of Node, so the SDK's own warning is off in tests.
    const env = {
      ...process.env,
      PORTCULLIS_TEST_RESULT: result,
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    };
    const { code, late } = await run(
      process.execPath,
      [bin('mocha'), ...(chosen.length > 0 ? chosen : ['test/dist/**/*.test.js'])],
      {
        limitMs: testLimitMs,
        env,
      },
    );
    const counted = counts(result) ?? { passed: 0, failed: 0, skipped: 0 };
    if (late) console.log(`The tests were stopped: they had not ended after ${testLimitMs / 60_000} minutes.`);
    // A failure of mocha outside of a test (a file that does not load, an open handle) counts as one failed test.
    return code === 0 || counted.failed > 0 ? counted : { ...counted, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const steps = [
  ['install', install],
  ['build', build],
  ['lint', () => tool('biome', 'check', '.')],
  ['unused code', () => tool('knip')],
];

const main = async () => {
  for (const [name, step] of steps) {
    const began = performance.now();
    try {
      await step();
    } catch (error) {
      console.log(error.message);
      console.log(`✗ ${name} (${seconds(began)})`);
      return { passed: 0, failed: 1, skipped: 0 };
    }
    console.log(`✓ ${name} (${seconds(began)})`);
  }
  const began = performance.now();
  const counted = await tests();
  console.log(`${counted.failed === 0 ? '✓' : '✗'} tests (${seconds(began)})`);
  return counted;
};

requireNode();
process.chdir(root);
const { passed, failed, skipped } = await main();
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed === 0 ? 0 : 1;
