// This reporter prints one line for each suite while the tests run, every failure in full at the end, and a sentence
// when something was left open.
const { writeFileSync } = require('node:fs');
const { reporters, Runner } = require('mocha');

/**
 * The time for which the process may live on after the last test. The tests should leave nothing behind that keeps it
 * alive.
 */
const graceMs = 10_000;
const { EVENT_RUN_END, EVENT_SUITE_BEGIN, EVENT_SUITE_END, EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_TEST_PENDING } =
  Runner.constants;

const say = (line) => process.stdout.write(`${line}\n`);
const took = (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);

module.exports = class Reporter extends reporters.Base {
  constructor(runner, options) {
    super(runner, options);
    const counted = { passed: 0, failed: 0, skipped: 0 };
    const resultFile = process.env['PORTCULLIS_TEST_RESULT'];
    const save = () => resultFile && writeFileSync(resultFile, JSON.stringify(counted));
    let suite = null;

    runner.on(EVENT_SUITE_BEGIN, (begun) => {
      if (begun.parent?.root) suite = { title: begun.title, began: performance.now(), before: { ...counted } };
    });
    runner.on(EVENT_TEST_PASS, (test) => {
      counted.passed += 1;
      if (test.duration > 5_000) say(`    slow: ${test.fullTitle()} (${took(test.duration)})`);
    });
    runner.on(EVENT_TEST_PENDING, () => {
      counted.skipped += 1;
    });
    runner.on(EVENT_TEST_FAIL, (test) => {
      counted.failed += 1;
      say(`  ✗ ${test.fullTitle()}`);
    });
    runner.on(EVENT_SUITE_END, (ended) => {
      if (!ended.parent?.root || suite === null) return;
      const passed = counted.passed - suite.before.passed;
      const mark = counted.failed === suite.before.failed ? '✓' : '✗';
      say(`  ${mark} ${suite.title}: ${passed} (${took(performance.now() - suite.began)})`);
      suite = null;
    });
    runner.once(EVENT_RUN_END, () => {
      if (this.failures.length > 0) reporters.Base.list(this.failures);
      save();
      setTimeout(() => {
        const open = process.getActiveResourcesInfo().filter((kind) => !/^(TTYWrap|PipeWrap|Timeout)$/.test(kind));
        say(`Something was left open by the tests (${open.join(', ') || 'a timer'}): the process did not end.`);
        counted.failed += 1;
        save();
        process.exit(1);
      }, graceMs).unref();
    });
  }
};
