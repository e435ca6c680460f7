import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import type { StaffMember } from '#console/model/wire';
import { english } from '#console/texts/english';
import { loadTexts, sayIn } from '#console/texts/languages';
import { launchChromium } from '../../support/browser/chromium.ts';
import { describeInChromium } from '../../support/browser/in-chromium.ts';
import { inFull, isFullEffort, someOf } from '../../support/effort.ts';
import type { TestServer } from '../../support/http/server.ts';
import { administrationScreens, moreAdministrationScreens } from './administration-screens.ts';
import { beginNote, caseAt, claim, decisions, dialog, first, heading, note, signIn } from './at-the-desk.ts';
import { expectComparison, expectFilters, expectReasoning, viewPictures } from './case-parts.ts';
import { staff } from './cases.ts';
import { everybodyScreens } from './everybody-screens.ts';
import { addressesOfPictures, expectRevoked, forgettingScreens } from './forgetting-screens.ts';
import { listScreens, moreListScreens } from './list-screens.ts';
import { missingScreens } from './missing-screens.ts';
import { moreScreens } from './more-screens.ts';
import { openConsoleServer, openDesk } from './open-console.ts';
import { morePolicyScreens, policyScreens } from './policy-screens.ts';
import { moreRetentionScreens, retentionScreens } from './retention-screens.ts';
import { searchScreens } from './search-screens.ts';
import { openStubApi, type StubApi } from './stub-api.ts';

describeInChromium('the screens of the console in a browser', function (executable) {
  this.timeout(120_000);
  let browser: Browser;
  let server: TestServer;
  let api: StubApi;
  before(async () => {
    [browser, server] = await Promise.all([launchChromium(executable, null), openConsoleServer()]);
  });
  beforeEach(() => {
    api = openStubApi();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  it('lead from the sign-in to an approval without the mouse, and without a trace of the person', async () => {
    const desk = await openDesk(browser, server, api, staff.rosa(), { isSignedIn: false });
    const { page, seat } = desk;
    const password = page.locator('input[name="password"]');
    expect([await password.getAttribute('type'), await password.getAttribute('autocomplete')]).to.deep.equal([
      'password',
      'current-password',
    ]);
    expect(await password.evaluate((field) => field.dispatchEvent(new Event('paste', { cancelable: true })))).to.equal(
      true,
    );
    await signIn(page, 'wrong');
    await page.getByRole('alert').getByText(english.sign_in_wrong).waitFor();
    expect(await desk.findings()).to.deep.equal([]);
    await signIn(page, 'right');
    await page.getByRole('link', { name: 'customer-4703' }).waitFor();
    await page.locator('[data-count="waiting"]').waitFor();
    expect(await page.locator('[data-count="waiting"] dd').textContent()).to.equal('3');
    expect(await page.getByText('Overdue by 6 hr').count()).to.equal(1);
    expect(await desk.findings()).to.deep.equal([]);
    await expectFilters(page, () => seat.calls.findLast(({ path }) => path.startsWith('/api/reviews?'))?.path);

    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: english.picture_portrait }).waitFor();
    expect(new URL(page.url()).hash).to.equal(caseAt(first));
    // The portrait is cut out of the front by the page, beside the selfie, and each picture is fetched once.
    const portrait = page.getByRole('img', { name: english.picture_portrait });
    const whole = await portrait.boundingBox();
    const cut = await portrait.locator('..').boundingBox();
    expect((cut?.width ?? 0) / (whole?.width ?? 1)).to.be.closeTo(0.247, 0.005);
    expect((cut?.height ?? 0) / (whole?.height ?? 1)).to.be.closeTo(0.456, 0.005);
    const selfie = await page.getByRole('img', { name: english.file_liveness_reference }).locator('..').boundingBox();
    expect([cut?.y, cut?.height]).to.deep.equal([selfie?.y, selfie?.height]);
    const fetched = seat.calls.flatMap(({ path }) => path.match(/\/files\/(\w+)$/)?.[1] ?? []);
    expect(fetched.toSorted()).to.deep.equal(['file0000000face', 'file000000front']);
    expect(await page.locator('[data-result="differ"] th').allTextContents()).to.deep.equal([
      'Last name',
      'Document number',
    ]);
    expect(
      await page.locator('.timeline li').evaluateAll((items) => items.map((item) => item.dataset['seq'])),
    ).to.deep.equal(['1', '2', '3', '4', '5', '6']);
    expect(await desk.findings()).to.deep.equal([]);
    await expectComparison(page);
    await expectReasoning(page);
    await viewPictures(page, staff.rosa().name);

    await page.keyboard.press('a');
    await page.getByText(english.claim_first).waitFor();
    await page.keyboard.press('c');
    await page.locator('[data-claim="mine"]').waitFor();
    await page.keyboard.press('a');
    await dialog(page).waitFor();
    expect(decisions(seat)).to.deep.equal([]);
    expect(await desk.findings()).to.deep.equal([]);
    await note(page).fill('The name was confirmed by the partner.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('[data-said="true"]').waitFor();
    await page.getByText(english.case_read_only).waitFor();
    expect(decisions(seat).map(({ body }) => body)).to.deep.equal([
      {
        outcome: 'approve',
        reason: 'document_checked',
        note: 'The name was confirmed by the partner.',
        expected_version: 9,
      },
    ]);
    expect(await desk.noise()).to.deep.equal([]);
    await desk.close();
  });

  inFull('have the sections, the name and the way out in one row at 1,024 pixels, in both languages', async () => {
    const both: StaffMember = {
      ...staff.amir(),
      roles: ['senior', 'admin'],
      permissions: [...staff.amir().permissions, ...staff.olga().permissions],
    };
    for (const locale of ['en', 'de']) {
      const desk = await openDesk(browser, server, api, both, { locale });
      const { page } = desk;
      await page.getByRole('link', { name: 'customer-4703' }).waitFor();
      const inHeader = page.locator('.header > *:not(.skip)');
      const rows = await inHeader.evaluateAll((parts) =>
        parts.map((part) => part.getBoundingClientRect()).filter(({ width }) => width > 0),
      );
      const [first] = rows;
      for (const { bottom, right, top } of rows) {
        expect(top, locale).to.be.below(first?.bottom ?? 0);
        expect(bottom, locale).to.be.above(first?.top ?? 0);
        expect(right, locale).to.be.at.most(1024);
      }
      expect(await page.locator('.header').evaluate((header) => header.getBoundingClientRect().height)).to.be.below(60);
      expect(await desk.findings()).to.deep.equal([]);
      await desk.close();
    }
  });

  it('are named in the title of the page, and scroll no wider than it at 1,024 pixels magnified twice', async () => {
    const permissions = [...staff.amir().permissions, ...staff.olga().permissions];
    const all: StaffMember = { ...staff.amir(), roles: ['senior', 'admin'], permissions };
    api.lists.set('entry0000000001', {
      object: 'list_entry',
      id: 'entry0000000001',
      list: 'blocked',
      kind: 'document',
      profile_id: first,
      note: null,
      added_by: null,
      added_at: '2026-11-03T10:00:00.000Z',
      is_own: true,
      redacted: true,
    });
    // German has the longer words.
    for (const locale of someOf(['de', 'en'] as const, 1)) {
      const { texts } = await loadTexts(locale);
      const say = sayIn(texts);
      const desk = await openDesk(browser, server, api, all, { locale, at: '#/policies/standard/1' });
      const { page } = desk;
      if (api.policies.drafts.size === 0) {
        await page.getByRole('button', { name: texts.policy_begin_draft, exact: true }).click();
        await page.locator('[data-screen="draft"]').waitFor();
      }
      await page.setViewportSize({ width: 512, height: 384 });
      const endpoint = 'endpoint0000002';
      const [draft = ''] = api.policies.drafts.keys();
      for (const [at, title, shown] of [
        ['#/queue', texts.nav_queue, 'main tbody tr'],
        ['#/search', texts.nav_search, 'main form'],
        ['#/policies', texts.nav_policies, 'main tbody tr'],
        ['#/policies/standard/1', say('policy_title', { id: 'standard', version: '1' }), 'main button'],
        [`#/policy-drafts/${draft}`, `${texts.nav_policies} ${draft}`, '[data-screen="draft"]'],
        ['#/sessions', texts.nav_sessions, '[data-member]'],
        ['#/clients', texts.nav_clients, 'main tbody tr'],
        ['#/access-log', texts.nav_access_log, 'main tbody tr'],
        ['#/lists', texts.nav_lists, 'main tbody tr'],
        ['#/webhooks', texts.nav_webhooks, 'main tbody tr'],
        ['#/operations', texts.nav_operations, 'main tbody tr'],
        [`#/webhooks/${endpoint}`, `${texts.webhooks_endpoint} ${endpoint}`, '[data-delivery]'],
        [caseAt(first), say('case_title', { reference: first }), 'main h1'],
      ] as const) {
        await page.evaluate(`location.hash = ${JSON.stringify(at)}`);
        const named = page.locator(`xpath=//title[.=${JSON.stringify(`${title} – ${texts.page_title}`)}]`);
        await named.waitFor({ state: 'attached' });
        await page.locator(shown).first().waitFor();
        await page.waitForLoadState('networkidle');
        expect(await page.evaluate('document.documentElement.scrollWidth'), `${locale} ${at}`).to.equal(512);
      }
      expect(await desk.findings()).to.deep.equal([]);
      await desk.close();
    }
  });

  inFull('come back to the same case and the same note after the session has ended', async () => {
    const desk = await openDesk(browser, server, api, staff.rosa(), { at: caseAt(first) });
    const { page, seat } = desk;
    const urls = await addressesOfPictures(page);
    await expectRevoked(page, urls, false);
    await claim(page);
    await beginNote(page, 'd', 'The fonts of the document differ.');
    seat.member = null;
    await page.getByRole('button', { name: english.decide_send }).click();
    await page.getByRole('alert').getByText(english.ended_title).waitFor();
    expect(await page.locator('img').count()).to.equal(0);
    await expectRevoked(page, urls);
    expect(await desk.findings()).to.deep.equal([]);
    await signIn(page, 'right');
    await page.getByText(english.decide_draft).waitFor();
    expect(new URL(page.url()).hash).to.equal(caseAt(first));
    await page.keyboard.press('d');
    expect(await note(page).inputValue()).to.equal('The fonts of the document differ.');
    expect(await desk.noise()).to.deep.equal([]);
    await desk.close();
  });

  inFull('say that the connection is lost, keep the note, and go on when it is back', async () => {
    const desk = await openDesk(browser, server, api, staff.rosa(), { at: caseAt(first) });
    const { page, seat } = desk;
    await claim(page);
    await beginNote(page, 'd', 'The fonts of the document differ.');
    seat.isOffline = true;
    await page.getByRole('button', { name: english.decide_send }).click();
    await page.locator('[data-offline="true"]').waitFor({ state: 'attached' });
    await dialog(page).getByText(english.offline_title).waitFor();
    await dialog(page).getByText(english.not_answered).waitFor();
    expect(await dialog(page).getByText(english.offline_text).count()).to.equal(0);
    expect(await note(page).inputValue()).to.equal('The fonts of the document differ.');
    seat.isOffline = false;
    await page.getByRole('button', { name: english.decide_send }).click();
    await page.locator('[data-said="true"]').waitFor();
    expect(decisions(seat).map(({ body }) => body)).to.deep.equal([
      { outcome: 'decline', reason: 'document_forged', note: 'The fonts of the document differ.', expected_version: 9 },
    ]);
    await page.locator('[data-offline="false"]').waitFor({ state: 'attached' });
    await desk.close();
  });

  it('show nothing of a person to whom the permission is missing, and ask for no picture', async () => {
    const desk = await openDesk(browser, server, api, staff.olga(), { at: caseAt(first) });
    const { page, seat } = desk;
    await page.getByText(english.case_redacted).waitFor();
    await page.getByText(english.pictures_hidden).waitFor();
    expect(await page.getByRole('button', { name: english.decide_approve }).count()).to.equal(0);
    expect(await page.getByRole('button', { name: english.claim_take, exact: true }).count()).to.equal(0);
    expect(seat.calls.filter(({ path }) => path.includes('/files/'))).to.deep.equal([]);
    expect(await desk.findings()).to.deep.equal([]);
    await desk.close();
  });

  inFull('tell who was slower in a race for a case whose claim it is', async () => {
    const desks = await Promise.all(
      [staff.rosa(), staff.amir()].map((who) => openDesk(browser, server, api, who, { at: caseAt(first) })),
    );
    const [rosa, amir] = desks;
    if (rosa === undefined || amir === undefined) throw new Error('there are two desks');
    await amir.page.locator('[data-claim="free"]').waitFor();
    await claim(rosa.page);
    await amir.page.getByRole('button', { name: english.claim_take, exact: true }).click();
    await amir.page.getByText(/^Rosa Keller has claimed this case until/).waitFor();
    await amir.page.getByRole('button', { name: english.claim_take_over }).click();
    await amir.page.locator('[data-claim="mine"]').waitFor();
    await heading(rosa.page).waitFor();
    await beginNote(rosa.page, 'd', 'Too late.');
    await rosa.page.getByRole('button', { name: english.decide_send }).click();
    await rosa.page.getByRole('alert').getByText(english.claim_first).waitFor();
    expect(api.reviews.get(first)?.status).to.equal('in_review');
    for (const desk of desks) await desk.close();
  });

  const needs = { browser: () => browser, server: () => server, api: () => api };
  forgettingScreens(needs);
  // A quick run plays one case, and opens each of the other screens once.
  if (isFullEffort) {
    missingScreens(needs);
    retentionScreens(needs);
    listScreens(needs);
    policyScreens(needs);
    searchScreens(needs);
    administrationScreens(needs);
    moreScreens(needs);
    everybodyScreens(needs);
    moreRetentionScreens(needs);
    moreListScreens(needs);
    morePolicyScreens(needs);
    moreAdministrationScreens(needs);
  }
});
