import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { english } from '#console/texts/english';
import { loadTexts } from '#console/texts/languages';
import type { TestServer } from '../../support/http/server.ts';
import { beginNote, caseAt, claim, decisions, dialog, first, heading, note } from './at-the-desk.ts';
import { reviewOf, staff } from './cases.ts';
import { openDesk } from './open-console.ts';
import { listAnswer, problem } from './stub-answer.ts';
import type { StubApi } from './stub-api.ts';

type Needs = {
  readonly browser: () => Browser;
  readonly server: () => TestServer;
  readonly api: () => StubApi;
};

/** The rest of the screens, and all of them in both languages and colours. */
export const moreScreens = ({ api, browser, server }: Needs): void => {
  it('ask the person again for the chosen steps, with a note', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.rosa(), { at: caseAt(first) });
    const { page, seat } = desk;
    await claim(page);
    await page.keyboard.press('r');
    await page.getByRole('button', { name: english.decide_send }).click();
    await dialog(page).getByText(english.decide_steps_needed).waitFor();
    await dialog(page).getByText(english.decide_note_needed).waitFor();
    expect(await desk.findings()).to.deep.equal([]);
    await dialog(page).getByLabel(english.step_document_front).check();
    await note(page).fill('The number is not readable.');
    await page.getByRole('button', { name: english.decide_send }).click();
    await page.locator('[data-said="true"]').waitFor();
    expect(decisions(seat)[0]?.body).to.deep.equal({
      outcome: 'request_input',
      reason: 'picture_unreadable',
      note: 'The number is not readable.',
      steps: ['document_front'],
      expected_version: 9,
    });
    await desk.close();
  });

  it('say a reason in the language of the page, and in the words of the service below', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.rosa(), { at: caseAt(first), locale: 'de' });
    const reason = desk.page.locator('[data-reason="data_name_mismatch"]');
    await reason.getByText('Der angegebene Name weicht vom Dokument ab.').waitFor();
    const said = reason.locator('[lang="en"]');
    expect(await said.textContent()).to.equal('The claimed name disagrees with the document.');
    expect(await desk.noise()).to.deep.equal([]);
    await desk.close();
  });

  it('need two people where the policy does', async () => {
    const at = caseAt('case00000000003');
    for (const [who, status] of [
      [staff.rosa(), 'in_review'],
      [staff.amir(), 'approved'],
    ] as const) {
      const desk = await openDesk(browser(), server(), api(), who, { at });
      await desk.page.getByText(english.decide_four_eyes).waitFor();
      await claim(desk.page);
      await beginNote(desk.page, 'a', 'Seen.');
      await desk.page.getByRole('button', { name: english.decide_send }).click();
      await desk.page.locator('[data-said="true"]').waitFor();
      expect(api().reviews.get('case00000000003')?.status).to.equal(status);
      await desk.close();
    }
  });

  it('reopen what is settled, for those who may', async () => {
    const at = caseAt('case00000000004');
    const rosa = await openDesk(browser(), server(), api(), staff.rosa(), { at });
    await rosa.page.getByText(english.case_read_only).waitFor();
    expect(await rosa.page.getByRole('button', { name: english.decide_reopen }).count()).to.equal(0);
    await rosa.close();
    const amir = await openDesk(browser(), server(), api(), staff.amir(), { at });
    await amir.page.getByRole('button', { name: english.decide_reopen }).click();
    await note(amir.page).fill('The bank has called.');
    await amir.page.getByRole('button', { name: english.decide_send }).click();
    await amir.page.locator('[data-claim="free"]').waitFor();
    expect(api().reviews.get('case00000000004')?.status).to.equal('in_review');
    await amir.close();
  });

  it('find a case by a document number that is in no address, and say where there is none', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.rosa(), { at: '#/search' });
    const { page, seat } = desk;
    await page.getByLabel(english.search_kind).selectOption('document_number');
    await page.getByLabel(english.search_value).fill('L898902C3');
    await page.getByRole('button', { name: english.search_submit }).click();
    await page.getByRole('link', { name: 'customer-4704' }).waitFor();
    expect(seat.calls.at(-1)?.body).to.deep.equal({ document_number: 'L898902C3' });
    expect(await desk.findings()).to.deep.equal([]);
    await page.getByLabel(english.search_kind).selectOption('reference');
    await page.getByLabel(english.search_value).fill('nobody');
    await page.keyboard.press('Enter');
    await page.getByText(english.search_nothing).waitFor();
    expect(await desk.noise()).to.deep.equal([]);
    await desk.close();
  });

  it('say that there is no case of this id, or none for this member', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.rosa(), { at: caseAt('case00000000099') });
    await desk.page.getByRole('alert').getByText(english.not_found_title).waitFor();
    expect(await desk.findings()).to.deep.equal([]);
    await desk.close();
  });

  it('filter the queue, and switch single keys off', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.rosa());
    const { page, seat } = desk;
    await page.getByRole('link', { name: 'customer-4703' }).waitFor();
    await page.getByLabel(english.filter_overdue).check();
    await page.getByRole('link', { name: 'customer-4703' }).waitFor({ state: 'detached' });
    expect(seat.calls.at(-1)?.path).to.equal('/api/reviews?overdue=true&limit=50');
    await heading(page).focus();
    await page.keyboard.press('?');
    await dialog(page).waitFor();
    expect(await desk.findings()).to.deep.equal([]);
    await dialog(page).getByLabel(english.keys_enabled).uncheck();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    expect(await page.evaluate('document.activeElement?.closest("[data-case]") === null')).to.equal(true);
    await desk.close();
  });

  it('say how many were looked through where a filter finds nobody yet, and look further when asked to', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.rosa());
    const { page } = desk;
    await page.getByRole('link', { name: 'customer-4701' }).waitFor();
    const asked: string[] = [];
    await page.route(
      ({ pathname, searchParams }) => pathname === '/api/reviews' && searchParams.has('reason'),
      async (route) => {
        asked.push(new URL(route.request().url()).searchParams.get('cursor') ?? '');
        const isLast = asked.length === 6;
        const { body } = listAnswer(isLast ? [reviewOf(1)] : [], {
          looked: 200,
          damaged: 1,
          next_cursor: `at${asked.length}`,
        });
        await route.fulfill({ json: isLast ? { ...Object(body), next_cursor: null } : body });
      },
    );
    await page.getByLabel(english.filter_reason).selectOption('document_number_doubtful');
    await page.getByText('1,000 cases that wait were looked through, and none matches. There are more.').waitFor();
    await page.getByText('Cases that cannot be read, and are not shown: 5. Please tell the operator.').waitFor();
    expect(asked).to.deep.equal(['', 'at1', 'at2', 'at3', 'at4']);
    expect(await page.getByText(english.queue_empty_filtered).count()).to.equal(0);
    expect(await desk.findings()).to.deep.equal([]);
    await page.getByRole('button', { name: english.queue_look_further }).click();
    await page.getByRole('link', { name: 'customer-4701' }).waitFor();
    expect(await page.getByRole('button', { name: english.queue_look_further }).count()).to.equal(0);
    expect(await desk.noise()).to.deep.equal([]);
    await desk.close();
  });

  it('send again under its key what may have been done, and another time under another key', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.rosa());
    const { page } = desk;
    const keys: (string | undefined)[] = [];
    const answers = [problem(503, 'database_unavailable'), 'lost' as const];
    await page.route('**/api/reviews/next', (route) => {
      const answer = answers[keys.length] ?? { status: 200, body: { review: null } };
      keys.push(route.request().headers()['idempotency-key']);
      return answer === 'lost'
        ? route.abort('connectionreset')
        : route.fulfill({ status: answer.status, json: answer.body });
    });
    const next = page.getByRole('button', { name: english.queue_next });
    for (let times = 1; times <= 4; times += 1) {
      const asked = page.waitForRequest('**/api/reviews/next');
      await next.click();
      await asked;
      await page.locator('button:enabled', { hasText: english.queue_next }).waitFor();
    }
    const [first, second, third, fourth] = keys;
    expect([first === second, second === third, third === fourth]).to.deep.equal([true, true, false]);
    expect(first).to.match(/^[0-9a-f-]{36}$/);
    await desk.close();
  });

  it('begin one draft of a policy where the answer is lost and it is asked for again', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.olga(), { at: '#/policies' });
    const { page } = desk;
    const keys: (string | undefined)[] = [];
    await page.route('**/api/policy-drafts', (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      keys.push(route.request().headers()['idempotency-key']);
      return keys.length === 1 ? route.abort('connectionreset') : route.fallback();
    });
    await page.getByRole('link', { name: 'standard 1' }).click();
    const begin = page.getByRole('button', { name: english.policy_begin_draft, exact: true });
    await begin.click();
    await page.locator('.error-alert').getByText(english.offline_title).waitFor();
    await begin.click();
    await page.locator('[data-screen="draft"]').waitFor();
    expect(keys).to.have.lengthOf(2);
    expect(keys[0]).to.be.a('string').and.to.equal(keys[1]);
    await desk.close();
  });

  it('lead to the provider in a tab of its own where a session of OpenID has ended', async () => {
    api().methods = ['openid'];
    const desk = await openDesk(browser(), server(), api(), staff.rosa(), { isSignedIn: false });
    const link = desk.page.getByRole('link', { name: english.sign_in_openid });
    expect([await link.getAttribute('href'), await link.getAttribute('target')]).to.deep.equal([
      '/console/sign-in',
      null,
    ]);
    desk.seat.member = { ...desk.seat.account };
    await desk.page.evaluate('dispatchEvent(new Event("focus"))');
    await desk.page.getByRole('link', { name: 'customer-4701' }).waitFor();
    desk.seat.member = null;
    await desk.page.getByRole('button', { name: english.queue_refresh }).click();
    const again = desk.page.getByRole('link', { name: english.sign_in_openid_again });
    expect(await again.getAttribute('target')).to.equal('_blank');
    await desk.close();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const locale of ['en', 'de'])
      it(`can be used by everybody in ${locale}, ${colorScheme}`, async () => {
        const { texts } = await loadTexts(locale === 'de' ? 'de' : 'en');
        const out = await openDesk(browser(), server(), api(), staff.rosa(), {
          locale,
          colorScheme,
          isSignedIn: false,
        });
        await out.page.getByRole('heading', { level: 1, name: texts.sign_in_title }).waitFor();
        await out.page.locator('input[name="username"]').waitFor();
        expect(await out.findings()).to.deep.equal([]);
        await out.close();
        const desk = await openDesk(browser(), server(), api(), staff.amir(), { locale, colorScheme });
        const { page } = desk;
        await page.getByRole('link', { name: 'customer-4701' }).waitFor();
        await page.getByRole('heading', { level: 1, name: texts.queue_title }).waitFor();
        expect(await desk.findings()).to.deep.equal([]);
        await page.getByRole('link', { name: 'customer-4701' }).click();
        await page.getByRole('img', { name: texts.picture_portrait }).waitFor();
        expect(await desk.findings()).to.deep.equal([]);
        await page.getByRole('button', { name: texts.claim_take, exact: true }).click();
        await page.locator('[data-claim="mine"]').waitFor();
        for (const key of ['a', 'd', 'r']) {
          await page.keyboard.press(key);
          await dialog(page).waitFor();
          expect(await desk.findings(), key).to.deep.equal([]);
          await page.keyboard.press('Escape');
          await dialog(page).waitFor({ state: 'detached' });
        }
        expect(await desk.noise()).to.deep.equal([]);
        await desk.close();
      });
};
