import { randomIds } from '@portcullis/adapter-memory';
import { scryptPasswords } from '@portcullis/app/configuration';
import { changeStaff } from '@portcullis/backoffice';
import type { StaffRole } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { seedStaff } from '#cli/sandbox/staff-login';
import { playJourney, sandboxScenario } from '../../support/clients/journey.ts';
import { mustSucceed } from '../../support/run.ts';
import { openedRecords, type TestSandbox } from '../../support/servers/sandbox.ts';
import { caseAt } from './at-the-desk.ts';
import { openRealDesk, type RealDesk, signInAs } from './real-desk.ts';

const ids = randomIds((bytes) => crypto.getRandomValues(bytes));

export type Needs = { readonly browser: () => Browser; readonly sandbox: () => TestSandbox };

type Seat = { readonly username: string; readonly partnerId?: string; readonly roles?: readonly StaffRole[] };

/** What the journeys of staff over a sandbox have in common. Desks are closed after each test. */
export const deskOfSandbox = ({ browser, sandbox }: Needs) => {
  const openDesks: RealDesk[] = [];
  afterEach(async () => {
    for (const desk of openDesks.splice(0)) await desk.close();
  });
  const account = ({ partnerId = 'sandbox', roles = ['reviewer'], username }: Seat) =>
    seedStaff(sandbox().records, { username, name: `${username} Lind`, roles, partnerId });
  /** The desk of a new member of staff who signs in and comes to a case, and the password. */
  const atCase = async (id: string, seat: Seat): Promise<RealDesk & { readonly password: string }> => {
    const { secrets } = await account(seat);
    const desk = await openRealDesk(browser(), `${sandbox().info.base_url}/console`, caseAt(id));
    openDesks.push(desk);
    await signInAs(desk.page, seat.username, secrets.password);
    return { ...desk, password: secrets.password };
  };
  return {
    /** Somebody in review, who came there without a browser. */
    inReview: async (): Promise<string> => {
      const { base_url: baseUrl, token } = sandbox().info;
      const played = await playJourney({ baseUrl, token, choose: sandboxScenario }, 'review_face_borderline');
      expect(played.status).to.equal('in_review');
      return played.person.profileId;
    },
    atCase,
    /** New secrets, which end the sessions of an account. */
    renew: account,
    /** Does what `npx portcullis staff disable` does. */
    disable: (username: string) => {
      const deps = { ...openedRecords(sandbox()), passwords: scryptPasswords(), ids, clock: { now: () => Date.now() } };
      return mustSucceed(changeStaff(deps)({ username, isDisabled: true }));
    },
    /** What was decided in review about a profile, in order. */
    decisionsOf: async (id: string): Promise<readonly string[]> => {
      const entries = await mustSucceed(openedRecords(sandbox()).ledgerReader.entries(id, { afterSeq: 0, limit: 100 }));
      return entries.filter(({ actor }) => actor.type === 'reviewer').map(({ type }) => type);
    },
  };
};

/** The keys under which a page has sent decisions, in order. */
export const keysOfDecisions = (page: Page): readonly (string | null)[] => {
  const keys: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/decision'))
      keys.push(request.headers()['idempotency-key'] ?? null);
  });
  return keys;
};
