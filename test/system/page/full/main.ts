// `npm run test:browser -- [options]` goes through the page in a browser: every scenario of the sandbox in every
// language, on a telephone and at a desk, and everything that can go wrong.
import { mkdirSync } from 'node:fs';
import { findChromium } from '../../../support/browser/chromium.ts';
import { openPageEnvironment, type PageEnvironment } from './environment.ts';
import { failureRuns } from './failures.ts';
import { measureFirstScreen } from './first-screen.ts';
import { journeys } from './journeys.ts';
import { type Options, optionsOf, usage } from './options.ts';
import { type RunResult, runAll, tableOf } from './run.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const summarize = (environment: PageEnvironment, results: readonly RunResult[]): void => {
  const problems = results.flatMap((result) => result.problems);
  const count = (start: string): number => problems.filter((problem) => problem.startsWith(start)).length;
  say('');
  for (const line of tableOf(results)) say(line);
  say('');
  say(
    `Different screens that were looked at: ${environment.screens.count()} (${environment.screens.names().join(', ')}).`,
  );
  say(`Dead ends: ${count('it ended early')}. Findings of axe: ${count('axe: ')}. Errors: ${count('console: ')}.`);
};

type Totals = { readonly passed: number; readonly failed: number };

const totalOf = (results: readonly { readonly problems: readonly string[] }[]): Totals => {
  const failed = results.filter(({ problems }) => problems.length > 0).length;
  return { passed: results.length - failed, failed };
};

/** What is known only when nobody goes through the page any more, each as if it were a run. */
const afterwards = async (environment: PageEnvironment): Promise<Totals> => {
  const logged = environment.loggedTokens();
  const found = [
    logged === 0 ? [] : [`the log has the tokens of ${logged} links`],
    await measureFirstScreen(environment, say),
  ];
  for (const problem of found.flat()) say(`✗ ${problem}`);
  return totalOf(found.map((problems) => ({ problems })));
};

const run = async (environment: PageEnvironment, options: Options): Promise<void> => {
  const { failures, workers, languages, scenarios, widths } = options;
  const runs = [
    ...journeys(environment, { scenarios, languages, widths }),
    ...failureRuns(environment, { names: failures, languages, width: 360 }),
  ];
  const results = await runAll(runs, workers, say);
  summarize(environment, results);
  const totals = [totalOf(results), await afterwards(environment)];
  const failed = totals.reduce((sum, total) => sum + total.failed, 0);
  say(`${totals.reduce((sum, total) => sum + total.passed, 0)} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
};

const main = async (options: Options): Promise<void> => {
  const executable = findChromium();
  if (executable === null) {
    say('There is no chromium: install it (apt-get install chromium), or name one by CHROMIUM_BIN.');
    return say('0 passed, 0 failed, 1 skipped');
  }
  if (options.screenshots !== null) mkdirSync(options.screenshots, { recursive: true });
  const environment = await openPageEnvironment({ executable, screenshots: options.screenshots });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void environment.close().finally(() => process.exit(130)));
  try {
    await run(environment, options);
  } finally {
    await environment.close();
  }
};

const args = process.argv.slice(2);
const options = optionsOf(args);
if (args.includes('--help')) say(usage);
else if (typeof options === 'string') {
  say(options);
  say(usage);
  process.exitCode = 64;
} else await main(options);
