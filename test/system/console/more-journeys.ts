import { seedStaff } from '@portcullis/cli';
import { english } from '@portcullis/console/texts';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { aPolicy } from '../../support/builders/policies.ts';
import { partnerProfile, playJourney, sandboxScenario } from '../../support/clients/journey.ts';
import { mustSucceed } from '../../support/run.ts';
import { openedRecords, type TestSandbox } from '../../support/servers/sandbox.ts';
import { beginNote, caseAt, claim, dialog, note } from './at-the-desk.ts';
import { openRealDesk, type RealDesk, signInAs } from './real-desk.ts';

type Needs = { readonly browser: () => Browser; readonly sandbox: () => TestSandbox };

const fourEyed = aPolicy({ id: 'four-eyed', review: { fourEyes: true } });

/** What a member of staff decides at the console of a real service, and what comes of it. */
export const moreJourneys = ({ browser, sandbox }: Needs): void => {
  const openDesks: RealDesk[] = [];
  afterEach(async () => {
    for (const desk of openDesks.splice(0)) await desk.close();
  });

  /** Somebody in review, who came there without a browser. */
  const inReview = async (policy = 'standard'): Promise<string> => {
    const { base_url: baseUrl, token } = sandbox().info;
    const choose = (name: Parameters<typeof sandboxScenario>[0]) => ({ ...sandboxScenario(name), policy });
    const played = await playJourney({ baseUrl, token, choose }, 'review_face_borderline');
    expect(played.status).to.equal('in_review');
    return played.person.profileId;
  };
  const statusOf = async (id: string): Promise<string> => {
    const { base_url: baseUrl, token } = sandbox().info;
    return (await partnerProfile({ baseUrl, token, choose: sandboxScenario }, id)).status;
  };
  /** The desk of a new member of staff who signs in and comes to this case. */
  const atCase = async (id: string, username: string, partnerId = 'sandbox'): Promise<RealDesk> => {
    const { info, records } = sandbox();
    const member = { username, name: `${username} Lind`, roles: ['reviewer'], partnerId } as const;
    const { secrets } = await seedStaff(records, member);
    const desk = await openRealDesk(browser(), info.base_url, caseAt(id));
    openDesks.push(desk);
    await signInAs(desk.page, username, secrets.password);
    return desk;
  };
  const decide = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: english.decide_send }).click();
    await page.locator('[data-said="true"]').waitFor();
  };

  /** What was decided in review about a profile, in order, with whoever decided. */
  const decisionsOf = async (id: string): Promise<readonly string[]> => {
    const entries = await mustSucceed(openedRecords(sandbox()).ledgerReader.entries(id, { afterSeq: 0, limit: 100 }));
    return entries.filter(({ actor }) => actor.type === 'reviewer').map(({ type }) => type);
  };

  it('lead to a decline', async () => {
    const id = await inReview();
    const { noise, page } = await atCase(id, 'rosa');
    await claim(page);
    await beginNote(page, 'd', 'The faces differ.');
    await decide(page);
    expect(await statusOf(id)).to.equal('declined');
    expect(await noise()).to.deep.equal([]);
  });

  it('lead back to the person, who is asked for a picture again', async () => {
    const id = await inReview();
    const { noise, page } = await atCase(id, 'rosa');
    await claim(page);
    await page.keyboard.press('r');
    await dialog(page).getByLabel(english.step_document_front).check();
    await note(page).fill('The number is not readable.');
    await decide(page);
    expect(await statusOf(id)).to.equal('requires_input');
    expect(await noise()).to.deep.equal([]);
  });

  it('lead to an approval by two people, where the policy asks for them', async () => {
    await mustSucceed(openedRecords(sandbox()).policyRepository.add(fourEyed, 'sandbox'));
    const id = await inReview(fourEyed.id);
    for (const [username, status] of [
      ['rosa', 'in_review'],
      ['amir', 'approved'],
    ] as const) {
      const { page } = await atCase(id, username);
      await page.getByText(english.decide_four_eyes).waitFor();
      await claim(page);
      await beginNote(page, 'a', 'The faces are those of one person.');
      await decide(page);
      expect(await statusOf(id)).to.equal(status);
    }
  });

  it('show nothing of a case to staff of another partner', async () => {
    const id = await inReview();
    const { noise, page } = await atCase(id, 'olga', 'another');
    await page.getByText(english.not_found_title).waitFor();
    expect(await page.locator('img').count()).to.equal(0);
    expect(await noise()).to.deep.equal([]);
  });

  it('give a case to one of two who claim it at once', async () => {
    const id = await inReview();
    const desks = [await atCase(id, 'rosa'), await atCase(id, 'amir')];
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
    const { noise, page } = await atCase(id, 'rosa');
    await claim(page);
    await beginNote(page, 'd', 'The faces differ.');
    // New secrets end the sessions of an account.
    const { secrets } = await seedStaff(sandbox().records, {
      username: 'rosa',
      name: 'rosa Lind',
      roles: ['reviewer'],
    });
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

  it('outlive a lost network: nothing is decided meanwhile, and once afterwards', async () => {
    const id = await inReview();
    const { page } = await atCase(id, 'rosa');
    await claim(page);
    await beginNote(page, 'd', 'The faces differ.');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: english.decide_send }).click();
    await dialog(page).getByText(english.offline_title).waitFor();
    expect(await note(page).inputValue()).to.equal('The faces differ.');
    expect(await decisionsOf(id)).to.deep.equal([]);
    await page.context().setOffline(false);
    await page.locator('[data-offline="false"]').waitFor({ state: 'attached' });
    await decide(page);
    expect(await decisionsOf(id)).to.deep.equal(['review_declined']);
  });

  it('are made once where the answer is lost on its way, and the page shows what came of it', async () => {
    const id = await inReview();
    const { page } = await atCase(id, 'rosa');
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
