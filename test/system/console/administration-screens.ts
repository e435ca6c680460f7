import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import type { StaffMember } from '#console/model/wire';
import { english } from '#console/texts/english';
import { loadTexts, sayIn } from '#console/texts/languages';
import type { TestServer } from '../../support/http/server.ts';
import { clientScreens, webhookScreens } from './administration-details.ts';
import { administrationMishaps } from './administration-mishaps.ts';
import { dialog, heading } from './at-the-desk.ts';
import { staff } from './cases.ts';
import { openDesk } from './open-console.ts';
import type { StubApi } from './stub-api.ts';

type Needs = { readonly browser: () => Browser; readonly server: () => TestServer; readonly api: () => StubApi };

const say = sayIn(english);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const sessionScreens = ({ api, browser, server }: Needs, locale: 'de' | 'en'): void => {
  it(`end the sessions of somebody after a question, in ${locale}, on a telephone and on a desk`, async () => {
    const { texts } = await loadTexts(locale);
    const sayHere = sayIn(texts);
    const desk = await openDesk(browser(), server(), api(), staff.olga(), { locale, at: '#/sessions' });
    const { page, seat } = desk;
    const row = page.locator('[data-member="staff-rosa00000001"]');
    await row.waitFor();
    await page.getByText(sayHere('sessions_damaged', { count: '3' })).waitFor();
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await desk.findings(), `${width}`).to.deep.equal([]);
      await row.getByRole('button').click();
      await dialog(page).getByText(texts.sessions_end_text).waitFor();
      expect(await desk.findings(), `${width}, asked`).to.deep.equal([]);
      await button(page, texts.cancel).click();
      await dialog(page).waitFor({ state: 'detached' });
    }
    expect(seat.calls.filter(({ method }) => method === 'POST')).to.deep.equal([]);
    await page.locator('[data-member="staff-olga00000003"]').getByRole('button').click();
    await dialog(page).getByText(texts.sessions_end_own).waitFor();
    await button(page, texts.cancel).click();
    await row.getByRole('button').click();
    await dialog(page).getByRole('button', { name: texts.sessions_end, exact: true }).click();
    await page.getByText(sayHere('sessions_ended', { name: 'Rosa Keller' })).waitFor();
    await row.waitFor({ state: 'detached' });
    expect(seat.calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).to.deep.equal([
      '/api/staff/staff-rosa00000001/end-sessions',
    ]);
    expect(await desk.noise()).to.deep.equal([]);
    await desk.close();
  });
};

/** The four screens of administration, each from the menu of the header. */
export const administrationScreens = (needs: Needs): void => {
  const { api, browser, server } = needs;
  sessionScreens(needs, 'en');
  it('lead by keys from the menu to the endpoints, the clients, the sessions and the access log', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.olga());
    const { page } = desk;
    const menu = button(page, english.nav_administration);
    await menu.focus();
    await page.keyboard.press('Enter');
    expect(await desk.findings()).to.deep.equal([]);
    await page.keyboard.press('Escape');
    expect(await menu.getAttribute('aria-expanded')).to.equal('false');
    const parts = [
      { name: english.nav_webhooks, row: '[data-endpoint="endpoint0000002"]', title: english.webhooks_title },
      { name: english.nav_clients, row: '[data-client="acme-backend"]', title: english.clients_title },
      { name: english.nav_sessions, row: '[data-member="staff-rosa00000001"]', title: english.sessions_title },
      { name: english.nav_access_log, row: '[data-line="line.1"]', title: english.access_title },
    ];
    for (const [index, { name, row, title }] of parts.entries()) {
      await page.keyboard.press('Enter');
      for (let tabs = 0; tabs <= index; tabs += 1) await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement?.textContent')).to.equal(name);
      await page.keyboard.press('Enter');
      await page.locator(row).waitFor();
      expect(await page.evaluate('document.activeElement?.textContent')).to.equal(title);
      expect(await desk.findings(), name).to.deep.equal([]);
      await menu.focus();
    }
    expect(await desk.noise()).to.deep.equal([]);
    await desk.close();
  });
};

const accessLogScreens = ({ api, browser, server }: Needs): void => {
  it('page through the access log from a time on, with links to the cases', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.olga(), { at: '#/access-log' });
    const { page, seat } = desk;
    const asked = () => seat.calls.filter(({ path }) => path.startsWith('/api/access-log')).map(({ path }) => path);
    await page.locator('[data-line="line.1"]').waitFor();
    await page.getByLabel(english.access_since).fill('2100-01-01T00:00');
    await button(page, english.access_show).click();
    await page.getByText(english.access_none, { exact: true }).waitFor();
    expect(await desk.findings()).to.deep.equal([]);
    await page.getByLabel(english.access_since).fill('');
    await page.keyboard.press('Enter');
    await page.locator('[data-line="line.2"]').getByText('staff-rosa00000001').waitFor();
    await button(page, english.access_more).click();
    await page
      .locator('[data-line="line.3"]')
      .getByText(say('access_link', { number: '2' }))
      .waitFor();
    await page.getByText(say('access_damaged', { count: '1' })).waitFor();
    expect(new URL(asked().at(-1) ?? '', 'http://x').searchParams.get('after')).to.equal('line.2');
    await page.getByText(say('access_profiles', { count: '2' })).click();
    expect(await desk.findings()).to.deep.equal([]);
    await page.locator('[data-line="line.4"]').getByRole('link', { name: 'case00000000002' }).click();
    await heading(page).getByText('Case customer-4702').waitFor();
    expect(await desk.noise()).to.deep.equal([]);
    await desk.close();
  });
};

/** What is done at these screens, for other roles, and in both languages and colours. */
export const moreAdministrationScreens = (needs: Needs): void => {
  const { api, browser, server } = needs;
  webhookScreens(needs);
  clientScreens(needs);
  administrationMishaps(needs);
  sessionScreens(needs, 'de');
  accessLogScreens(needs);

  it('have no menu for a reviewer, to whom the service says what is missing, and the log alone for an auditor', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.rosa(), { at: '#/clients' });
    await desk.page.getByRole('alert').getByText(english.not_permitted).waitFor();
    expect(await button(desk.page, english.nav_administration).count()).to.equal(0);
    await desk.close();
    const auditor: StaffMember = {
      ...staff.rosa(),
      roles: ['auditor'],
      permissions: ['reviews:read', 'audit:read'],
    };
    const other = await openDesk(browser(), server(), api(), auditor);
    await button(other.page, english.nav_administration).click();
    const links = other.page.locator('.menu-links a');
    expect(await links.allTextContents()).to.deep.equal([english.nav_access_log]);
    await other.page.locator('h1').click();
    await links.waitFor({ state: 'hidden' });
    await other.close();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const locale of ['en', 'de'])
      it(`look after endpoints and clients in ${locale}, ${colorScheme}`, async () => {
        const { texts } = await loadTexts(locale === 'de' ? 'de' : 'en');
        const desk = await openDesk(browser(), server(), api(), staff.olga(), {
          locale,
          colorScheme,
          at: '#/webhooks',
        });
        const { page } = desk;
        const look = async (what: string): Promise<void> => {
          await dialog(page).waitFor();
          expect(await desk.findings(), what).to.deep.equal([]);
          await page.keyboard.press('Escape');
          await dialog(page).waitFor({ state: 'detached' });
        };
        await page.locator('[data-endpoint="endpoint0000002"]').waitFor();
        expect(await heading(page).textContent()).to.equal(texts.webhooks_title);
        expect(await desk.findings()).to.deep.equal([]);
        await button(page, texts.webhooks_new).click();
        await dialog(page).getByLabel(texts.webhooks_all_events).uncheck();
        await look('new endpoint');
        await page.getByRole('link', { name: 'https://old.acme.example/hooks' }).click();
        await page.locator('[data-dead]').waitFor();
        await page.locator('[data-delivery]').waitFor();
        expect(await desk.findings()).to.deep.equal([]);
        await button(page, texts.webhooks_delete).click();
        await look('delete');
        await button(page, texts.nav_administration).click();
        await page.getByRole('link', { name: texts.nav_clients }).click();
        await page.locator('[data-client="acme-backend"]').waitFor();
        expect(await desk.findings()).to.deep.equal([]);
        await button(page, texts.clients_new).click();
        await dialog(page).getByRole('textbox', { name: texts.clients_name, exact: true }).fill('Back office');
        await dialog(page).getByLabel('events:read').check();
        await button(page, texts.clients_create).click();
        await page.locator('[data-one-time-secret]').waitFor();
        await look('secret');
        await button(page, texts.nav_administration).click();
        await page.getByRole('link', { name: texts.nav_access_log }).click();
        await page.locator('[data-line="line.2"]').waitFor();
        expect(await desk.findings()).to.deep.equal([]);
        expect(await desk.noise()).to.deep.equal([]);
        await desk.close();
      });
};
