// `npm run record:journey -- <folder>` keeps what a browser shows on the way from a person's link to an approval at the
// console: a trace of Playwright for each of the two, and a picture of each screen. It starts `npm run sandbox`, and
// knows no more of it than what that prints for its user.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { findChromium, launchChromium } from '../../../support/browser/chromium.ts';
import { partnerOf } from '../../../support/browser/links.ts';
import { loginOf, readWrittenSandbox } from '../../../support/servers/printed-sandbox.ts';
import { type Program, startProgram } from '../../../support/servers/program.ts';
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

/** How long a key takes somebody who types eighty words a minute, in milliseconds. */
const keyMs = 150;

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);

/** Starts the sandbox by its command, in a folder that is not there yet. */
const startSandbox = (folder: string): Program =>
  startProgram('npm', ['run', '--silent', 'sandbox'], { env: { PORT: '0', SANDBOX_DIR: folder } });

const record = async (executable: string, folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  const data = mkdtempSync(join(tmpdir(), 'portcullis-record-'));
  const sandbox = startSandbox(join(data, 'sandbox'));
  const browser = await launchChromium(executable, null);
  try {
    await sandbox.prints('Ctrl-C stops everything.');
    const { staff, ...info } = readWrittenSandbox(join(data, 'sandbox'));
    const consoleUrl = `${info.base_url}/console`;
    const login = loginOf(staff.username, staff.password, staff.otpauth);
    say(`The sandbox is at ${info.base_url}, its console at ${consoleUrl}, and ${login.username} signs in there.`);
    const traces = tracedBrowser(browser, folder, ['person', 'console']);
    const journey = { browser: traces, info, seen: picturesIn(folder) };
    const { link, noise } = await becomeReviewed(journey);
    const decided = await approveNext({ ...journey, consoleUrl, login, keyMs });
    const [status] = await partnerOf(info).outcomeOf(link);
    const problems = [...noise, ...decided.noise, ...(status === 'approved' ? [] : [`the person is ${status}`])];
    for (const problem of problems) say(`✗ ${problem}`);
    for (const name of ['person', 'console']) say(join(folder, `${name}.zip`));
    say(`The decision took ${seconds(decided.milliseconds)} s by keys alone, ${keyMs} ms each, with nothing read.`);
    say(`The person is ${status}. Show a trace with: npx playwright show-trace <file>`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  } finally {
    await browser.close();
    sandbox.child.kill('SIGINT');
    await sandbox.ended;
    await sandbox.remove();
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
