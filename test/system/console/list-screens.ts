import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { english } from '#console/texts/english';
import { loadTexts } from '#console/texts/languages';
import { inFull } from '../../support/effort.ts';
import type { TestServer } from '../../support/http/server.ts';
import { caseAt, dialog, first, heading } from './at-the-desk.ts';
import { staff } from './cases.ts';
import { openDesk } from './open-console.ts';
import type { StubApi } from './stub-api.ts';

type Needs = {
  readonly browser: () => Browser;
  readonly server: () => TestServer;
  readonly api: () => StubApi;
};

/** What a case and the lists of the partner show of each other. */
export const listScreens = ({ api, browser, server }: Needs): void => {
  inFull(
    'lead from a case to the others that have shown the same, and put it on a list, from which it is taken',
    async () => {
      const desk = await openDesk(browser(), server(), api(), staff.amir(), { at: caseAt(first) });
      const { page, seat } = desk;
      await page.locator('[data-seen="case00000000004"]').getByText('same document, device').waitFor();
      const signals = page.locator('[data-signal]');
      expect(await signals.evaluateAll((rows) => rows.map((row) => row.dataset['signal']))).to.deep.equal([
        'vpn',
        'age_seconds',
        'made_for_this_profile',
        'bot',
        'rooted',
      ]);
      await signals.first().getByText(english.device_adverse).waitFor();
      await page.getByRole('button', { name: english.seen_add }).click();
      await page.getByRole('button', { name: english.seen_add_send }).click();
      await dialog(page).getByText(english.seen_add_note_needed).waitFor();
      expect(seat.calls.filter(({ path }) => path === '/api/lists')).to.deep.equal([]);
      expect(await desk.findings()).to.deep.equal([]);
      await dialog(page).getByLabel(english.seen_add_note).fill('Reported as stolen.');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByText('The document is now blocked.').waitFor();
      await page.locator('[data-list="blocked"]').getByText('The document is blocked.').waitFor();
      const [sent] = seat.calls.filter(({ path }) => path === '/api/lists');
      expect(sent?.body).to.deep.equal({
        list: 'blocked',
        kind: 'document',
        profile_id: first,
        note: 'Reported as stolen.',
      });
      await page.getByRole('link', { name: english.nav_lists }).click();
      await page.locator('[data-entry]').getByText('Reported as stolen.').waitFor();
      expect(await desk.findings()).to.deep.equal([]);
      await page.getByRole('button', { name: /^Take off: document, blocked/ }).click();
      await dialog(page).waitFor();
      expect(api().lists.size).to.equal(1);
      expect(await desk.findings()).to.deep.equal([]);
      await dialog(page).getByRole('button', { name: english.lists_remove }).click();
      await page.getByText(english.lists_empty).waitFor();
      expect(api().lists.size).to.equal(0);
      expect(await desk.noise()).to.deep.equal([]);
      await desk.close();
    },
  );
};

/** The same for other roles, and in both languages and colours. */
export const moreListScreens = ({ api, browser, server }: Needs): void => {
  it('have no link to the lists for a reviewer, to whom the service says what is missing', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.rosa(), { at: '#/lists' });
    await desk.page.getByRole('alert').getByText(english.not_permitted).waitFor();
    expect(await desk.page.getByRole('link', { name: english.nav_lists }).count()).to.equal(0);
    await desk.page.goto(`${server().url}/console${caseAt(first)}`);
    await desk.page.locator('[data-seen]').waitFor();
    expect(await desk.page.getByRole('button', { name: english.seen_add }).count()).to.equal(0);
    await desk.close();
  });

  it('say why something cannot be put on a list, and keep the note', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.amir(), { at: caseAt(first) });
    const { page } = desk;
    await page.getByRole('button', { name: english.seen_add }).click();
    await dialog(page).getByLabel(english.seen_add_what).selectOption('device');
    await dialog(page).getByLabel(english.seen_add_note).fill('Seen too often.');
    await page.getByRole('button', { name: english.seen_add_send }).click();
    await dialog(page).getByRole('alert').waitFor();
    expect(await dialog(page).getByLabel(english.seen_add_note).inputValue()).to.equal('Seen too often.');
    await desk.close();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const locale of ['en', 'de'])
      it(`show the lists to everybody in ${locale}, ${colorScheme}`, async () => {
        const { texts } = await loadTexts(locale === 'de' ? 'de' : 'en');
        const entry = {
          object: 'list_entry',
          list: 'allowed',
          kind: 'person',
          profile_id: null,
          note: null,
          added_by: null,
        } as const;
        api().lists.set('entry0000000001', {
          ...entry,
          id: 'entry0000000001',
          added_by: { type: 'reviewer', id: 'olga' },
          added_at: '2026-05-04T09:30:00.000Z',
          is_own: true,
          redacted: false,
        });
        api().lists.set('entry0000000002', {
          ...entry,
          id: 'entry0000000002',
          list: 'blocked',
          added_at: '2026-05-04T09:30:00.000Z',
          is_own: false,
          redacted: false,
        });
        const desk = await openDesk(browser(), server(), api(), staff.olga(), { locale, colorScheme, at: '#/lists' });
        const { page } = desk;
        await page.locator('[data-entry="entry0000000002"]').getByText(texts.lists_of_others).waitFor();
        expect(await heading(page).textContent()).to.equal(texts.lists_title);
        expect(await page.getByRole('button', { name: texts.lists_remove }).count()).to.equal(1);
        expect(await desk.findings()).to.deep.equal([]);
        await page.getByLabel(texts.lists_filter_list).selectOption('blocked');
        await page.locator('[data-entry="entry0000000001"]').waitFor({ state: 'detached' });
        await page.getByLabel(texts.lists_filter_kind).selectOption('device');
        await page.getByText(texts.lists_empty_filtered).waitFor();
        expect(await desk.noise()).to.deep.equal([]);
        await desk.close();
      });
};
