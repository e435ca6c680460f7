import type { Page } from 'playwright-core';
import { english } from '#console/texts/english';
import type { Seat } from './stub-api.ts';

export const first = 'case00000000001';
export const caseAt = (id: string): string => `#/cases/${id}`;

export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
export const dialog = (page: Page) => page.getByRole('dialog');
export const note = (page: Page) => dialog(page).getByLabel(english.decide_note);
export const decisions = (seat: Seat) =>
  seat.calls.filter(({ path }) => path.endsWith('/decision') && path.includes('/reviews/'));

/** Signs in with the keyboard's Enter key, as a browser that fills in the form does. */
export const signIn = async (page: Page, password: string): Promise<void> => {
  await page.locator('input[name="username"]').fill('rosa');
  await page.locator('input[name="password"]').fill(password);
  await page.locator('input[name="password"]').press('Enter');
};

export const claim = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: english.claim_take, exact: true }).click();
  await page.locator('[data-claim="mine"]').waitFor();
};

/** Types a note into the dialog that a key has opened. */
export const beginNote = async (page: Page, key: string, text: string): Promise<void> => {
  await page.keyboard.press(key);
  await note(page).fill(text);
};
