import { join } from 'node:path';
import type { Texts } from '@portcullis/verify/texts';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** The browser of a person, and what was noticed in it. */
export type Person = {
  readonly page: Page;
  /** What the console has said of errors, and exceptions. */
  readonly errors: readonly string[];
  /** The addresses of everything that was asked for. */
  readonly requests: readonly string[];
  /** What axe has found, by screen. */
  readonly findings: readonly string[];
  /** The screens in their order. */
  readonly screens: readonly string[];
  readonly walk: (photo: string | null) => Promise<void>;
};

/** Screens that come and go by themselves. */
const passing = ['starting', 'sending', 'waiting'];

const rules = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']";

/**
 * What is wrong with the screen that is shown: its width, or what axe finds. The code of axe comes in beside the policy
 * of the page, and not through it.
 */
const violations = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe.source);
  const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
  if (isTooWide) return ['it is wider than the window'];
  return page.evaluate(`axe.run(document, { runOnly: ${rules} })
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html).join(' ')))`);
};

/** Keeps a picture of each screen in the folder that `PAGE_SCREENSHOTS` names. */
const shoot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['PAGE_SCREENSHOTS'];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
};

const buttons: Readonly<Record<string, keyof Texts>> = {
  welcome: 'welcome_start',
  consent: 'consent_agree',
  document_choice: 'continue',
  camera_primer: 'open_camera',
  check: 'check_yes',
  liveness_primer: 'face_start',
  liveness: 'simulated_finish',
  again: 'continue',
};

/** Does what a screen asks for. The camera takes its photo by itself; where there is none, a file is chosen. */
const act = async (page: Page, screen: string, texts: Texts, photo: string | null): Promise<void> => {
  if (screen === 'camera_trouble') return page.locator('input[type=file]').setInputFiles(photo ?? []);
  const button = buttons[screen];
  if (button !== undefined) await page.getByRole('button', { name: texts[button], exact: true }).click();
};

export const openPerson = async (browser: Browser, options: BrowserContextOptions, texts: Texts): Promise<Person> => {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const [errors, requests, findings, screens]: string[][] = [[], [], [], []];
  page.on('console', (message) => message.type() === 'error' && errors?.push(message.text()));
  page.on('pageerror', (error) => errors?.push(String(error)));
  page.on('request', (request) => requests?.push(request.url()));

  const walk = async (photo: string | null): Promise<void> => {
    const main = page.locator('main');
    for (;;) {
      await main.waitFor();
      const screen = (await main.getAttribute('data-screen')) ?? '';
      const side = (await main.getAttribute('data-side')) ?? '';
      if (!passing.includes(screen)) {
        screens?.push(side === 'none' ? screen : `${screen} ${side}`);
        findings?.push(...(await violations(page)).map((finding) => `${screen}: ${finding}`));
        await shoot(page, `${await page.evaluate('document.documentElement.lang')}-${screens?.length}-${screen}`);
      }
      if (screen === 'result') return;
      await act(page, screen, texts, photo);
      await page.locator(`main:not([data-screen="${screen}"][data-side="${side}"])`).waitFor();
    }
  };
  return {
    page,
    errors: errors ?? [],
    requests: requests ?? [],
    findings: findings ?? [],
    screens: screens ?? [],
    walk,
  };
};
