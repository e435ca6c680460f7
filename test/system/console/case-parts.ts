import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { english } from '#console/texts/english';
import { sayIn } from '#console/texts/languages';
import { heading } from './at-the-desk.ts';

const say = sayIn(english);

/** How many pictures a case of the stub shows: the front of the document, the portrait out of it, and the selfie. */
const shown = 3;

/** The frames of the pictures that are shown. */
const stages = async (page: Page): Promise<readonly Locator[]> => {
  const all = await page.locator('.stage:has(img)').all();
  expect(all).to.have.lengthOf(shown);
  return all;
};

const looksOf = (stage: Locator): Promise<Buffer> => stage.screenshot({ animations: 'disabled' });

/** Each picture has the name of who looks drawn over all of it. */
const expectNameOnPictures = async (page: Page, name: string): Promise<void> => {
  for (const stage of await stages(page)) {
    const mark = stage.locator('.watermark');
    expect(await mark.locator('text').allTextContents()).to.deep.equal([name]);
    expect(await mark.boundingBox()).to.deep.equal(await stage.boundingBox());
    // That it is drawn, and not only there, is seen by what a picture looks like without it.
    const named = await looksOf(stage);
    await mark.evaluate((element) => {
      element.style.visibility = 'hidden';
    });
    expect(named.equals(await looksOf(stage))).to.equal(false);
    await mark.evaluate((element) => {
      element.style.visibility = '';
    });
  }
};

type View = { readonly zoom: number; readonly angle: number; readonly contrast: number };

/** To two digits, and without a zero that is negative. */
const rounded = (number: number): number => Math.round(number * 100) / 100 + 0;

/** How a picture is drawn: the matrix of its transformation and its contrast. */
const drawn = async (stage: Locator): Promise<readonly (number | string)[]> => {
  const styles = await stage.evaluate((element): readonly string[] => {
    const view = element.ownerDocument.defaultView;
    const styleOf = (selector: string) => view.getComputedStyle(element.querySelector(selector));
    return [styleOf('.layer').transform, styleOf('img').filter];
  });
  const [transform = '', filter = ''] = styles;
  const matrix = transform.match(/-?[\d.]+(e-?\d+)?/g) ?? [];
  return [...matrix.map((number) => rounded(Number(number))), filter];
};

/** Every picture is zoomed, rotated and contrasted as the line of the tools says. */
const expectView = async (page: Page, { angle, contrast, zoom }: View): Promise<void> => {
  await page.locator(`[data-view="${zoom * 100}/${angle}/${contrast}"]`).waitFor();
  const cos = Math.cos((angle * Math.PI) / 180);
  const sin = Math.sin((angle * Math.PI) / 180);
  const matrix = [zoom * cos, zoom * sin, -zoom * sin, zoom * cos, 0, 0].map(rounded);
  for (const stage of await stages(page))
    expect(await drawn(stage)).to.deep.equal([...matrix, `contrast(${contrast / 100})`]);
};

/** Zooms, rotates and sharpens by keys, and puts everything back. */
export const viewPictures = async (page: Page, name: string): Promise<void> => {
  await page.keyboard.press('z');
  await expectView(page, { zoom: 2.5, angle: 0, contrast: 100 });
  await page.getByRole('button', { name: english.picture_rotate }).press('Enter');
  const contrast = page.getByLabel(english.picture_contrast);
  for (let steps = 0; steps < 5; steps += 1) await contrast.press('ArrowRight');
  await expectView(page, { zoom: 2.5, angle: 90, contrast: 150 });
  await expectNameOnPictures(page, name);
  await page.getByRole('button', { name: english.picture_reset }).press('Enter');
  await expectView(page, { zoom: 1, angle: 0, contrast: 100 });
  await expectNameOnPictures(page, name);
};

/** The checks with what they saw and their thresholds, what failed first, and the nearest change. */
export const expectReasoning = async (page: Page): Promise<void> => {
  const checks = page.locator('[data-check]');
  expect(await checks.evaluateAll((items) => items.map((item) => item.dataset['check']))).to.deep.equal([
    'claimed_data',
    'document_mrz',
    'liveness',
    'device',
    'device',
  ]);
  // What failed is open already.
  await checks.nth(0).getByText('Last name: Claimed Erikson against MRZ ERIKSSON, 71 of 100').waitFor();
  await checks.nth(2).getByText('98.2, threshold 75').waitFor();
  const ofDevice = checks.nth(3);
  await ofDevice.locator('summary').press('Enter');
  await ofDevice.getByText('age seconds: 90 (limit 600)').waitFor();
  await page.locator('[data-passed-over="licence"]').getByText('Another path was chosen').waitFor();
  await page.getByText('The claimed last name would have been "ERIKSSON" instead of "Erikson".').waitFor();
  await page.getByText(say('nearest_text', { outcome: english.outcome_approve })).waitFor();
};

/** The columns of the comparison, and what a row has in them. */
export const expectComparison = async (page: Page): Promise<void> => {
  const table = page.locator('table.fields');
  expect(await table.locator('thead th').allTextContents()).to.deep.equal([
    english.fields_field,
    english.source_claimed,
    english.source_ai,
    english.source_mrz,
    english.source_barcode,
    english.fields_result,
  ]);
  const row = (name: string) => table.locator('tbody tr', { has: page.getByRole('rowheader', { name, exact: true }) });
  expect(await row('First name').locator('td').allTextContents()).to.deep.equal([
    'Anna Maria',
    'ANNA MARIA',
    'ANNA MARIA',
    '–',
    english.fields_same,
  ]);
  expect((await row('Document number').locator('td').allTextContents()).slice(0, 4)).to.deep.equal([
    '–',
    'L898902C8',
    'L898902C3',
    'L898902C3',
  ]);
  expect(await row('Document number').locator('mark').allTextContents()).to.deep.equal(['L898902C8']);
};

/** Chooses in the filters of the queue by the policy and by the claim, which the service is asked for. */
export const expectFilters = async (page: Page, asked: () => string | undefined): Promise<void> => {
  const link = (reference: string) => page.getByRole('link', { name: reference });
  const policy = page.getByLabel(english.filter_policy);
  const claimed = page.getByLabel(english.filter_claimed);
  await policy.selectOption('strict');
  await link('customer-4701').waitFor({ state: 'detached' });
  await link('customer-4703').waitFor();
  expect(await page.locator('[data-case]').count()).to.equal(1);
  expect(asked()).to.equal('/api/reviews?policy=strict&limit=50');
  await claimed.selectOption('mine');
  await page.getByText(english.queue_empty_filtered).waitFor();
  expect(asked()).to.equal('/api/reviews?policy=strict&claimed=mine&limit=50');
  await claimed.selectOption('none');
  await link('customer-4703').waitFor();
  expect(asked()).to.equal('/api/reviews?policy=strict&claimed=none&limit=50');
  await policy.selectOption('');
  await claimed.selectOption('');
  await link('customer-4701').waitFor();
  // Keys that are typed into a field are none of the console.
  await heading(page).focus();
};
