// `npm test` installs missing packages, builds, lints, checks for dead code and runs every test. The last line of the
// output is always `N passed, N failed`, with `, N skipped` if there are any.
//
// node tools/test.mjs [--only-tests] [--record-weights] [--grep <text>] [--bail] [--inspect] [--watch]
//   [file or folder of test/ …]
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bin, root, run, seconds } from './build/processes.mjs';
import { build, install, requireNode } from './ensure.mjs';
import { testFiles } from './testing/files.mjs';
import { runFiles } from './testing/pool.mjs';
import { filesOfRun, fullRunsOnly, phasesOf, recordWeights } from './testing/schedule.mjs';
import { watchSources } from './testing/watch.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Neither lints nor looks for dead code. */
    'only-tests': { type: 'boolean', default: false },
    /** Writes down how long each file took, for the order of the next runs. */
    'record-weights': { type: 'boolean', default: false },
    /** Runs only the tests whose title contains this. */
    grep: { type: 'string' },
    /** Ends with the first failure. */
    bail: { type: 'boolean', default: false },
    /** Runs in one process, which waits for a debugger at 127.0.0.1:9229. */
    inspect: { type: 'boolean', default: false },
    /** Builds and runs again after every change of a source, until Ctrl-C. */
    watch: { type: 'boolean', default: false },
  },
});

const tool = async (name, ...args) => {
  const { code, output } = await run(process.execPath, [bin(name), ...args], { quiet: true });
  if (code !== 0) throw new Error(output.trim());
};

/** Runs a step and reports it. Answers whether it succeeded. */
const succeeds = async ([name, step]) => {
  const began = performance.now();
  try {
    await step();
  } catch (error) {
    console.log(error.message);
    console.log(`✗ ${name} (${seconds(began)})`);
    return false;
  }
  console.log(`✓ ${name} (${seconds(began)})`);
  return true;
};

/** Prints failures in full, and the files that took longest. */
const report = ({ files, reports }) => {
  for (const { what, report: text } of reports) console.log(`\n✗ ${what}${text}`);
  if (reports.length > 0) console.log('');
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, 10);
  if (files.length < 20) return;
  console.log('The ten slowest files:');
  for (const { file, ms } of slowest) console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`);
};

const nothingRan = { passed: 0, failed: 1, skipped: 0 };

const tests = async () => {
  const began = performance.now();
  const found = await testFiles(positionals);
  const files = filesOfRun(found, positionals.length > 0);
  if (files.length < found.length)
    console.log(`Left to npm run test:full: ${Object.keys(fullRunsOnly).length} files of test/.`);
  const totals = await runFiles(phasesOf(files), { grep: values.grep, bail: values.bail, inspect: values.inspect });
  report(totals);
  if (totals.isStopped) process.exit(130);
  if (values['record-weights']) recordWeights(totals.files);
  const times = process.env['TEST_TIMES'];
  if (times) writeFileSync(times, JSON.stringify(totals.files));
  console.log(`${totals.failed === 0 ? '✓' : '✗'} tests (${seconds(began)})`);
  return totals;
};

/** Linting and the search for dead code need no build, so they run beside it. */
const checks = values['only-tests']
  ? []
  : [
      ['lint', () => tool('biome', 'check', '.')],
      ['unused code', () => tool('knip')],
    ];

const main = async () => {
  if (!(await succeeds(['install', install]))) return nothingRan;
  const prepared = await Promise.all([['build', build], ...checks].map(succeeds));
  if (prepared.includes(false)) return nothingRan;
  return tests();
};

requireNode();
process.chdir(root);

const runOnce = async () => {
  const { passed, failed, skipped } = await main().catch((error) => {
    console.log(error.message);
    return nothingRan;
  });
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed === 0 ? 0 : 1;
};

const sources = values.watch ? watchSources() : null;
await runOnce();
while (sources !== null) {
  console.log('Waiting for a change; Ctrl-C ends.');
  await sources.next();
  await runOnce();
}
