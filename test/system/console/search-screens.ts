import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { english } from '#console/texts/english';
import { languages, loadTexts } from '#console/texts/languages';
import { inFull } from '../../support/effort.ts';
import type { TestServer } from '../../support/http/server.ts';
import { staff } from './cases.ts';
import { openDesk } from './open-console.ts';
import { problem } from './stub-answer.ts';
import type { StubApi } from './stub-api.ts';

type Needs = {
  readonly browser: () => Browser;
  readonly server: () => TestServer;
  readonly api: () => StubApi;
};

/** What the search offers, and how it goes on where nobody is found yet. */
export const searchScreens = ({ api, browser, server }: Needs): void => {
  inFull('search by a name in a body, through several answers, and further when they are asked to', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.amir(), { at: '#/search' });
    const { page, seat } = desk;
    const search = async (name: string): Promise<void> => {
      await page.getByLabel(english.search_value).fill(name);
      await page.getByRole('button', { name: english.search_submit }).click();
    };
    await page.getByLabel(english.search_kind).selectOption('document_number');
    await page.getByText(english.search_note_document).waitFor();
    await page.getByLabel(english.search_kind).selectOption('name');
    await page.getByText(english.search_note_name).waitFor();
    await search('Kim Min-su');
    await page.getByRole('link', { name: 'customer-4703' }).waitFor();
    expect(seat.calls.slice(-2).map(({ body }) => body)).to.deep.equal([
      { name: 'Kim Min-su' },
      { name: 'Kim Min-su', cursor: '0.case00000000002' },
    ]);
    expect(await desk.findings()).to.deep.equal([]);
    await search('Silva');
    await page.getByText('Nothing found. 1,000 profiles were looked through').waitFor();
    await page.getByText('Cases that cannot be read, and are not shown: 5. Please tell the operator.').waitFor();
    expect(await page.getByRole('link', { name: 'customer-4703' }).count()).to.equal(0);
    await page.getByLabel(english.search_value).fill('Santos');
    await page.getByRole('button', { name: english.queue_look_further }).click();
    await page.getByText('Nothing found. 2,000 profiles were looked through').waitFor();
    expect(seat.calls.at(-1)?.body).to.deep.equal({ name: 'Silva', cursor: '0.case00000000002' });
    expect(await desk.findings()).to.deep.equal([]);
    expect(page.url()).to.not.match(/Silva|Kim|Santos/);
    expect(await desk.noise()).to.deep.equal([]);
    await desk.close();
  });

  it('say in a sentence, in the language of the page, what the service does not take', async () => {
    for (const locale of languages) {
      const { texts } = await loadTexts(locale);
      const desk = await openDesk(browser(), server(), api(), staff.amir(), { at: '#/search', locale });
      const { page } = desk;
      const errors = [
        { pointer: '/name', message: 'expected at least two letters, or one character in Han, Hangul or Kana' },
      ];
      const json = { ...Object(problem(422, 'validation_failed').body), detail: 'x', errors };
      await page.route('**/api/staff/search', (route) => route.fulfill({ status: 422, json }));
      await page.getByLabel(texts.search_kind).selectOption('name');
      await page.getByLabel(texts.search_value).fill('K');
      await page.getByRole('button', { name: texts.search_submit, exact: true }).click();
      const alert = page.getByRole('alert').filter({ hasText: texts.search_invalid_name });
      await alert.waitFor();
      expect(await alert.innerText()).to.not.match(/\/name|expected|request-1/);
      expect(await desk.findings()).to.deep.equal([]);
      await desk.close();
    }
  });

  inFull(
    'offer no search by a name that is sealed, and none by what is of persons without the permission',
    async () => {
      for (const [who, kinds] of [
        [staff.rosa(), ['reference', 'profile_id', 'document_number']],
        [staff.olga(), ['reference', 'profile_id']],
      ] as const) {
        const desk = await openDesk(browser(), server(), api(), who, { at: '#/search' });
        const options = desk.page.getByLabel(english.search_kind).locator('option');
        await options.first().waitFor({ state: 'attached' });
        expect(await options.evaluateAll((all) => all.map((one) => one.getAttribute('value')))).to.deep.equal(kinds);
        await desk.close();
      }
    },
  );
};
