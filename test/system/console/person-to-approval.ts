import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import type { SandboxInfo } from '#cli/sandbox/sandbox';
import { english } from '#console/texts/english';
import { loadTexts } from '#verify/texts/languages';
import { contexts, filmed, specimenFile } from '../../support/browser/devices.ts';
import { type Link, partnerOf } from '../../support/browser/links.ts';
import { lookAtNothing } from '../../support/browser/look.ts';
import { openPerson } from '../../support/browser/person.ts';
import { noiseOf } from '../../support/browser/quiet.ts';
import type { Login } from '../../support/servers/printed-sandbox.ts';
import { dialog } from './at-the-desk.ts';
import { openRealDesk } from './real-desk.ts';

export type Journey = {
  readonly browser: Pick<Browser, 'newContext'>;
  readonly info: Pick<SandboxInfo, 'base_url' | 'client_id' | 'client_secret'>;
  /** The origins that the person's page reaches; that of the service by default. */
  readonly origins?: readonly string[];
  /** Is called at each screen that matters, before anything is done on it. */
  readonly seen?: (name: string, page: Page) => Promise<void>;
};

const nothing = async (): Promise<void> => undefined;

/** A person at their page, with the picture of a document, up to the end; and what was noticed there that is wrong. */
export const becomeReviewed = async ({
  browser,
  info,
  origins = [info.base_url],
  seen = nothing,
}: Journey): Promise<{ readonly link: Link; readonly noise: readonly string[] }> => {
  const texts = await loadTexts('en');
  const link = await partnerOf(info).createLink('review_face_borderline', 'en');
  const look = async (page: Page, screen: string): Promise<readonly string[]> => {
    await seen(`person-${screen}`, page);
    return lookAtNothing(page, screen);
  };
  const person = await openPerson(browser, { context: contexts[1280], texts, look });
  await person.page.goto(link.url);
  await person.walk({ photo: specimenFile(filmed), picksAt: 'camera_primer' });
  await person.page.getByRole('heading', { level: 1, name: texts.in_review_title }).waitFor();
  const noise = await noiseOf(person, link, ...origins);
  await person.page.context().close();
  return { link, noise };
};

/** The hands of somebody who has no mouse: keys go to whatever has the focus. */
const handsOf = ({ keyboard }: Page, delay: number) => ({
  press: (key: string): Promise<void> => keyboard.press(key, { delay }),
  /** Types into the field that has the focus, and goes on to the next one. */
  fill: async (text: string): Promise<void> => {
    await keyboard.type(text, { delay });
    await keyboard.press('Tab', { delay });
  },
});

/** What has the focus: the name of a field, or what a button says. */
const focused = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement?.name || document.activeElement?.textContent || ""');

const signInByKeys = async (page: Page, { code, password, username }: Login, delay: number): Promise<void> => {
  const { fill, press } = handsOf(page, delay);
  // The heading has the focus when the page opens, and the form is what follows it.
  await press('Tab');
  expect(await focused(page)).to.equal('username');
  await fill(username);
  await fill(password);
  expect(await focused(page)).to.equal('code');
  await page.keyboard.type(code(), { delay });
  await press('Enter');
};

const note = 'The faces are those of one person.';

/** Decides about the case that is shown: the second reason, a note, and the button. */
const approveByKeys = async (page: Page, delay: number, seen: () => Promise<void>): Promise<void> => {
  const { fill, press } = handsOf(page, delay);
  await press('a');
  // The reason has the focus as soon as the dialog is there; the arrows choose another one.
  await dialog(page).locator('select:focus').waitFor();
  await press('ArrowDown');
  await press('Tab');
  await fill(note);
  await seen();
  expect(await focused(page)).to.equal(english.decide_send);
  await press('Enter');
  await page.locator('[data-said="true"]').waitFor();
};

type Decided = {
  readonly noise: readonly string[];
  /** From the case being shown, with its pictures, to the decision being confirmed. */
  readonly milliseconds: number;
};

/** How an approval is made at the console. */
type AtConsole = Omit<Journey, 'info' | 'origins'> & {
  readonly consoleUrl: string;
  readonly login: Login;
  /** How long each key takes, in milliseconds; by default none takes any time. */
  readonly keyMs?: number;
};

/**
 * A member of staff who signs in, takes the next case and approves it, by nothing but keys; and what was noticed there
 * that is wrong.
 */
export const approveNext = async ({
  browser,
  consoleUrl,
  keyMs = 0,
  login,
  seen = nothing,
}: AtConsole): Promise<Decided> => {
  const desk = await openRealDesk(browser, consoleUrl);
  const { page } = desk;
  const { press } = handsOf(page, keyMs);
  await page.locator('input[name="username"]').waitFor();
  await seen('console-sign-in', page);
  await signInByKeys(page, login, keyMs);
  await page.getByRole('link', { name: /^person-/ }).waitFor();
  await seen('console-queue', page);
  await press('Tab');
  expect(await focused(page)).to.equal(english.queue_next);
  await press('Enter');
  await page.locator('[data-claim="mine"]').waitFor();
  for (const name of [english.picture_portrait, english.file_liveness_reference])
    await page.getByRole('img', { name }).waitFor();
  await seen('console-case', page);
  const began = performance.now();
  let pictured = 0;
  await approveByKeys(page, keyMs, async () => {
    const at = performance.now();
    await seen('console-decision', page);
    pictured += performance.now() - at;
  });
  const milliseconds = performance.now() - began - pictured;
  await page.getByText(english.case_read_only).waitFor();
  // Whoever goes on by keys is still on this screen, and not at the beginning of the page.
  await page.locator('[data-screen="case"] :focus').waitFor();
  await seen('console-approved', page);
  const noise = await desk.noise();
  await desk.close();
  return { noise, milliseconds };
};
