import { BlockList } from 'node:net';
import { memoryRateLimiter } from '@portcullis/adapter-limits';
import { E, type RateLimiter } from '@portcullis/domain';
import type { RateBudget } from '@portcullis/domain/ports';
import { defaultRateLimits, type RateLimiting } from '@portcullis/http';
import { expect } from 'chai';
import { signInTickets } from '#app/adapters/sign-in-tickets';
import { totpCode, totpStepAt } from '#backoffice/staff/totp';
import { requestRateLimiter } from '#http/rate-limits/request-rate-limiter';
import { runs } from '../support/effort.ts';
import { httpConfig, openServer, type TestServer } from '../support/http/server.ts';
import { stubServices } from '../support/http/stub-services.ts';
import { staffInMemory } from '../support/http/the-staff.ts';
import { mustSucceed } from '../support/run.ts';

const origin = 'https://id.example';
const path = '/api/staff/session';
const proxies = new BlockList();
proxies.addAddress('127.0.0.1', 'ipv4');

/** Counts that last as long as the test, however slow the machine is. */
const hourly = (): RateLimiter => {
  const { peek, take } = memoryRateLimiter();
  const slow = (budget: RateBudget): RateBudget => ({ ...budget, windowSeconds: 3600 });
  return {
    take: (budget, key, amount) => take(slow(budget), key, amount),
    peek: (budget, key) => peek(slow(budget), key),
  };
};

/** The /64 of a /48. A quick run has a part of them, which is far more than may guess. */
const addresses = runs(65_536, 8192);

/** Guesses at a name once from each of these, and answers how many of the guesses are let through. */
const guessFromAll = async (rates: RateLimiting, site: string): Promise<number> => {
  const { countSignIn } = requestRateLimiter(rates);
  let passed = 0;
  for (let n = 0; n < addresses; n += 1) {
    const headers = { 'x-forwarded-for': `${site}:${n.toString(16)}::1` };
    const ctx = Object({ req: { headers, socket: { remoteAddress: '127.0.0.1' } }, state: { context: {} } });
    if (E.isRight(await countSignIn(ctx, 'staff rosa', null)())) passed += 1;
  }
  return passed;
};

describe('sign-ins of staff while somebody guesses from all of one /48', function () {
  this.timeout(120_000);
  const staff = staffInMemory();
  const rates = { limiter: hourly(), limits: defaultRateLimits, trustedProxies: proxies };
  /** Three addresses' worth of guesses, which all compared at once are less than a minute of one processor. */
  const mostOfSite = 3 * defaultRateLimits.tokenPerMinute;
  const compared: (string | null | undefined)[] = [];
  const networks = new Set<string | null | undefined>();
  let server: TestServer;
  let spare: readonly string[] = [];
  let right: { readonly username: string; readonly password: string };
  let ticket = '';
  const known = '2001:db8:7:2::9';

  const signIn = (from: string, more: object, cookie = '') =>
    server.send({
      method: 'POST',
      path,
      headers: {
        'content-type': 'application/json',
        origin,
        'x-forwarded-for': from,
        ...(cookie !== '' && { cookie }),
      },
      body: JSON.stringify({ ...right, ...more }),
    });
  const recovery = (n: number) => ({ recovery_code: spare[n] ?? '' });

  before(async () => {
    const tenant = { partnerId: 'acme', teamId: null };
    const { account, secrets } = await mustSucceed(
      staff.add({ username: 'rosa', name: 'Rosa Lind', roles: ['reviewer'], tenant }),
    );
    spare = secrets.recoveryCodes;
    right = { username: 'rosa', password: secrets.password };
    const { signInStaff } = staff.services;
    server = await openServer({
      config: {
        ...httpConfig,
        staff: {
          ...httpConfig.staff,
          origin: () => origin,
          isSecure: true,
          method: 'password',
          tickets: signInTickets('a secret'),
        },
      },
      services: stubServices({
        ...staff.services,
        signInStaff: (credentials) => {
          compared.push(credentials.isKnown || typeof credentials.ticketAt === 'number' ? credentials.username : null);
          networks.add(credentials.network);
          return signInStaff(credentials);
        },
      }),
      rateLimiting: rates,
    });
    const first = await signIn(known, { code: totpCode(account.totpSecret, totpStepAt(staff.clock.now())) });
    expect(first.status).to.equal(200);
    const cookies = first.headers['set-cookie'] ?? [];
    expect(cookies).to.have.length(2);
    expect(cookies[1]).to.match(
      /^__Host-portcullis-ticket=\d{10}\.0\.[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    ticket = (cookies[1] ?? '').split(';')[0] ?? '';
    expect(await guessFromAll(rates, '2001:db8:7')).to.equal(mostOfSite);
    expect((await signIn('2001:db8:7:1::1', recovery(0))).status).to.equal(429);
  });
  after(() => server.close());

  it('are open to a member from elsewhere', async () => {
    expect((await signIn('2001:db8:8::1', recovery(0))).status).to.equal(200);
    expect((await signIn('192.0.2.1', recovery(1))).status).to.equal(200);
  });

  it('are open, with a place of their own, to a member in that /48 at an address at which they have signed in', async () => {
    compared.length = 0;
    expect((await signIn(known, recovery(2))).status).to.equal(200);
    expect(compared).to.deep.equal(['rosa']);
  });

  it('are open, with a place of their own, to a browser in which the member has signed in, wherever it is', async () => {
    compared.length = 0;
    expect((await signIn('2001:db8:7:ffff::3', recovery(3), ticket)).status).to.equal(200);
    expect(compared).to.deep.equal(['rosa']);
  });

  it('name to the queue of passwords the /48 alone, and the address of IPv4', async () => {
    networks.clear();
    await signIn('2001:db8:9:1::1', {});
    await signIn('2001:db8:9:ffff::2', {});
    expect([networks.size, [...networks].join().includes('2001')]).to.deep.equal([1, false]);
    await signIn('2001:db8:a::1', {});
    await signIn('192.0.2.2', {});
    await signIn('192.0.2.3', {});
    expect(networks.size).to.equal(4);
  });

  it('are not open by the ticket of another name, one that was changed, or one that nobody gave', async () => {
    for (const cookie of [
      ticket.replace(/\.0\.(.)/, (_, first) => (first === 'x' ? '.0.y' : '.0.x')),
      ticket.replace('.0.', '.1.'),
      '__Host-portcullis-ticket=1.x',
      `${ticket}; ${ticket}`,
    ])
      expect((await signIn('2001:db8:7:fff1::4', recovery(4), cookie)).status, cookie).to.equal(429);
    expect((await signIn('2001:db8:7:fff1::4', { ...recovery(4), username: 'olga' }, ticket)).status).to.equal(429);
  });

  it('are counted as those of a stranger where somebody guesses by a ticket', async () => {
    const answers = [];
    for (let n = 0; n < defaultRateLimits.tokenPerMinute + 1; n += 1)
      answers.push((await signIn('2001:db8:7:fff2::5', { password: 'guessed', ...recovery(5) }, ticket)).status);
    expect(answers.filter((status) => status === 401).length).to.be.at.most(defaultRateLimits.tokenPerMinute);
    expect(answers.at(-1)).to.equal(429);
  });
});

describe('a ticket of a sign-in', () => {
  it('is good for its name and its time, and in every instance', () => {
    let now = Date.UTC(2026, 4, 4);
    const one = signInTickets('s', () => now);
    const other = signInTickets('s', () => now);
    const foreign = signInTickets('t', () => now);
    const given = one.issue('rosa', 3);
    expect(other.generationIn(given, 'rosa')).to.equal(3);
    expect([other.generationIn(given, 'olga'), foreign.generationIn(given, 'rosa')]).to.deep.equal([null, null]);
    now += one.seconds * 1000;
    expect(other.generationIn(given, 'rosa')).to.equal(null);
  });
});
