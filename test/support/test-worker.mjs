// A process that runs test files one after another, as its parent names them, and reports what it found. Files share
// the process, so that the packages are loaded once.
import { readFileSync } from 'node:fs';
import { format } from 'node:util';
import Mocha from 'mocha';
import options from '../../.mocharc.cjs';
import { mochaGlobalTeardown } from '../dist/support/test-end.js';

const { reporters, Runnable, Runner } = Mocha;
const { EVENT_SUITE_BEGIN, EVENT_SUITE_END, EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_TEST_PENDING } = Runner.constants;

/** How long this process may live on after its last test. Remains of the tests should not keep it at all. */
const graceMs = 10_000;
/** A test that takes longer than this is named. */
const slowMs = 5_000;

const say = (line) => process.send({ type: 'line', line });
const took = (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);

/** The processor time of this process and of the children that it has waited for, in seconds; Linux alone tells it. */
const processorSeconds = () => {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
  } catch {
    return 0;
  }
};

/** The outages in what a failure compared or was caused by: mocha prints neither what is deep in it nor its causes. */
const outagesIn = (value, depth = 0) => {
  if (typeof value !== 'object' || value === null || depth > 6) return [];
  const { cause, kind, outageCause, service } = value;
  if (value._tag === 'Unavailable') return [format('%s: %s %s %s', service, kind, outageCause ?? '', cause ?? '')];
  const parts = value instanceof Error ? [cause, value.actual] : Object.values(value).slice(0, 100);
  return parts.flatMap((part) => outagesIn(part, depth + 1));
};

/** Answers what mocha prints about failures, and the outages in them. */
const describeFailures = (failures) => {
  // Mocha makes a text of what was compared.
  const outages = failures.flatMap(({ err, title }) => outagesIn(err).map((outage) => `  ${title}: ${outage}`));
  const lines = [];
  const { consoleLog } = reporters.Base;
  reporters.Base.consoleLog = (...words) => lines.push(format(...words));
  try {
    reporters.Base.list(failures);
  } finally {
    reporters.Base.consoleLog = consoleLog;
  }
  return [...lines, ...new Set(outages)].join('\n');
};

/** Whoever steps through a test or a hook takes as long as they like, also where it sets a limit while it runs. */
const removeTimeLimits = () => {
  Runnable.prototype.timeout = function (limit) {
    return limit === undefined ? 0 : this;
  };
};

let runner = null;
let isStopping = false;

/** Runs one file. Answers the counts, and the failures in full. */
const runFile = async ({ bail, grep, isTimed, path: file }) => {
  if (!isTimed) removeTimeLimits();
  const counted = { passed: 0, failed: 0, skipped: 0 };
  const failures = [];
  class Reporter {
    constructor(begun) {
      let suite = null;
      begun.on(EVENT_SUITE_BEGIN, ({ parent, title }) => {
        if (parent?.root) suite = { title, began: performance.now(), before: { ...counted } };
      });
      begun.on(EVENT_TEST_PASS, (test) => {
        counted.passed += 1;
        if (test.duration > slowMs) say(`    slow: ${test.fullTitle()} (${took(test.duration)})`);
      });
      begun.on(EVENT_TEST_PENDING, () => {
        counted.skipped += 1;
      });
      begun.on(EVENT_TEST_FAIL, (test, error) => {
        counted.failed += 1;
        test.err = error;
        failures.push(test);
        say(`  ✗ ${test.fullTitle()}`);
      });
      begun.on(EVENT_SUITE_END, ({ parent }) => {
        if (!parent?.root || suite === null) return;
        const passed = counted.passed - suite.before.passed;
        const mark = counted.failed === suite.before.failed ? '✓' : '✗';
        say(`  ${mark} ${suite.title}: ${passed} (${took(performance.now() - suite.began)})`);
        suite = null;
      });
    }
  }
  const mocha = new Mocha({ ...options, ...(grep && { grep }), bail, reporter: Reporter });
  mocha.addFile(file);
  try {
    await mocha.loadFilesAsync();
    await new Promise((resolve) => {
      runner = mocha.run(resolve);
    });
  } catch (error) {
    counted.failed += 1;
    return { ...counted, report: `  ${file} cannot be run:\n${error.stack}` };
  } finally {
    runner = null;
    mocha.dispose();
  }
  return { ...counted, report: failures.length > 0 ? describeFailures(failures) : '' };
};

const reportLeftOpen = (what) => process.send({ type: 'left-open', what }, () => process.exit(1));

/** Ends this process by leaving it nothing to do. If something keeps it, that is reported and counts as a failure. */
const end = async () => {
  process.removeListener('message', take);
  process.channel?.unref();
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().filter((kind) => !/^(TTYWrap|PipeWrap|Pipe|Timeout)$/.test(kind));
    reportLeftOpen(open.join(', ') || 'a timer');
  }, graceMs).unref();
  await mochaGlobalTeardown().catch((error) => reportLeftOpen(error.message));
};

/** Lets the running test end, and its hooks clean up. */
const stop = () => {
  isStopping = true;
  if (runner === null) end();
  else runner.abort();
};

const take = async (message) => {
  if (message.type === 'end') return end();
  if (message.type === 'stop') return stop();
  const began = performance.now();
  const used = processorSeconds();
  const result = await runFile(message);
  const ms = performance.now() - began;
  process.send({ type: 'done', ...result, ms, processor: processorSeconds() - used });
  if (isStopping) end();
};

// As in mocha's own program: a rejection that nobody handles is an exception that nobody catches.
process.on('unhandledRejection', (reason) => {
  throw reason;
});
// On Ctrl-C the terminal signals every process, and the parent says what to do.
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
process.once('SIGTERM', stop);
process.once('disconnect', () => process.exit(1));
process.on('message', take);
process.send({ type: 'ready' });
