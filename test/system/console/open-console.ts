import { join } from 'node:path';
import { openPageFolder } from '@portcullis/http';
import type { Browser, Page } from 'playwright-core';
import type { StaffMember } from '#console/model/wire';
import { lookAtEach } from '../../support/browser/look.ts';
import { httpConfig, openServer, type TestServer } from '../../support/http/server.ts';
import { root } from '../../support/repository/files.ts';
import type { Seat, StubApi } from './stub-api.ts';

/** Serves the built console as the service does, with its headers, and nothing behind it. */
export const openConsoleServer = (): Promise<TestServer> =>
  openServer({
    config: { ...httpConfig, consolePage: openPageFolder(join(root, 'packages/console/dist/page')) },
  });

/** The browser of a member of staff, and what was noticed in it. */
export type Desk = {
  readonly page: Page;
  readonly seat: Seat;
  /** What axe finds on the screen that is shown, or that it is too wide. */
  readonly findings: () => Promise<readonly string[]>;
  /** Errors, requests elsewhere, and traces of a person where none may be. */
  readonly noise: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
};

type Options = {
  readonly locale?: string;
  readonly colorScheme?: 'dark' | 'light';
  readonly isSignedIn?: boolean;
  readonly at?: string;
  /** Whether a test moves the time of the page on. */
  readonly movesTime?: boolean;
};

/** What the stub says of the person. None of it may be in an address, a title, a storage or the console. */
const personal = /erikson|eriksson|anna|l898902c|1974-08-12/i;

/** What a browser writes to its console by itself where a call is refused or the network is gone. */
const ofNetwork = /^Failed to load resource/;

export const openDesk = async (
  browser: Browser,
  server: { readonly url: string },
  api: StubApi,
  account: StaffMember,
  { at = '', colorScheme = 'light', isSignedIn = true, locale = 'en', movesTime = false }: Options = {},
): Promise<Desk> => {
  const context = await browser.newContext({
    locale,
    colorScheme,
    reducedMotion: 'reduce',
    viewport: { width: 1024, height: 900 },
  });
  const seat = await api.attach(context, account, isSignedIn);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  if (movesTime) await page.clock.install();
  const said: string[] = [];
  const faults: string[] = [];
  const addresses: string[] = [];
  page.on('console', (message) => {
    said.push(message.text());
    if (message.type() === 'error' && !ofNetwork.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto(`${server.url}/console${at}`);
  const noise = async (): Promise<readonly string[]> => {
    const kept = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.title, location.href])',
    );
    return [
      ...faults,
      ...addresses.filter((url) => !url.startsWith(`${server.url}/`) && !/^(blob|data):/.test(url)),
      ...[...addresses, ...said, kept].filter((text) => personal.test(text)).map((text) => `personal: ${text}`),
    ];
  };
  return {
    page,
    seat,
    findings: () => lookAtEach(page, 'console'),
    noise,
    close: () => context.close(),
  };
};
