import { expect } from 'chai';
import type { Browser, Locator, Page } from 'playwright-core';
import type { StaffMember } from '#console/model/wire';
import { english } from '#console/texts/english';
import { inFull } from '../../support/effort.ts';
import type { TestServer } from '../../support/http/server.ts';
import { caseAt, dialog, first } from './at-the-desk.ts';
import { reviewOf, staff } from './cases.ts';
import { openDesk } from './open-console.ts';
import type { StubApi } from './stub-api.ts';

type Needs = { readonly browser: () => Browser; readonly server: () => TestServer; readonly api: () => StubApi };

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const said = (page: Page, what: string) => page.locator(`[data-retention="${what}"]`).waitFor();

/** What an administrator does: hold, release and erase, and look at how the service does. */
export const retentionScreens = ({ api, browser, server }: Needs): void => {
  it('hold a case, release it and erase it after its reference was typed, all without a word of the person', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.olga(), { at: caseAt(first) });
    const { page, seat } = desk;
    await button(page, english.retention_hold).click();
    await button(dialog(page), english.retention_hold).click();
    await dialog(page).getByText(english.retention_note_needed).waitFor();
    expect(await desk.findings()).to.deep.equal([]);
    await dialog(page).getByLabel(english.retention_note).fill('Case 2027-113');
    await button(dialog(page), english.retention_hold).click();
    await said(page, 'retention_hold_done');
    // The button that has opened the dialog is gone: whoever has no mouse goes on from the heading.
    await page.locator('h1:focus').waitFor();
    await page.locator('[data-held]').getByText('Case 2027-113').waitFor();
    expect(await button(page, english.retention_erase).count()).to.equal(0);
    expect(await desk.findings()).to.deep.equal([]);
    await button(page, english.retention_release).click();
    await button(dialog(page), english.retention_release).click();
    await said(page, 'retention_release_done');
    await button(page, english.retention_erase).click();
    const { reference } = reviewOf(1);
    await dialog(page).getByLabel(english.retention_erase_reference).fill('customer-4702');
    await button(dialog(page), english.retention_erase).click();
    await dialog(page).getByText(english.retention_erase_other).waitFor();
    expect(await desk.findings()).to.deep.equal([]);
    await dialog(page).getByLabel(english.retention_erase_reference).fill(reference);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: `Erased case ${first}` }).waitFor();
    expect(await page.getByText(reference).count()).to.equal(0);
    // The service keeps the status that the case had, which the page does not say any more.
    expect(await page.locator('h1 ~ .tag').allTextContents()).to.deep.equal([english.status_erased]);
    const changes = seat.calls.filter(({ method }) => method !== 'GET');
    expect(changes.map(({ body, method, path }) => [method, path, body])).to.deep.equal([
      ['POST', `/api/reviews/${first}/hold`, { note: 'Case 2027-113' }],
      ['POST', `/api/reviews/${first}/release-hold`, {}],
      ['DELETE', `/api/profiles/${first}`, {}],
    ]);
    expect(await desk.noise()).to.deep.equal([]);
    await desk.close();
  });

  inFull(
    'take an announced erasure back after a question, and offer that where none is announced to nobody',
    async () => {
      const announced = { ...reviewOf(1), erasure_announced_at: '2026-05-04T08:00:00.000Z', hold: null };
      api().reviews.set(first, announced);
      const desk = await openDesk(browser(), server(), api(), staff.olga(), { at: caseAt(first) });
      const { page, seat } = desk;
      await button(page, english.retention_keep).click();
      await dialog(page).getByText(english.retention_keep_text).waitFor();
      expect(await desk.findings()).to.deep.equal([]);
      await button(dialog(page), english.retention_keep).click();
      await said(page, 'retention_keep_done');
      await button(page, english.retention_keep).waitFor({ state: 'detached' });
      const changes = seat.calls.filter(({ method }) => method !== 'GET');
      expect(changes.map(({ method, path }) => [method, path])).to.deep.equal([
        ['DELETE', `/api/profiles/${first}/erasure`],
      ]);
      expect(await desk.noise()).to.deep.equal([]);
      await desk.close();
    },
  );

  inFull('say how the service does, and what could not be read', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.olga());
    const { page, seat } = desk;
    await page.getByRole('link', { name: english.nav_operations }).click();
    await page.locator('[data-part="queue"][data-missing="true"]').getByText(english.operations_missing).waitFor();
    expect(await page.locator('[data-status="canceled"] td').allTextContents()).to.deep.equal([
      '9',
      '63',
      '270 or more',
    ]);
    await page.locator('[data-part="webhooks"]').getByText('old.acme.example').waitFor();
    expect(await desk.findings()).to.deep.equal([]);
    const asked = () => seat.calls.filter(({ path }) => path === '/api/operations').length;
    const before = asked();
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/operations'));
    await button(page, english.operations_refresh).click();
    await answered;
    expect(asked()).to.equal(before + 1);
    await desk.close();
  });
};

/** The same in both languages and colours, and for those who may do less. */
export const moreRetentionScreens = ({ api, browser, server }: Needs): void => {
  it('offer nothing of it to a reviewer, and evidence to an auditor', async () => {
    const rosa = await openDesk(browser(), server(), api(), staff.rosa(), { at: caseAt(first) });
    await rosa.page.getByRole('heading', { level: 2, name: english.decide_title }).waitFor();
    expect(await rosa.page.getByText(english.retention_title).count()).to.equal(0);
    expect(await rosa.page.getByRole('link', { name: english.nav_operations }).count()).to.equal(0);
    await rosa.close();
    const auditor: StaffMember = {
      ...staff.rosa(),
      permissions: ['reviews:read', 'persons:read', 'pictures:read', 'evidence:export'],
    };
    const desk = await openDesk(browser(), server(), api(), auditor, { at: caseAt(first) });
    await button(desk.page, english.retention_export).click();
    await dialog(desk.page).getByLabel(english.retention_export_personal).check();
    await dialog(desk.page).getByLabel(english.retention_export_files).check();
    await dialog(desk.page).getByText(english.retention_export_refused).waitFor();
    expect(await desk.findings()).to.deep.equal([]);
    const [download] = await Promise.all([
      desk.page.waitForEvent('download'),
      button(dialog(desk.page), english.retention_export_get).click(),
    ]);
    expect(download.url()).to.match(new RegExp(`/api/reviews/${first}/evidence-pack\\?personal=true&files=true$`));
    await dialog(desk.page).waitFor({ state: 'detached' });
    await desk.close();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const locale of ['en', 'de'])
      it(`say how the service does in ${locale}, ${colorScheme}`, async () => {
        const desk = await openDesk(browser(), server(), api(), staff.olga(), {
          at: '#/operations',
          colorScheme,
          locale,
        });
        await desk.page.locator('[data-part="webhooks"]').waitFor();
        expect(await desk.findings()).to.deep.equal([]);
        await desk.close();
      });
};
