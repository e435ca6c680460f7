import { setTimeout as pause } from 'node:timers/promises';
import { english } from '@portcullis/console/texts';
import { expect } from 'chai';
import { aPolicy } from '../../support/builders/policies.ts';
import { everyLineIn } from '../../support/records/looks.ts';
import { mustSucceed } from '../../support/run.ts';
import { openedRecords } from '../../support/servers/sandbox.ts';
import { beginNote, claim, dialog, note } from './at-the-desk.ts';
import { deskOfSandbox, type Needs } from './desk-of-sandbox.ts';
import { signInAs } from './real-desk.ts';

const fourEyed = aPolicy({ id: 'four-eyed', review: { fourEyes: true } });

/** What a member of staff decides at the console of a real service, and what comes of it. */
export const moreJourneys = (needs: Needs): void => {
  const { atCase, decide, decisionsOf, inReview, renew, statusOf } = deskOfSandbox(needs);

  it('lead to a decline', async () => {
    const id = await inReview();
    const { noise, page } = await atCase(id, { username: 'rosa' });
    await claim(page);
    await beginNote(page, 'd', 'The faces differ.');
    await decide(page);
    expect(await statusOf(id)).to.equal('declined');
    expect(await noise()).to.deep.equal([]);
  });

  it('lead back to the person, who is asked for a picture again', async () => {
    const id = await inReview();
    const { noise, page } = await atCase(id, { username: 'rosa' });
    await claim(page);
    await page.keyboard.press('r');
    await dialog(page).getByLabel(english.step_document_front).check();
    await note(page).fill('The number is not readable.');
    await decide(page);
    expect(await statusOf(id)).to.equal('requires_input');
    expect(await noise()).to.deep.equal([]);
  });

  it('lead to an approval by two people, where the policy asks for them', async () => {
    await mustSucceed(openedRecords(needs.sandbox()).policyRepository.add(fourEyed, 'sandbox'));
    const id = await inReview(fourEyed.id);
    for (const [username, status] of [
      ['rosa', 'in_review'],
      ['amir', 'approved'],
    ] as const) {
      const { page } = await atCase(id, { username });
      await page.getByText(english.decide_four_eyes).waitFor();
      await claim(page);
      await beginNote(page, 'a', 'The faces are those of one person.');
      await decide(page);
      expect(await statusOf(id)).to.equal(status);
    }
  });

  it('are a line of the access log each time that a case is opened, also at once after another', async () => {
    const id = await inReview();
    const { noise, page } = await atCase(id, { username: 'rosa' });
    const shown = async (): Promise<void> => {
      for (const name of [english.picture_portrait, english.file_liveness_reference])
        await page.getByRole('img', { name }).waitFor();
    };
    await shown();
    await page.getByRole('link', { name: english.case_back }).click();
    await page.locator(`[data-case="${id}"] a`).click();
    await shown();
    const { accessLog } = openedRecords(needs.sandbox());
    const looks = async (operation: string): Promise<number> =>
      (await everyLineIn(accessLog)).filter(
        (line) => line.caller.kind === 'staff' && line.operation === operation && line.profile_id === id,
      ).length;
    // The service writes its lines once a second; a look at a case asks for its two pictures last.
    while ((await looks('readFile')) < 4) await pause(100);
    for (const operation of ['readReview', 'getProfile']) expect(await looks(operation), operation).to.equal(2);
    expect(await looks('readFile')).to.equal(4);
    expect(await noise()).to.deep.equal([]);
  });

  it('show nothing of a case to staff of another partner', async () => {
    const id = await inReview();
    const { noise, page } = await atCase(id, { username: 'olga', partnerId: 'another' });
    await page.getByText(english.not_found_title).waitFor();
    expect(await page.locator('img').count()).to.equal(0);
    expect(await noise()).to.deep.equal([]);
  });

  it('give a case to one of two who claim it at once', async () => {
    const id = await inReview();
    const desks = [await atCase(id, { username: 'rosa' }), await atCase(id, { username: 'amir' })];
    const buttons = desks.map(({ page }) => page.getByRole('button', { name: english.claim_take, exact: true }));
    for (const button of buttons) await button.waitFor();
    await Promise.all(buttons.map((button) => button.click()));
    const mine = await Promise.all(
      desks.map(async ({ page }) => {
        const held = page.locator('[data-claim="mine"]');
        await held
          .or(page.getByText(/has claimed this case until/))
          .first()
          .waitFor();
        return held.count();
      }),
    );
    expect(mine.toSorted()).to.deep.equal([0, 1]);
  });

  it('outlive a session that the service has ended: the case and the note are there again', async () => {
    const id = await inReview();
    const { noise, page } = await atCase(id, { username: 'rosa' });
    await claim(page);
    await beginNote(page, 'd', 'The faces differ.');
    // New secrets end the sessions of an account.
    const { secrets } = await renew({ username: 'rosa' });
    await page.getByRole('button', { name: english.decide_send }).click();
    await page.getByRole('alert').getByText(english.ended_title).waitFor();
    expect(await page.locator('img').count()).to.equal(0);
    expect(await decisionsOf(id)).to.deep.equal([]);
    await signInAs(page, 'rosa', secrets.password);
    await page.getByText(english.decide_draft).waitFor();
    // The claim is of the member and not of the session.
    await page.locator('[data-claim="mine"]').waitFor();
    await page.keyboard.press('d');
    expect(await note(page).inputValue()).to.equal('The faces differ.');
    await decide(page);
    expect(await decisionsOf(id)).to.deep.equal(['review_declined']);
    expect(await noise()).to.deep.equal([]);
  });

  it('are made once where the answer is lost on its way, and the page shows what came of it', async () => {
    const id = await inReview();
    const { page } = await atCase(id, { username: 'rosa' });
    await claim(page);
    await beginNote(page, 'd', 'The faces differ.');
    await page.route(
      (url) => url.pathname === `/api/reviews/${id}/decision`,
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
    );
    await page.getByRole('button', { name: english.decide_send }).click();
    await page.getByText(english.case_read_only).waitFor();
    expect(await statusOf(id)).to.equal('declined');
    expect(await decisionsOf(id)).to.deep.equal(['review_declined']);
  });
};
