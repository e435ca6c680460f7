import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@portcullis/cli';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { type Language, loadTexts } from '#verify/texts/languages';
import { launchChromium } from '../../../support/browser/chromium.ts';
import { filmed } from '../../../support/browser/devices.ts';
import { type Link, type Partner, partnerOf } from '../../../support/browser/links.ts';
import { lookAtNewScreens, type SeenScreens } from '../../../support/browser/look.ts';
import { openPerson, type Person } from '../../../support/browser/person.ts';
import { signParts } from '../../../support/builders/raw-token.ts';
import { filmOf } from '../fake-camera.ts';

/** One sandbox and one browser, whose camera shows a specimen, for all runs of the page. */
export type PageEnvironment = Partner & {
  readonly baseUrl: string;
  readonly browser: Browser;
  readonly screens: SeenScreens;
  /** Opens a browser of somebody who has nothing in common with the others. */
  readonly openPerson: (language: Language, context: BrowserContextOptions) => Promise<Person>;
  /** The link as it is when its time is over. */
  readonly expired: (link: Link) => Link;
  /** The links whose token stands in the log of the service. */
  readonly loggedTokens: () => number;
  readonly close: () => Promise<void>;
};

const patienceMs = 90_000;

type Claims = { readonly iat: number; readonly exp: number };

/** The token as it was issued two days ago, signed with the secret of the sandbox. */
const aged = (token: string, secret: string): string => {
  const [head = '', body = ''] = token.split('.');
  const claims: Claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
  const earlier = { ...claims, iat: claims.iat - 172_800, exp: claims.exp - 172_800 };
  return signParts(head, Buffer.from(JSON.stringify(earlier)).toString('base64url'), secret);
};

type Options = { readonly executable: string; readonly screenshots: string | null };

/** Opens all of it; what was opened before a failure is closed again. */
export const openPageEnvironment = async ({ executable, screenshots }: Options): Promise<PageEnvironment> => {
  const closers: (() => void | Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne();
  };
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-pages-'));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  try {
    const sandbox = await startSandbox({ folder, port: 0 });
    closers.push(sandbox.stop);
    const film = await filmOf(filmed);
    closers.push(film.remove);
    const browser = await launchChromium(executable, film.path);
    closers.push(() => browser.close());
    const partner = partnerOf(sandbox.info);
    const screens = lookAtNewScreens(screenshots);
    const links: Link[] = [];
    const secrets: { readonly jwt_secret: string } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'));
    return {
      ...partner,
      createLink: async (scenario, language) => {
        const link = await partner.createLink(scenario, language);
        links.push(link);
        return link;
      },
      baseUrl: sandbox.info.base_url,
      browser,
      screens,
      openPerson: async (language, context) =>
        openPerson(browser, {
          context: { ...context, locale: language },
          texts: await loadTexts(language),
          look: screens.look,
          patienceMs,
        }),
      expired: ({ profileId, token, url }) => {
        const old = aged(token, secrets.jwt_secret);
        return { profileId, token: old, url: url.replace(token, old) };
      },
      loggedTokens: () => {
        const log = readFileSync(join(folder, 'log.jsonl'), 'utf8');
        return links.filter(({ token }) => log.includes(token)).length;
      },
      close,
    };
  } catch (cause) {
    await close();
    throw cause;
  }
};
