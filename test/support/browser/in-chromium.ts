import { findChromium } from './chromium.ts';

/** Registers a suite that drives a browser. It says so where there is none, and counts as skipped. */
export const describeInChromium = (title: string, suite: (this: Mocha.Suite, executable: string) => void): void => {
  const executable = findChromium();
  describe(title, function () {
    if (executable === null) it('are left out where there is no chromium (CHROMIUM_BIN)');
    else suite.call(this, executable);
  });
};
