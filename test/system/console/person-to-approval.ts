import { type SandboxInfo, seedStaff } from '@portcullis/cli';
import { english } from '@portcullis/console/texts';
import type { IssuedAccount } from '@portcullis/domain/use-cases';
import { loadTexts } from '@portcullis/verify/texts';
import type { Browser, Page } from 'playwright-core';
import { contexts, filmed, specimenFile } from '../../support/browser/devices.ts';
import { type Link, partnerOf } from '../../support/browser/links.ts';
import { lookAtNothing } from '../../support/browser/look.ts';
import { openPerson } from '../../support/browser/person.ts';
import { noiseOf } from '../../support/browser/quiet.ts';
import type { TestSandbox } from '../../support/servers/sandbox.ts';
import { beginNote } from './at-the-desk.ts';
import { openRealDesk, signInAs } from './real-desk.ts';

export type Journey = {
  readonly browser: Pick<Browser, 'newContext'>;
  readonly info: SandboxInfo;
  readonly records: TestSandbox['records'];
  /** Is called at each screen that matters, before anything is done on it. */
  readonly seen?: (name: string, page: Page) => Promise<void>;
};

const nothing = async (): Promise<void> => undefined;

/** A person at their page, with the picture of a document, up to the end; and what was noticed there that is wrong. */
export const becomeReviewed = async ({
  browser,
  info,
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
  const noise = await noiseOf(person, link, info.base_url);
  await person.page.context().close();
  return { link, noise };
};

const note = 'The faces are those of one person.';

/** A member of staff who signs in, takes the next case and approves it; and what was noticed there that is wrong. */
export const approveNext = async ({
  browser,
  info,
  records,
  seen = nothing,
}: Journey): Promise<{ readonly rosa: IssuedAccount; readonly noise: readonly string[] }> => {
  const rosa = await seedStaff(records, { username: 'rosa', name: 'Rosa Lind', roles: ['reviewer'] });
  const desk = await openRealDesk(browser, info.base_url);
  const { page } = desk;
  await page.locator('input[name="username"]').waitFor();
  await seen('console-sign-in', page);
  await signInAs(page, 'rosa', rosa.secrets.password);
  await page.getByRole('link', { name: /^person-/ }).waitFor();
  await seen('console-queue', page);
  await page.getByRole('button', { name: english.queue_next }).click();
  await page.locator('[data-claim="mine"]').waitFor();
  for (const name of [english.picture_portrait, english.file_liveness_reference])
    await page.getByRole('img', { name }).waitFor();
  await seen('console-case', page);
  await beginNote(page, 'a', note);
  await seen('console-decision', page);
  await page.getByRole('button', { name: english.decide_send }).click();
  await page.locator('[data-said="true"]').waitFor();
  await page.getByText(english.case_read_only).waitFor();
  await seen('console-approved', page);
  const noise = await desk.noise();
  await desk.close();
  return { rosa, noise };
};
