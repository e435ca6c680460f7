import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import type { StaffMember } from '#console/model/wire';
import { english } from '#console/texts/english';
import { loadTexts, sayIn } from '#console/texts/languages';
import { inFull } from '../../support/effort.ts';
import type { TestServer } from '../../support/http/server.ts';
import { dialog, signIn } from './at-the-desk.ts';
import { staff } from './cases.ts';
import { openDesk } from './open-console.ts';
import type { StubApi } from './stub-api.ts';

type Needs = {
  readonly browser: () => Browser;
  readonly server: () => TestServer;
  readonly api: () => StubApi;
};

const say = sayIn(english);
const draftAt = '#/policy-drafts/draft0000000001';
const noor = (): StaffMember => ({ ...staff.olga(), id: 'staff-noor00000004', name: 'Noor Haddad' });

const editor = (page: Page) => page.getByLabel(english.draft_editor);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Replaces a part of the document, and saves it. */
const edit = async (page: Page, part: string, by: string): Promise<void> => {
  const text = await editor(page).inputValue();
  await editor(page).fill(text.replace(part, by));
};

const begin = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'standard 1' }).click();
  await button(page, english.policy_begin_draft).click();
  await page.locator('[data-screen="draft"] [data-saved="true"]').waitFor();
};

/** The way of a policy from a draft into use, by two people. */
export const policyScreens = ({ api, browser, server }: Needs): void => {
  inFull(
    'lead a policy from a draft with a finding into use, by a second person who is named beside the first',
    async () => {
      const desk = await openDesk(browser(), server(), api(), staff.olga(), { at: '#/policies' });
      const { page } = desk;
      await page.getByText(english.policies_no_drafts).waitFor();
      expect(await desk.findings()).to.deep.equal([]);
      await begin(page);
      expect(new URL(page.url()).hash).to.equal(draftAt);
      await edit(page, '"minimumAge": 18', '"minimumAge": 0');
      await page.locator('[data-change="/minimumAge"]').waitFor();
      expect(await page.locator('[data-change="/minimumAge"] td').allTextContents()).to.deep.equal(['18', '0']);
      await button(page, english.draft_save).click();
      await page.locator('[data-finding="error"]').getByText('admits everybody').waitFor();
      expect(await desk.findings()).to.deep.equal([]);
      await edit(page, '"minimumAge": 0', '"minimumAge": 21');
      await button(page, english.draft_save).click();
      await page.getByText(english.findings_none).waitFor();
      await page.getByText(english.publish_writers).waitFor();
      expect(await button(page, english.publish_open).count()).to.equal(0);
      expect(await desk.noise()).to.deep.equal([]);
      await desk.close();

      const second = await openDesk(browser(), server(), api(), noor(), { at: draftAt });
      await button(second.page, english.publish_open).click();
      await dialog(second.page)
        .getByText(say('publish_confirm_text', { author: 'Olga Brandt', name: 'Noor Haddad' }))
        .waitFor();
      expect(await second.findings()).to.deep.equal([]);
      await button(second.page, say('publish_send', { author: 'Olga Brandt' })).click();
      await second.page.locator('.tag', { hasText: english.draft_status_published }).waitFor();
      expect(second.seat.calls.filter(({ method }) => method === 'POST')).to.deep.equal([
        {
          method: 'POST',
          path: '/api/policy-drafts/draft0000000001/publish',
          body: { expected_revision: 3, digest: '3'.repeat(64) },
        },
      ]);

      // A draft that cannot be read is named, and closed, from the list.
      const at = '2026-05-04T10:00:00.000Z';
      const id = 'draft0000000009';
      const found = { id, object: 'policy_draft', status: 'draft', is_damaged: true } as const;
      api().policies.damaged = [{ ...found, created_at: null, updated_at: at }];
      await second.page.getByRole('link', { name: english.policies_back }).click();
      const damaged = second.page.locator(`[data-draft="${id}"]`);
      await damaged.getByText(english.draft_damaged).waitFor();
      expect(await second.findings()).to.deep.equal([]);
      await damaged.getByRole('button', { name: english.draft_discard }).click();
      await dialog(second.page).getByRole('button', { name: english.draft_discard }).click();
      await damaged.locator('.tag', { hasText: english.draft_status_discarded }).waitFor();
      expect(await damaged.getByRole('button').count()).to.equal(0);
      await second.close();
    },
  );
};

/** What differs little from the way into use. */
export const morePolicyScreens = ({ api, browser, server }: Needs): void => {
  it('keep what was typed of a policy, and say whose revision came first', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.olga(), { at: '#/policies' });
    const { page, seat } = desk;
    await begin(page);
    await edit(page, '"minimumAge": 18', '"minimumAge": 21');
    const second = await openDesk(browser(), server(), api(), noor(), { at: draftAt });
    await edit(second.page, '"minimumAge": 18', '"minimumAge": 30');
    await button(second.page, english.draft_save).click();
    await second.page.locator('[data-saved="true"]').waitFor();
    await button(page, english.draft_save).click();
    await page.getByText(say('draft_moved', { revision: '2' })).waitFor();
    expect(await editor(page).inputValue()).to.include('"minimumAge": 21');
    expect(await desk.findings()).to.deep.equal([]);
    seat.member = null;
    await button(page, english.draft_keep).click();
    await button(page, english.draft_save).click();
    await page.getByRole('alert').getByText(english.ended_title).waitFor();
    await signIn(page, 'right');
    await page.locator('[data-saved="false"]').waitFor();
    expect(await editor(page).inputValue()).to.include('"minimumAge": 21');
    await button(page, english.draft_save).click();
    await page.locator('[data-saved="true"]').waitFor();
    expect(api().policies.drafts.get('draft0000000001')).to.deep.include({ revision: 3 });
    await second.close();
    await desk.close();
  });

  it('publish nothing that was saved while the dialog was open, however often the button is pressed', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.olga(), { at: '#/policies' });
    await begin(desk.page);
    const second = await openDesk(browser(), server(), api(), noor(), { at: draftAt });
    await button(second.page, english.publish_open).click();
    await dialog(second.page).getByText('1'.repeat(64)).waitFor();
    await edit(desk.page, '"minimumAge": 18', '"minimumAge": 21');
    await button(desk.page, english.draft_save).click();
    await desk.page.locator('[data-saved="true"]').waitFor();
    await button(second.page, say('publish_send', { author: 'Olga Brandt' })).click();
    await second.page.getByRole('alert').getByText(english.publish_conflict).waitFor();
    expect(await dialog(second.page).count()).to.equal(0);
    await second.page.getByText('2'.repeat(12)).waitFor();
    expect(await second.findings()).to.deep.equal([]);
    expect(api().policies.drafts.get('draft0000000001')).to.include({ status: 'draft', revision: 2 });
    await button(second.page, english.publish_open).click();
    await button(second.page, say('publish_send', { author: 'Olga Brandt' })).click();
    await second.page.locator('.tag', { hasText: english.draft_status_published }).waitFor();
    await second.close();
    await desk.close();
  });

  it('refuse a document that is none, with its pointers, and what is no JSON', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.olga(), { at: '#/policies' });
    const { page } = desk;
    await begin(page);
    await editor(page).fill('{ "id": "own"');
    await page.getByText(english.draft_not_json).waitFor();
    expect(await button(page, english.draft_save).isDisabled()).to.equal(true);
    await editor(page).fill('{ "id": "own" }');
    await button(page, english.draft_save).click();
    await page.getByRole('alert').getByText('/policy/minimumAge').waitFor();
    expect(await desk.findings()).to.deep.equal([]);
    await button(page, english.draft_reload).first().click();
    await button(page, english.draft_discard).click();
    await dialog(page).getByRole('button', { name: english.draft_discard }).click();
    await page.locator('.tag', { hasText: english.draft_status_discarded }).waitFor();
    await desk.close();
  });

  it('show a back-test as a matrix in which what changes is marked, in German and dark as well', async () => {
    const german = (await loadTexts('de')).texts;
    const desk = await openDesk(browser(), server(), api(), staff.olga(), { at: '#/policies' });
    await begin(desk.page);
    api().policies.backTest = {
      object: 'back_test',
      status: 'done',
      revision: 1,
      digest: '0'.repeat(64),
      judged: 12,
      unjudged: 1,
      started_at: '2026-05-04T09:30:00.000Z',
      finished_at: '2026-05-04T09:31:00.000Z',
      matrix: [
        { from: 'approve', to: 'approve', count: 9 },
        { from: 'approve', to: 'review', count: 3 },
      ],
      newly: [{ reason: 'face_match_borderline', comes: 3, goes: 0 }],
      examples: [{ from: 'approve', to: 'review', profile_ids: ['case00000000001'] }],
    };
    await button(desk.page, english.test_start).click();
    await desk.page.locator('[data-back-test="done"]').waitFor();
    expect(await desk.page.locator('[data-cell="approve review"] mark').textContent()).to.equal('3 changes');
    expect(await desk.page.locator('[data-cell="approve approve"]').textContent()).to.equal('9');
    await desk.page.getByText(say('test_outdated', { revision: '1' })).waitFor();
    expect(await desk.findings()).to.deep.equal([]);
    await desk.close();
    const dark = { at: draftAt, locale: 'de-DE', colorScheme: 'dark' } as const;
    const other = await openDesk(browser(), server(), api(), noor(), dark);
    await other.page.getByText(german.publish_ready).waitFor();
    await other.page.locator('[data-back-test="done"]').waitFor();
    expect(await other.findings()).to.deep.equal([]);
    await other.close();
  });

  it('are there to read for whoever reads policies, with nothing to press', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.olga(), { at: '#/policies' });
    await begin(desk.page);
    await desk.close();
    const reader = await openDesk(browser(), server(), api(), staff.rosa(), { at: draftAt });
    await reader.page.getByText(english.draft_read_only).waitFor();
    for (const name of [english.draft_save, english.test_start, english.publish_open])
      expect(await button(reader.page, name).count(), name).to.equal(0);
    await reader.close();
  });
};
