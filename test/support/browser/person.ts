import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Texts } from '#verify/texts/english';
import { type Look, lookAtEach } from './look.ts';

/** How a person goes through the page. */
export type Way = {
  /** The file of a photo; without one the camera takes its photo by itself. */
  readonly photo?: string;
  /** The screen on which the file is chosen. */
  readonly picksAt?: 'camera_primer' | 'camera_trouble';
  /** The screen on which to stop; the result by default. */
  readonly until?: string;
};

/** The browser of a person, and what was noticed in it. */
export type Person = {
  readonly page: Page;
  /** The errors of the console. */
  readonly errors: readonly string[];
  /** Exceptions that nothing has caught. */
  readonly exceptions: readonly string[];
  /** The addresses of everything that was asked for. */
  readonly requests: readonly string[];
  /** The findings of axe, by screen. */
  readonly findings: readonly string[];
  /** The screens in their order, with the side of the document where they have one. */
  readonly screens: readonly string[];
  /** Does what the screens ask for. A screen from which nothing leads on is an error. */
  readonly walk: (way?: Way) => Promise<void>;
  /** Looks at the screen that is shown. */
  readonly look: () => Promise<void>;
};

/** Screens that come and go by themselves. */
const passing = ['starting', 'sending', 'waiting', 'capture', 'offline'];

const buttons: Readonly<Record<string, keyof Texts>> = {
  welcome: 'welcome_start',
  consent: 'consent_agree',
  document_choice: 'continue',
  camera_primer: 'open_camera',
  camera_trouble: 'try_again',
  check: 'check_yes',
  photo_refused: 'try_again',
  liveness_primer: 'face_start',
  liveness: 'simulated_finish',
  again: 'continue',
  elsewhere: 'continue',
  trouble: 'try_again',
  is_this_you: 'confirm_yes',
};

/** Does what a screen asks for. */
const act = async (page: Page, screen: string, texts: Texts, way: Way): Promise<void> => {
  const { photo, picksAt = 'camera_trouble' } = way;
  if (photo !== undefined && screen === picksAt) return page.locator('input[type=file]').setInputFiles(photo);
  if (passing.includes(screen)) return;
  const button = buttons[screen];
  if (button === undefined) throw new Error(`nothing leads on from the screen ${screen}`);
  await page.getByRole('button', { name: texts[button], exact: true }).click();
};

type Options = {
  readonly context: BrowserContextOptions;
  readonly texts: Texts;
  readonly look?: Look;
  /** For how long a screen may stay, in milliseconds. */
  readonly patienceMs?: number;
};

export const openPerson = async (
  browser: Pick<Browser, 'newContext'>,
  { context: options, look = lookAtEach, patienceMs = 40_000, texts }: Options,
): Promise<Person> => {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  const errors: string[] = [];
  const exceptions: string[] = [];
  const requests: string[] = [];
  const findings: string[] = [];
  const screens: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => exceptions.push(String(error)));
  page.on('request', (request) => requests.push(request.url()));

  const main = page.locator('main');
  const lookAt = async (screen: string): Promise<void> => {
    findings.push(...(await look(page, screen)).map((finding) => `${screen}: ${finding}`));
  };
  const walk = async (way: Way = {}): Promise<void> => {
    for (;;) {
      await main.waitFor();
      const screen = (await main.getAttribute('data-screen')) ?? '';
      const side = (await main.getAttribute('data-side')) ?? '';
      if (!['starting', 'sending', 'waiting'].includes(screen)) {
        screens.push(side === 'none' ? screen : `${screen} ${side}`);
        await lookAt(screen);
      }
      if (screen === (way.until ?? 'result')) return;
      await act(page, screen, texts, way);
      await page.locator(`main:not([data-screen="${screen}"][data-side="${side}"])`).waitFor();
    }
  };
  const lookNow = async (): Promise<void> => lookAt((await main.getAttribute('data-screen')) ?? '');
  return {
    page,
    errors,
    exceptions,
    requests,
    findings,
    screens,
    walk,
    look: lookNow,
  };
};
