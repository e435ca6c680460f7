import { expect } from 'chai';
import type { Browser, Locator, Page } from 'playwright-core';
import { english } from '#console/texts/english';
import { sayIn } from '#console/texts/languages';
import type { TestServer } from '../../support/http/server.ts';
import { dialog } from './at-the-desk.ts';
import { staff } from './cases.ts';
import { openDesk } from './open-console.ts';
import type { StubApi } from './stub-api.ts';

type Needs = { readonly browser: () => Browser; readonly server: () => TestServer; readonly api: () => StubApi };

const say = sayIn(english);
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });

/** What the screens of administration say where an answer was lost, or somebody else was faster. */
export const administrationMishaps = ({ api, browser, server }: Needs): void => {
  it('send a client again under its key where the answer is lost, and say that its secret was in it', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.olga(), { at: '#/clients' });
    const { page } = desk;
    const keys: (string | undefined)[] = [];
    const client = api().administration.clients.get('client000000001');
    let earlierEndsAt = '2126-05-05T09:30:00.000Z';
    for (const path of ['**/api/clients', '**/rotate-secret'])
      await page.route(path, (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        keys.push(route.request().headers()['idempotency-key']);
        return keys.length % 2 === 1
          ? route.abort('connectionreset')
          : route.fulfill({ json: { client: { ...client, old_secret_ends_at: earlierEndsAt }, client_secret: null } });
      });
    await button(page, english.clients_new).click();
    await dialog(page).getByRole('textbox', { name: english.clients_name, exact: true }).fill('Order service');
    await dialog(page).getByLabel('profiles:read').check();
    await button(page, english.clients_create).click();
    await dialog(page).getByText(english.clients_maybe_made).waitFor();
    await button(page, english.clients_create).click();
    await dialog(page).getByText(english.clients_made_lost).waitFor();
    await page.locator('button:focus', { hasText: english.close }).waitFor();
    expect(await desk.findings()).to.deep.equal([]);
    await page.keyboard.press('Enter');
    await button(page, say('clients_action_named', { action: english.clients_rotate, name: 'Order service' })).click();
    await button(dialog(page), english.clients_rotate).click();
    await dialog(page).getByText(english.clients_maybe_rotated).waitFor();
    await button(dialog(page), english.clients_rotate).click();
    await dialog(page).getByText(english.clients_rotated_lost).waitFor();
    expect(await desk.findings()).to.deep.equal([]);
    earlierEndsAt = '2026-01-01T00:00:00.000Z';
    await page.keyboard.press('Enter');
    await button(page, say('clients_action_named', { action: english.clients_rotate, name: 'Order service' })).click();
    await button(dialog(page), english.clients_rotate).click();
    await dialog(page).getByText(english.clients_maybe_rotated).waitFor();
    await button(dialog(page), english.clients_rotate).click();
    await dialog(page).getByText(english.clients_rotated_lost_alone).waitFor();
    await dialog(page).getByText(english.clients_earlier_ended).waitFor();
    expect(keys.map((key) => keys.indexOf(key))).to.deep.equal([0, 0, 2, 2, 4, 4]);
    await desk.close();
  });

  it('say that an endpoint is gone which somebody else has deleted meanwhile, before its secret and after it', async () => {
    for (const isBefore of [true, false]) {
      const desk = await openDesk(browser(), server(), api(), staff.olga(), { at: '#/webhooks/endpoint0000002' });
      const { page } = desk;
      const { endpoints } = api().administration;
      const gone = endpoints.get('endpoint0000002');
      await button(page, english.webhooks_secret).click();
      if (isBefore) endpoints.delete('endpoint0000002');
      await button(dialog(page), english.webhooks_secret).click();
      if (!isBefore) {
        await page.locator('[data-one-time-secret] input').waitFor();
        endpoints.delete('endpoint0000002');
        await button(dialog(page), english.secret_done).click();
        await button(page, english.webhooks_ping).click();
      }
      await page.getByText(english.webhooks_missing).waitFor();
      await dialog(page).waitFor({ state: 'detached' });
      expect(await button(page, english.webhooks_secret).count()).to.equal(0);
      // Without a dialog nothing has taken the focus, and so nothing gives it back.
      if (isBefore) expect(await page.evaluate('document.activeElement?.tagName')).to.equal('H1');
      expect(await desk.findings()).to.deep.equal([]);
      await page.getByRole('link', { name: english.webhooks_back }).click();
      await page.locator('[data-endpoint="endpoint0000001"]').waitFor();
      if (gone !== undefined) endpoints.set('endpoint0000002', gone);
      await desk.close();
    }
  });
};
