import { setTimeout as pause } from 'node:timers/promises';
import { type SandboxInfo, seedStaff } from '@portcullis/cli';
import { createClient, unwrap } from '@portcullis/client';
import { english } from '@portcullis/console/texts';
import type { AccessLog } from '@portcullis/domain';
import { loadTexts } from '@portcullis/verify/texts';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../support/browser/chromium.ts';
import { contexts, filmed, specimenFile } from '../../support/browser/devices.ts';
import { describeInChromium } from '../../support/browser/in-chromium.ts';
import { type Link, partnerOf } from '../../support/browser/links.ts';
import { lookAtNothing } from '../../support/browser/look.ts';
import { openPerson } from '../../support/browser/person.ts';
import { noiseOf } from '../../support/browser/quiet.ts';
import { isFullEffort } from '../../support/effort.ts';
import { everyLineIn } from '../../support/records/looks.ts';
import { openedRecords, useSandbox } from '../../support/servers/sandbox.ts';
import { beginNote } from './at-the-desk.ts';
import { moreJourneys } from './more-journeys.ts';
import { openRealDesk, signInAs } from './real-desk.ts';

/** Who has looked at pictures of a profile, and how that was answered. */
const looksAtPictures = async (accessLog: AccessLog, profileId: string): Promise<readonly string[]> =>
  (await everyLineIn(accessLog))
    .filter(({ operation, profile_id: id }) => operation === 'readFile' && id === profileId)
    .map(({ caller, status }) => [caller.kind === 'staff' ? caller.staff_id : caller.kind, status].join(' '));

const clientOf = ({ base_url: baseUrl, client_id: clientId, client_secret: clientSecret }: SandboxInfo) =>
  createClient({ baseUrl, clientId, clientSecret });

const note = 'The faces are those of one person.';

describeInChromium('a person and a member of staff over one service', function (executable) {
  this.timeout(60_000);
  const sandbox = useSandbox();
  let browser: Browser;
  before(async () => {
    browser = await launchChromium(executable, null);
  });
  after(() => browser?.close());

  /** A person at their page, with the picture of a document, up to the end. */
  const becomeReviewed = async (): Promise<Link> => {
    const texts = await loadTexts('en');
    const link = await partnerOf(sandbox().info).createLink('review_face_borderline', 'en');
    const person = await openPerson(browser, { context: contexts[1280], texts, look: lookAtNothing });
    await person.page.goto(link.url);
    await person.walk({ photo: specimenFile(filmed), picksAt: 'camera_primer' });
    await person.page.getByRole('heading', { level: 1, name: texts.in_review_title }).waitFor();
    expect(await noiseOf(person, link, sandbox().info.base_url)).to.deep.equal([]);
    await person.page.context().close();
    return link;
  };

  it('lead from the link of the person to an approval by whoever took the next case', async () => {
    const { info, records } = sandbox();
    const link = await becomeReviewed();
    const partner = partnerOf(info);
    expect(await partner.outcomeOf(link)).to.deep.equal(['in_review', 'face_match_borderline']);

    const rosa = await seedStaff(records, { username: 'rosa', name: 'Rosa Lind', roles: ['reviewer'] });
    const desk = await openRealDesk(browser, info.base_url);
    const { page } = desk;
    await signInAs(page, 'rosa', rosa.secrets.password);
    await page.getByRole('link', { name: /^person-/ }).waitFor();
    await page.getByRole('button', { name: english.queue_next }).click();
    await page.locator('[data-claim="mine"]').waitFor();
    for (const name of [english.picture_portrait, english.file_liveness_reference])
      await page.getByRole('img', { name }).waitFor();
    await beginNote(page, 'a', note);
    await page.getByRole('button', { name: english.decide_send }).click();
    await page.locator('[data-said="true"]').waitFor();
    await page.getByText(english.case_read_only).waitFor();
    expect(await desk.noise()).to.deep.equal([]);
    await desk.close();

    expect((await partner.outcomeOf(link))[0]).to.equal('approved');
    const { staffId } = rosa.account.member;
    const { histories } = clientOf(info);
    const { data: entries } = unwrap(await histories.readStatusHistory(link.profileId));
    const [approval] = entries.filter(({ type }) => type === 'review_approved');
    expect(approval?.actor).to.deep.equal({ type: 'reviewer', id: staffId });
    // The service writes its lines once a second, and its API shows them later.
    const { accessLog } = openedRecords(sandbox());
    let looks: readonly string[] = [];
    while (looks.length < 2) {
      await pause(100);
      looks = await looksAtPictures(accessLog, link.profileId);
    }
    expect(new Set(looks)).to.deep.equal(new Set([`${staffId} 200`]));
  });

  // What differs little from the above is left to the full effort.
  if (isFullEffort) moreJourneys({ browser: () => browser, sandbox });
});
