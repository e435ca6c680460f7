import type { Browser, Page } from 'playwright-core';

/** The browser of a member of staff at the console of a service, and what was noticed in it. */
export type RealDesk = {
  readonly page: Page;
  /** Errors, requests elsewhere, and traces of a person where none may be. */
  readonly noise: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
};

/** What is on the specimen. None of it may be in an address, a title, a storage or the console of a browser. */
const personal = /eriksson|anna|l8988901c|1974-08-12/i;

/** What a browser writes to its console by itself where a call is refused: the first look for a session is. */
const ofNetwork = /^Failed to load resource/;

/** Opens the console at this address, at a case or at the queue, where nobody is signed in. */
export const openRealDesk = async (
  browser: Pick<Browser, 'newContext'>,
  consoleUrl: string,
  at = '',
): Promise<RealDesk> => {
  const context = await browser.newContext({
    locale: 'en',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const said: string[] = [];
  const faults: string[] = [];
  const addresses: string[] = [];
  const titles: string[] = [];
  page.on('console', (message) => {
    said.push(message.text());
    if (message.type() === 'error' && !ofNetwork.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => addresses.push(request.url()));
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await page.exposeFunction('noteTitle', (title: string) => titles.push(title));
  await page.addInitScript(`addEventListener('DOMContentLoaded', () =>
    new MutationObserver(() => noteTitle(document.title)).observe(document.head, { childList: true, subtree: true }))`);
  await page.goto(`${consoleUrl}${at}`);
  const { origin } = new URL(consoleUrl);
  const noise = async (): Promise<readonly string[]> => {
    const kept = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, document.title, location.href])',
    );
    return [
      ...faults,
      ...addresses.filter((url) => !url.startsWith(`${origin}/`) && !/^(blob|data):/.test(url)),
      ...[...addresses, ...said, ...titles, kept]
        .filter((text) => personal.test(text))
        .map((text) => `personal: ${text}`),
    ];
  };
  return { page, noise, close: () => context.close() };
};

/** Signs in as this member of staff. A sandbox asks for no second factor. */
export const signInAs = async (page: Page, username: string, password: string): Promise<void> => {
  await page.locator('input[name="username"]').fill(username);
  await page.locator('input[name="password"]').fill(password);
  await page.locator('input[name="password"]').press('Enter');
};
