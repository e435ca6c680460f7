// Runs test files in several processes at once. Each process takes the next file when it has ended one.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compiledFile } from './files.mjs';

/** Longer than any file has taken, all cases included: a file that hangs is stopped, and counts as a failure. */
const fileLimitMs = (process.env.TEST_EFFORT === 'full' ? 60 : 10) * 60_000;
/** How long the processes may take to clean up after Ctrl-C. */
const stopLimitMs = 10_000;

/**
 * Node 20 optimizes a function after it has run 67,584 bytes of its code, which most code of a test does not repay: to
 * wait for fifteen times as much saves a fifth of the processor's time. Newer versions have a cheaper compiler before
 * the last one, and not this option.
 */
const lateOptimization = process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : [];

/** V8 throws away the code of functions that did not run of late, and compiles them again for the next file. */
const keptCode = '--no-flush-bytecode';

/** Generated cases are short-lived: more room for young objects saves a tenth of the processor's time. */
const execArgv = ['--max-semi-space-size=64', keptCode, ...lateOptimization];

/** A process that is inspected waits for the debugger at 127.0.0.1:9229. */
const argumentsFor = (inspect) => (inspect ? [...execArgv, '--inspect-wait'] : execArgv);

const worker = fileURLToPath(new URL('../../test/support/test-worker.mjs', import.meta.url));

const newTotals = () => ({ passed: 0, failed: 0, skipped: 0, files: [], reports: [] });

const countFailure = (totals, say, what) => {
  totals.failed += 1;
  totals.reports.push({ what, report: '' });
  say(`  ✗ ${what}`);
};

const endOf = ({ code, signal }) => (signal === null ? `with exit code ${code}` : `by ${signal}`);

/**
 * Runs one process until `next` has no file for it. A process that dies counts as a failure, whether it ran a file or
 * not. If it ran one, another process takes its place.
 */
const runWorker = (next, totals, running, options) =>
  new Promise((resolve, reject) => {
    const { bail, grep, inspect, program, say } = options;
    // The doctor warns about old versions of Node, so the SDK's own warning is off in tests.
    const env = { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' };
    const child = fork(program, [], {
      env,
      execArgv: argumentsFor(inspect),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    running.add(child);
    let file = null;
    let last = null;
    let limit;
    let isCounted = false;
    const countOnce = (what) => {
      if (!isCounted) countFailure(totals, say, what);
      isCounted = true;
    };
    const isStopping = () => running.isStopping === true;

    const give = () => {
      file = isStopping() ? null : next();
      if (file === null) return child.send({ type: 'end' });
      last = file;
      // Whoever steps through a test takes as long as they like.
      if (!inspect)
        limit = setTimeout(() => {
          countOnce(`${file} had not ended after ${fileLimitMs / 60_000} minutes`);
          child.kill('SIGKILL');
        }, fileLimitMs);
      child.send({ type: 'run', path: compiledFile(file), grep, bail, isTimed: !inspect });
    };
    const record = ({ passed, failed, skipped, report, ms, processor }) => {
      clearTimeout(limit);
      totals.passed += passed;
      totals.failed += failed;
      totals.skipped += skipped;
      totals.files.push({ file, ms, processor });
      if (report !== '') totals.reports.push({ what: file, report });
      file = null;
    };
    child.on('message', (message) => {
      if (message.type === 'line') say(message.line);
      if (message.type === 'done') record(message);
      if (message.type === 'left-open')
        countOnce(`something was left open (${message.what}): the process did not end after ${last}`);
      if (message.type === 'ready' || message.type === 'done') give();
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(limit);
      running.delete(child);
      if (isStopping()) return resolve();
      const when = file ?? (last === null ? 'before the first file' : `after ${last}`);
      if (file !== null || code !== 0) countOnce(`${when}: the process of the tests ended ${endOf({ code, signal })}`);
      resolve(file === null ? undefined : runWorker(next, totals, running, options));
    });
  });

/** Answers what takes the files for one process: those of a list come one after another. */
const takerOf = (queue, isOver) => {
  let rest = [];
  return () => {
    if (isOver()) return null;
    if (rest.length === 0) rest = [queue.shift() ?? []].flat();
    return rest.shift() ?? null;
  };
};

/** Tells the processes to end, and ends those that do not. */
const stopAll = (running) => {
  if (running.isStopping === true) {
    for (const child of running) child.kill('SIGKILL');
    return;
  }
  running.isStopping = true;
  for (const child of running) if (child.connected) child.send({ type: 'stop' });
  setTimeout(() => stopAll(running), stopLimitMs).unref();
};

/**
 * Runs the files of each of the `phases` with as many processes at once as the phase says; a phase begins when the one
 * before has ended. Files in a list of their own run in one process, one after another. Answers the counts, the time of
 * each file, and the failures in full. A file that no process ran counts as a failure, and so does a run without a
 * single test. With `bail` no file begins after the first failure; with `inspect` one process runs everything, and
 * waits for a debugger first.
 */
export const runFiles = async (
  phases,
  { bail = false, grep, inspect = false, program = worker, say = console.log } = {},
) => {
  const totals = newTotals();
  const options = { bail, grep, inspect, program, say };
  const isOver = () => bail && totals.failed > 0;
  const running = new Set();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const stop = () => stopAll(running);
  for (const signal of signals) process.on(signal, stop);
  for (const { files, processes } of phases) {
    const queue = [...files];
    const count = Math.min(inspect ? 1 : processes, queue.length);
    await Promise.all(Array.from({ length: count }, () => runWorker(takerOf(queue, isOver), totals, running, options)));
    if (running.isStopping === true || isOver()) break;
    if (queue.length > 0) countFailure(totals, say, `no process was left to run ${queue.flat().join(', ')}`);
  }
  if (running.isStopping !== true && totals.passed + totals.failed + totals.skipped === 0)
    countFailure(totals, say, 'no test ran');
  for (const signal of signals) process.off(signal, stop);
  return { ...totals, isStopped: running.isStopping === true };
};
