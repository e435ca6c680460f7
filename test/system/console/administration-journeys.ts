import { english, sayIn } from '@portcullis/console/texts';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { dialog } from './at-the-desk.ts';
import { deskOfSandbox, type Needs } from './desk-of-sandbox.ts';

const say = sayIn(english);
const name = 'Order service';
const button = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true });

/** What an administrator makes at the console of a real service, and what it is good for. */
export const administrationJourneys = (needs: Needs): void => {
  const { atScreen } = deskOfSandbox(needs);

  /** The status with which this client gets a token, and the token. */
  const tokenOf = async (id: string, secret: string): Promise<{ readonly status: number; readonly token: string }> => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
    const answer = await fetch(`${needs.sandbox().info.base_url}/api/auth/token`, { method: 'POST', body });
    return { status: answer.status, token: String(Object(await answer.json())['access_token']) };
  };
  const readProfiles = async (token: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${needs.sandbox().info.base_url}/api/profiles`, { headers })).status;
  };
  /** The secret that is shown, which is gone with its dialog. */
  const readSecret = async (page: Page): Promise<string> => {
    const secret = await page.locator('[data-one-time-secret] input').inputValue();
    await button(page, english.secret_done).click();
    await dialog(page).waitFor({ state: 'detached' });
    expect(await page.content()).to.not.include(secret);
    return secret;
  };
  const act = (page: Page, action: string) => button(page, say('clients_action_named', { action, name })).click();
  const sendIn = (page: Page, action: string) =>
    dialog(page).getByRole('button', { name: action, exact: true }).click();

  it('make a client that gets a token, give it a new secret beside the earlier one, and end its access', async () => {
    const { noise, page } = await atScreen('#/clients', { username: 'ines', roles: ['admin'] });
    await page.locator('td', { hasText: english.clients_of_configuration }).first().waitFor();
    await button(page, english.clients_new).click();
    await dialog(page).getByRole('textbox', { name: english.clients_name, exact: true }).fill(name);
    await dialog(page).getByLabel('profiles:read').check();
    await button(page, english.clients_create).click();
    const first = await readSecret(page);
    const row = page.locator('[data-client]', { hasText: name });
    const id = (await row.getAttribute('data-client')) ?? '';
    const { status, token } = await tokenOf(id, first);
    expect([status, await readProfiles(token)]).to.deep.equal([200, 200]);

    await act(page, english.clients_rotate);
    await sendIn(page, english.clients_rotate);
    const second = await readSecret(page);
    await row.getByText(/^The earlier secret is accepted until/).waitFor();
    const rotated = await Promise.all([first, second].map((secret) => tokenOf(id, secret)));
    expect(rotated.map((one) => one.status)).to.deep.equal([200, 200]);
    await act(page, english.clients_rotate);
    await dialog(page).getByLabel(english.clients_overlap).selectOption('0');
    await sendIn(page, english.clients_rotate);
    await dialog(page).getByText(english.clients_earlier_ended).waitFor();
    const third = await readSecret(page);
    const alone = await Promise.all([first, second, third].map((secret) => tokenOf(id, secret)));
    expect(alone.map((one) => one.status)).to.deep.equal([401, 401, 200]);

    await act(page, english.clients_disable);
    await sendIn(page, english.clients_disable);
    await page.getByText(english.clients_is_disabled).waitFor();
    expect([(await tokenOf(id, third)).status, await readProfiles(token)]).to.deep.equal([401, 401]);
    await act(page, english.clients_enable);
    await sendIn(page, english.clients_enable);
    await page.getByText(english.clients_is_enabled).waitFor();
    expect([(await tokenOf(id, third)).status, await readProfiles(token)]).to.deep.equal([200, 200]);
    expect(await noise()).to.deep.equal([]);
  });

  it('make an endpoint that answers no ping, which is named among the endpoints and deleted again', async () => {
    const { noise, page } = await atScreen('#/webhooks', { username: 'ines', roles: ['admin'] });
    await page.getByText(english.webhooks_none).waitFor();
    await button(page, english.webhooks_new).click();
    // Nobody listens at this port, and the sandbox allows addresses of this machine.
    await dialog(page).getByLabel(english.webhooks_url).fill('http://127.0.0.1:9/hooks');
    await button(page, english.webhooks_create).click();
    await dialog(page).getByText(english.webhooks_verify_hint).waitFor();
    expect(await readSecret(page)).to.match(/^whsec_/);
    await page.getByRole('link', { name: 'http://127.0.0.1:9/hooks' }).click();
    await page.getByText(english.webhooks_no_deliveries).waitFor();
    await page.getByText(english.webhooks_no_dead).waitFor();
    await button(page, english.webhooks_ping).click();
    await page.locator('[data-said="true"]', { hasText: english.failure_connection_refused }).waitFor();
    await button(page, english.webhooks_delete).click();
    await sendIn(page, english.webhooks_delete);
    await page.getByText(english.webhooks_none).waitFor();
    expect(await noise()).to.deep.equal([]);
  });

  it('read the access log of a real service from its beginning', async () => {
    const { noise, page } = await atScreen('#/access-log', { username: 'ines', roles: ['admin'] });
    await page.getByLabel(english.access_since).fill('');
    await button(page, english.access_show).click();
    await page.getByText(/^Lines shown: |There is no line/).waitFor();
    expect(await noise()).to.deep.equal([]);
  });
};
