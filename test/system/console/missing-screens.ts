import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { english } from '#console/texts/english';
import type { TestServer } from '../../support/http/server.ts';
import { caseAt, first, heading } from './at-the-desk.ts';
import { staff } from './cases.ts';
import { addressesOfPictures, expectRevoked, setVisibility } from './forgetting-screens.ts';
import { openDesk } from './open-console.ts';
import { problem } from './stub-answer.ts';
import type { StubApi } from './stub-api.ts';

type Needs = { readonly browser: () => Browser; readonly server: () => TestServer; readonly api: () => StubApi };

/** What the page shows of what is no longer there, or is not for whoever asks. */
export const missingScreens = ({ api, browser, server }: Needs): void => {
  it('take a case away that is refused when its tab comes back, and keep it while there is no network', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.rosa(), { at: caseAt(first) });
    const { page, seat } = desk;
    const comeBack = async (): Promise<void> => {
      await setVisibility(page, 'hidden');
      await setVisibility(page, 'visible');
    };
    const urls = await addressesOfPictures(page);
    seat.isOffline = true;
    await comeBack();
    await page.locator('[data-offline="true"]').getByText(english.offline_title).waitFor();
    await expectRevoked(page, urls, false);
    expect(await page.locator('.stage img').count()).to.equal(3);
    seat.isOffline = false;
    await page.locator('[data-offline="false"]').waitFor({ state: 'attached' });

    const { body, status } = problem(403, 'insufficient_permission');
    await page.route(`**/api/profiles/${first}`, (route) => route.fulfill({ status, json: body }));
    await comeBack();
    await page.getByRole('alert').getByText(english.not_permitted).waitFor();
    expect(await page.locator('img').count()).to.equal(0);
    await expectRevoked(page, urls);
    expect(await heading(page).textContent()).to.equal('Case customer-4701');

    api().reviews.delete(first);
    await comeBack();
    await page.getByRole('alert').getByText(english.not_found_title).waitFor();
    expect(await page.locator('[data-screen="case"]').textContent()).to.equal(
      [
        english.case_back,
        english.problem_title,
        english.not_found_title,
        english.not_found_text,
        english.try_again,
      ].join(''),
    );
    expect(await desk.findings()).to.deep.equal([]);
    expect(await desk.noise()).to.deep.equal([]);
    await desk.close();
  });

  it('say that a permission is missing, and that an address names none, without asking or offering anything', async () => {
    const desk = await openDesk(browser(), server(), api(), staff.rosa(), { at: '#/webhooks' });
    const { page, seat } = desk;
    const go = (fragment: string) => page.goto(`${server().url}/console${fragment}`);
    for (const fragment of [
      '#/webhooks',
      '#/webhooks/endpoint0000001',
      '#/clients',
      '#/access-log',
      '#/lists',
      '#/operations',
    ]) {
      await go(fragment);
      await page.locator('[data-screen="not-permitted"]').getByText(english.not_permitted).waitFor();
      expect(await page.locator('main').getByRole('button').count(), fragment).to.equal(0);
    }
    expect(await desk.findings()).to.deep.equal([]);
    await go('#/nonsense');
    await heading(page).getByText(english.page_missing).waitFor();
    expect(await desk.findings()).to.deep.equal([]);
    expect(seat.calls.map(({ path }) => path).filter((path) => path !== '/api/staff/me')).to.deep.equal([]);
    await page.getByRole('link', { name: english.case_back }).click();
    await page.locator('[data-screen="queue"]').waitFor();
    expect(await desk.noise()).to.deep.equal([]);
    await desk.close();
  });
};
