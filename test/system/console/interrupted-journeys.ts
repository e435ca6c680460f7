import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { english } from '#console/texts/english';
import { inFull } from '../../support/effort.ts';
import { beginNote, claim, dialog } from './at-the-desk.ts';
import { deskOfSandbox, keysOfDecisions, type Needs } from './desk-of-sandbox.ts';
import { signInAs } from './real-desk.ts';

/** The person of the specimen, as a case shows them. */
const personal = /eriksson|anna maria|l8988901c|1974-08-12/i;

/** The page says that the session has ended, and shows nothing of the person. */
const expectSignIn = async (page: Page): Promise<void> => {
  await page.getByRole('alert').getByText(english.ended_title).waitFor();
  expect(await page.locator('img').count()).to.equal(0);
  expect(await page.locator('body').textContent()).to.not.match(personal);
};

/** What becomes of a case where the session or the network ends in the middle of it. */
export const interruptedJourneys = (needs: Needs): void => {
  const { atCase, decisionsOf, disable, inReview, renew } = deskOfSandbox(needs);
  let undecided: Promise<string> | null = null;
  /** A case about which none of the tests decides. */
  const anyCase = (): Promise<string> => {
    undecided ??= inReview();
    return undecided;
  };

  it('lead to the sign-in where the account is disabled in the middle of a case, with nothing left of the person', async () => {
    const id = await anyCase();
    const { noise, page } = await atCase(id, { username: 'greta', roles: ['senior'] });
    await claim(page);
    await page.locator('img').first().waitFor();
    expect(await page.locator('body').textContent()).to.match(personal);
    await beginNote(page, 'd', 'The faces differ.');
    await disable('greta');
    await page.getByRole('button', { name: english.decide_send }).click();
    await expectSignIn(page);
    expect(await decisionsOf(id)).to.deep.equal([]);
    expect(await noise()).to.deep.equal([]);
  });

  inFull(
    'lead to the sign-in where the session has ended before a download, and download it after another sign-in',
    async () => {
      const id = await anyCase();
      const { page } = await atCase(id, { username: 'vera', roles: ['senior'] });
      await page.getByRole('button', { name: english.retention_export, exact: true }).click();
      const { secrets } = await renew({ username: 'vera', roles: ['senior'] });
      const get = () => dialog(page).getByRole('button', { name: english.retention_export_get });
      await get().click();
      await expectSignIn(page);
      await signInAs(page, 'vera', secrets.password);
      await page.getByRole('button', { name: english.retention_export, exact: true }).click();
      const [download] = await Promise.all([page.waitForEvent('download'), get().click()]);
      expect(download.suggestedFilename()).to.equal(`evidence-${id}.zip`);
      expect(await download.failure()).to.equal(null);
    },
  );

  inFull(
    'lead to the sign-in in every tab where somebody signs out in one, and none keeps what was typed or sent',
    async () => {
      const id = await inReview();
      const { page, password } = await atCase(id, { username: 'rosa' });
      const keys = keysOfDecisions(page);
      await page.route('**/decision', (route) =>
        route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
      );
      const decline = async (): Promise<void> => {
        await beginNote(page, 'd', 'The faces differ.');
        await page.getByRole('button', { name: english.decide_send }).click();
        await dialog(page).getByText(english.offline_title).waitFor();
      };
      await claim(page);
      await decline();
      const other = await page.context().newPage();
      await other.goto(page.url());
      await other.getByRole('button', { name: english.sign_out }).click();
      await other.locator('input[name="username"]').waitFor();
      await expectSignIn(page);
      await signInAs(page, 'rosa', password);
      await page.locator('[data-claim="mine"]').waitFor();
      expect(await page.getByText(english.decide_draft).count()).to.equal(0);
      await decline();
      expect(keys).to.have.lengthOf(2);
      expect(new Set(keys).size).to.equal(2);
    },
  );

  it('answer the decision that was made where its answer was lost and it is sent again', async () => {
    const id = await inReview();
    const { page } = await atCase(id, { username: 'rosa' });
    const keys = keysOfDecisions(page);
    await claim(page);
    await beginNote(page, 'd', 'The faces differ.');
    let isLost = true;
    // Until the second try nothing of what the service has done comes back.
    await page.route(
      (url) => url.pathname.startsWith('/api/') && isLost,
      async (route) => {
        if (route.request().method() === 'POST') await route.fetch();
        await route.abort('connectionreset');
      },
    );
    await page.getByRole('button', { name: english.decide_send }).click();
    await dialog(page).getByText(english.offline_title).waitFor();
    expect(await decisionsOf(id)).to.deep.equal(['review_declined']);
    const answered = page.waitForResponse((response) => response.url().endsWith('/decision'));
    await page.route('**/api/reviews/**', (route) =>
      route.request().method() === 'POST' ? route.continue() : route.abort('connectionreset'),
    );
    isLost = false;
    await page.getByRole('button', { name: english.decide_send }).click();
    expect((await answered).status()).to.equal(200);
    expect(await decisionsOf(id)).to.deep.equal(['review_declined']);
    expect(new Set(keys).size).to.equal(1);
  });
};
