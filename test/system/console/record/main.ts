// `npm run record:journey -- <folder>` keeps what a browser shows on the way from a person's link to an approval at the
// console, over a sandbox of its own: a trace of Playwright for each of the two, and a picture of each screen.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startSandbox } from '@portcullis/cli';
import type { Browser, BrowserContext } from 'playwright-core';
import { findChromium, launchChromium } from '../../../support/browser/chromium.ts';
import { partnerOf } from '../../../support/browser/links.ts';
import { approveNext, becomeReviewed, type Journey } from '../person-to-approval.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Traces everything in a context from its beginning, and writes that down when it is closed. */
const traced = async (context: BrowserContext, path: string): Promise<BrowserContext> => {
  await context.tracing.start({ screenshots: true, snapshots: true });
  const close = context.close.bind(context);
  return Object.assign(context, {
    close: async (): Promise<void> => {
      await context.tracing.stop({ path });
      await close();
    },
  });
};

/** A browser whose contexts are traced, under these names in turn. */
const tracedBrowser = (browser: Browser, folder: string, names: readonly string[]): Journey['browser'] => {
  const left = [...names];
  return {
    newContext: async (options) =>
      traced(await browser.newContext(options), join(folder, `${left.shift() ?? 'more'}.zip`)),
  };
};

/** Keeps a picture of each screen, numbered in their order. */
const picturesIn = (folder: string): NonNullable<Journey['seen']> => {
  let count = 0;
  return async (name, page) => {
    count += 1;
    const path = join(folder, `${String(count).padStart(2, '0')}-${name}.png`);
    await page.screenshot({ path, fullPage: true });
    say(path);
  };
};

const record = async (executable: string, folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  const data = mkdtempSync(join(tmpdir(), 'portcullis-record-'));
  const sandbox = await startSandbox({ folder: data, port: 0 });
  const browser = await launchChromium(executable, null);
  try {
    const { info, records } = sandbox;
    const traces = tracedBrowser(browser, folder, ['person', 'console']);
    const journey = { browser: traces, info, records, seen: picturesIn(folder) };
    const { link, noise } = await becomeReviewed(journey);
    const decided = await approveNext(journey);
    const [status] = await partnerOf(info).outcomeOf(link);
    const problems = [...noise, ...decided.noise, ...(status === 'approved' ? [] : [`the person is ${status}`])];
    for (const problem of problems) say(`✗ ${problem}`);
    for (const name of ['person', 'console']) say(join(folder, `${name}.zip`));
    say(`The person is ${status}. Show a trace with: npx playwright show-trace <file>`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  } finally {
    await browser.close();
    await sandbox.stop();
    rmSync(data, { recursive: true, force: true });
  }
};

const [folder, ...more] = process.argv.slice(2);
const executable = findChromium();
if (folder === undefined || folder.startsWith('-') || more.length > 0) {
  say('Usage: npm run record:journey -- <folder for the traces and pictures>');
  process.exitCode = 64;
} else if (executable === null) {
  say('There is no chromium: install it (apt-get install chromium), or name one by CHROMIUM_BIN.');
  process.exitCode = 1;
} else {
  await record(executable, resolve(folder));
}
