import { expect } from 'chai';
import type { Browser, Locator, Page } from 'playwright-core';
import { english } from '#console/texts/english';
import { sayIn } from '#console/texts/languages';
import type { TestServer } from '../../support/http/server.ts';
import { dialog, signIn } from './at-the-desk.ts';
import { staff } from './cases.ts';
import { type Desk, openDesk } from './open-console.ts';
import { problem } from './stub-answer.ts';
import type { StubApi } from './stub-api.ts';

type Needs = { readonly browser: () => Browser; readonly server: () => TestServer; readonly api: () => StubApi };

const say = sayIn(english);
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const nameIn = (page: Page) => dialog(page).getByRole('textbox', { name: english.clients_name, exact: true });
const secretIn = (page: Page) => page.locator('[data-one-time-secret] input');
const changes = ({ seat }: Desk) =>
  seat.calls.filter(({ method }) => method !== 'GET').map(({ body, method, path }) => [method, path, body]);

/** That a secret is nowhere on the page, and in no storage of the browser. */
const expectGone = async (page: Page, secret: string): Promise<void> => {
  await dialog(page).waitFor({ state: 'detached' });
  const kept = await page.evaluate<string>(
    'JSON.stringify([document.documentElement.outerHTML, { ...localStorage }, { ...sessionStorage }, location.href])',
  );
  expect(kept).to.not.include(secret);
};

/** What is done to endpoints of webhooks. */
export const webhookScreens = ({ api, browser, server }: Needs): void => {
  it('create an endpoint, show its secret once, and forget it with the dialog', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.olga(), { at: '#/webhooks' });
    const { page, seat } = desk;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('[data-endpoint="endpoint0000002"]').getByText('3 wait, 200 or more given up.').waitFor();
    await page.getByText(say('webhooks_damaged', { count: '2' })).waitFor();
    await button(page, english.webhooks_new).click();
    await button(page, english.webhooks_create).click();
    await dialog(page).getByText(english.webhooks_url_needed).waitFor();
    await dialog(page).getByLabel(english.webhooks_all_events).uncheck();
    await dialog(page).getByLabel(english.webhooks_url).fill('https://silent.acme.example/hooks');
    await button(page, english.webhooks_create).click();
    await dialog(page).getByText(english.webhooks_types_needed).waitFor();
    expect(await desk.findings()).to.deep.equal([]);
    await dialog(page).getByLabel('profile.declined').check();
    await dialog(page).getByLabel('profile.approved').check();
    seat.isOffline = true;
    await button(page, english.webhooks_create).click();
    await dialog(page).getByText(english.offline_title).waitFor();
    seat.isOffline = false;
    await button(page, english.webhooks_create).click();
    await secretIn(page).waitFor();
    expect(changes(desk)).to.deep.equal([
      [
        'POST',
        '/api/webhook-endpoints',
        {
          url: 'https://silent.acme.example/hooks',
          description: null,
          types: ['profile.approved', 'profile.declined'],
        },
      ],
    ]);
    const secret = await secretIn(page).inputValue();
    expect(secret).to.match(/^whsec_/);
    await dialog(page).getByText(english.webhooks_verify_hint).waitFor();
    expect(await desk.findings()).to.deep.equal([]);
    expect(await page.evaluate('document.activeElement?.textContent')).to.equal(english.secret_copy);
    await page.keyboard.press('Enter');
    await dialog(page).getByText(english.secret_copy_done).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(secret);
    await button(dialog(page), english.secret_done).click();
    await expectGone(page, secret);
    await page.locator('[data-endpoint="endpoint0000003"]').waitFor();
    expect(await desk.noise()).to.deep.equal([]);
    await desk.close();
  });

  it('change an endpoint, send what was given up again, and delete it after a question', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.olga(), { at: '#/webhooks' });
    const { page } = desk;
    await page.getByRole('link', { name: 'https://old.acme.example/hooks' }).click();
    await page.getByRole('heading', { level: 1, name: 'Endpoint old.acme.example' }).waitFor();
    await page.locator('[data-delivery]').first().waitFor();
    expect(await desk.findings()).to.deep.equal([]);
    await button(page, english.webhooks_more_deliveries).click();
    await page.locator('[data-delivery="evt_event0000000001"]').getByText(english.failure_timeout).waitFor();
    await button(page, english.webhooks_enable).click();
    await page.getByText(english.webhooks_is_enabled).waitFor();
    await button(page, english.webhooks_change).click();
    await dialog(page).getByLabel(english.webhooks_description).fill('Archive');
    expect(await desk.findings()).to.deep.equal([]);
    await page.keyboard.press('Enter');
    await page.getByText(english.webhooks_is_changed).waitFor();
    await button(page, english.webhooks_send_all).click();
    await page.getByText(say('webhooks_replayed', { count: '12' })).waitFor();
    await page.locator('[data-dead]').getByRole('button').click();
    await page.getByText(say('webhooks_replayed', { count: '1' })).waitFor();
    await button(page, english.webhooks_secret).click();
    expect(await desk.findings()).to.deep.equal([]);
    await button(dialog(page), english.webhooks_secret).click();
    const secret = await secretIn(page).inputValue();
    await page.keyboard.press('Escape');
    await expectGone(page, secret);
    await button(page, english.webhooks_delete).click();
    expect(await desk.findings()).to.deep.equal([]);
    await button(dialog(page), english.webhooks_delete).click();
    await page.locator('[data-endpoint="endpoint0000001"]').waitFor();
    expect(await page.locator('[data-endpoint="endpoint0000002"]').count()).to.equal(0);
    const own = '/api/webhook-endpoints/endpoint0000002';
    expect(changes(desk)).to.deep.equal([
      ['PATCH', own, { status: 'enabled' }],
      ['PATCH', own, { description: 'Archive' }],
      ['POST', `${own}/replay`, { dead_letters: true }],
      ['POST', `${own}/replay`, { event: 'evt_event0000000001' }],
      ['POST', `${own}/rotate-secret`, {}],
      ['DELETE', own, {}],
    ]);
    await desk.close();
  });

  it('make one endpoint under one key where the answer is lost, and stay open until there is one', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.olga(), { at: '#/webhooks' });
    const { page } = desk;
    const keys: (string | undefined)[] = [];
    let answer = (): void => undefined;
    const pressed = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/webhook-endpoints', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length === 1) return route.abort('connectionreset');
      await pressed;
      return route.fallback();
    });
    await button(page, english.webhooks_new).click();
    await dialog(page).getByLabel(english.webhooks_url).fill('https://new.acme.example/hooks');
    await page.keyboard.press('Enter');
    await dialog(page).getByText(english.offline_title).waitFor();
    await button(page, english.webhooks_create).click();
    await dialog(page).getByText(english.one_moment).waitFor();
    await page.keyboard.press('Escape');
    expect(await desk.findings()).to.deep.equal([]);
    answer();
    await secretIn(page).waitFor();
    expect(keys).to.have.lengthOf(2);
    expect(keys[0]).to.be.a('string').and.to.equal(keys[1]);
    await desk.close();
  });
};

/** What is done to clients. */
export const clientScreens = ({ api, browser, server }: Needs): void => {
  it('create a client, rotate its secret, and disable it after a question', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.olga(), { at: '#/clients' });
    const { page } = desk;
    const ofConfiguration = page.locator('[data-client="acme-backend"]');
    await ofConfiguration.getByText(english.clients_of_configuration).waitFor();
    expect(await ofConfiguration.getByRole('button').count()).to.equal(0);
    await button(page, english.clients_new).click();
    await button(page, english.clients_create).click();
    await dialog(page).getByText(english.clients_name_needed).waitFor();
    await dialog(page).getByText(english.clients_scopes_needed).waitFor();
    expect(await desk.findings()).to.deep.equal([]);
    await nameIn(page).fill('Back office');
    await dialog(page).getByLabel('events:read').check();
    await dialog(page).getByLabel('profiles:read').check();
    await button(page, english.clients_create).click();
    const first = await secretIn(page).inputValue();
    expect(await desk.findings()).to.deep.equal([]);
    await button(dialog(page), english.secret_done).click();
    await expectGone(page, first);
    const own = '/api/clients/client000000004';
    const name = 'Back office';
    const act = (action: string) => button(page, say('clients_action_named', { action, name })).click();
    await act(english.clients_rotate);
    await dialog(page).getByLabel(english.clients_overlap).selectOption('0');
    expect(await desk.findings()).to.deep.equal([]);
    await button(dialog(page), english.clients_rotate).click();
    await dialog(page).getByText(english.clients_earlier_ended).waitFor();
    await page.keyboard.press('Escape');
    await act(english.clients_rotate);
    await button(dialog(page), english.clients_rotate).click();
    await dialog(page)
      .getByText(/^The earlier secret is accepted until May 5, 2126/)
      .waitFor();
    await page.keyboard.press('Escape');
    await act(english.clients_disable);
    await dialog(page).getByText(english.clients_disable_not_for_good).waitFor();
    expect(await desk.findings()).to.deep.equal([]);
    await button(dialog(page), english.clients_disable).click();
    await page.getByText(english.clients_is_disabled).waitFor();
    await page.locator('button:focus', { hasText: english.clients_enable }).waitFor();
    expect(changes(desk)).to.deep.equal([
      ['POST', '/api/clients', { name, scopes: ['profiles:read', 'events:read'] }],
      ['POST', `${own}/rotate-secret`, { overlap_seconds: 0 }],
      ['POST', `${own}/rotate-secret`, { overlap_seconds: 86_400 }],
      ['POST', `${own}/disable`, {}],
    ]);
    await act(english.clients_enable);
    await button(dialog(page), english.clients_enable).click();
    await page.getByText(english.clients_is_enabled).waitFor();
    expect(await desk.noise()).to.deep.equal([]);
    await desk.close();
  });

  it('say that one which is damaged is disabled for good', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.olga(), { at: '#/clients' });
    const damaged = desk.page.locator('[data-client="client000000003"]');
    await damaged.getByRole('button').click();
    await dialog(desk.page).getByText(english.clients_disable_for_good).waitFor();
    await button(dialog(desk.page), english.clients_disable).click();
    await damaged.locator('.tag', { hasText: english.client_disabled }).waitFor();
    await desk.close();
  });

  it('keep what was typed where the session or the connection ends, and say what may have been made', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.olga(), { at: '#/clients' });
    const { page, seat } = desk;
    await button(page, english.clients_new).click();
    await nameIn(page).fill('Back office');
    await dialog(page).getByLabel('profiles:read').check();
    await page.route('**/api/clients', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 503, json: problem(503, 'x').body })
        : route.fallback(),
    );
    await button(page, english.clients_create).click();
    await dialog(page).getByText(english.clients_maybe_made).waitFor();
    expect(await desk.findings()).to.deep.equal([]);
    await page.unroute('**/api/clients');
    seat.member = null;
    await button(page, english.clients_create).click();
    await page.getByRole('alert').getByText(english.ended_title).waitFor();
    await signIn(page, 'right');
    await page.getByText(english.form_kept).waitFor();
    await button(page, english.clients_new).click();
    expect(await nameIn(page).inputValue()).to.equal('Back office');
    expect(await dialog(page).getByLabel('profiles:read').isChecked()).to.equal(true);
    await button(dialog(page), english.cancel).click();
    await button(page, english.clients_new).click();
    expect(await nameIn(page).inputValue()).to.equal('');
    await desk.close();
  });
};
