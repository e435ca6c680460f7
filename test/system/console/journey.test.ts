import { setTimeout as pause } from 'node:timers/promises';
import { createClient, unwrap } from '@portcullis/client';
import type { AccessLog } from '@portcullis/domain';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import type { SandboxInfo } from '#cli/sandbox/sandbox';
import { seedStaff } from '#cli/sandbox/staff-login';
import { launchChromium } from '../../support/browser/chromium.ts';
import { describeInChromium } from '../../support/browser/in-chromium.ts';
import { partnerOf } from '../../support/browser/links.ts';
import { isFullEffort } from '../../support/effort.ts';
import { everyLineIn } from '../../support/records/looks.ts';
import { loginOf } from '../../support/servers/printed-sandbox.ts';
import { openedRecords, useSandbox } from '../../support/servers/sandbox.ts';
import { interruptedJourneys } from './interrupted-journeys.ts';
import { approveNext, becomeReviewed } from './person-to-approval.ts';

/** Who has looked at pictures of a profile, and how that was answered. */
const looksAtPictures = async (accessLog: AccessLog, profileId: string): Promise<readonly string[]> =>
  (await everyLineIn(accessLog))
    .filter(({ operation, profile_id: id }) => operation === 'readFile' && id === profileId)
    .map(({ caller, status }) => [caller.kind === 'staff' ? caller.staff_id : caller.kind, status].join(' '));

const clientOf = ({ base_url: baseUrl, client_id: clientId, client_secret: clientSecret }: SandboxInfo) =>
  createClient({ baseUrl, clientId, clientSecret });

describeInChromium('a person and a member of staff over one service', function (executable) {
  this.timeout(120_000);
  const sandbox = useSandbox();
  let browser: Browser;
  before(async () => {
    browser = await launchChromium(executable, null);
  });
  after(() => browser?.close());

  it('lead from the link of the person to an approval by whoever took the next case, with keys alone', async () => {
    const { info, records } = sandbox();
    const { link, noise: noiseOfPerson } = await becomeReviewed({ browser, info });
    expect(noiseOfPerson).to.deep.equal([]);
    const partner = partnerOf(info);
    expect(await partner.outcomeOf(link)).to.deep.equal(['in_review', 'face_match_borderline']);

    const rosa = await seedStaff(records, { username: 'rosa', name: 'Rosa Lind', roles: ['reviewer'] });
    const login = loginOf('rosa', rosa.secrets.password, rosa.secrets.otpauth);
    const { noise } = await approveNext({ browser, consoleUrl: `${info.base_url}/console`, login });
    expect(noise).to.deep.equal([]);

    expect((await partner.outcomeOf(link))[0]).to.equal('approved');
    const { staffId } = rosa.account.member;
    const { histories } = clientOf(info);
    const { data: entries } = unwrap(await histories.readStatusHistory(link.profileId));
    const [approval] = entries.filter(({ type }) => type === 'review_approved');
    expect(approval?.actor).to.deep.equal({ type: 'reviewer', id: staffId });
    expect(approval?.personal).to.include({ reason: 'data_confirmed', note: 'The faces are those of one person.' });
    // The service writes its lines once a second, and its API shows them later.
    const { accessLog } = openedRecords(sandbox());
    let looks: readonly string[] = [];
    while (looks.length < 2) {
      await pause(100);
      looks = await looksAtPictures(accessLog, link.profileId);
    }
    expect(new Set(looks)).to.deep.equal(new Set([`${staffId} 200`]));
  });

  if (isFullEffort) interruptedJourneys({ browser: () => browser, sandbox });
});
