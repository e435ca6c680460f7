import { BlockList } from 'node:net';
import { memoryRateLimiter } from '@portcullis/adapter-limits';
import { E, pipe, TE } from '@portcullis/domain';
import { damagedRecord } from '@portcullis/domain/kernel';
import { defaultRateLimits } from '@portcullis/http';
import { expect } from 'chai';
import { totpCode, totpStepAt } from '#backoffice/staff/totp';
import { endStaffSession, verifyStaffSession } from '#backoffice/staff/verify-staff-session';
import { httpConfig, openServer, type TestServer } from '../support/http/server.ts';
import { stubServices } from '../support/http/stub-services.ts';
import { staffInMemory, staffMember } from '../support/http/the-staff.ts';
import { mustSucceed } from '../support/run.ts';

const origin = 'https://id.example';
const cookieOf = (secret: string) => ({ cookie: `__Host-portcullis-staff=${secret}` });

describe('a session of staff', () => {
  const staff = staffInMemory();
  let server: TestServer;
  let secret: string;
  before(async () => {
    server = await openServer({ services: stubServices(staff.services) });
  });
  beforeEach(async () => {
    secret = await staff.signIn(staffMember(['reviewer'], 'berlin'));
  });
  after(() => server.close());

  const me = (headers: Readonly<Record<string, string>>) => server.send({ path: '/api/staff/me', headers });
  const signOut = (headers: Readonly<Record<string, string>>) =>
    server.send({ method: 'DELETE', path: '/api/staff/session', headers });

  it('shows who is signed in, with what the roles allow', async () => {
    const { status, json } = await me(cookieOf(secret));
    expect(status).to.equal(200);
    expect(json).to.deep.equal({
      object: 'staff_member',
      id: staffMember(['reviewer']).staffId,
      name: 'Rosa Lind',
      roles: ['reviewer'],
      permissions: [
        'reviews:read',
        'reviews:claim',
        'reviews:decide',
        'persons:read',
        'pictures:read',
        'policies:read',
      ],
      partner_id: 'acme',
      team_id: 'berlin',
      search_by: ['reference', 'profile_id', 'document_number', 'name'],
      session: { expires_at: '2026-05-04T17:30:00.000Z', idle_expires_at: '2026-05-04T10:00:00.000Z' },
    });
  });

  it('says what its member may search by: nothing of persons without the permission', async () => {
    const searchBy = async (role: 'senior' | 'admin') => {
      const headers = cookieOf(await staff.signIn(staffMember([role])));
      return Object((await server.send({ path: '/api/staff/me', headers })).json).search_by;
    };
    expect(await searchBy('senior')).to.deep.equal(['reference', 'profile_id', 'document_number', 'name']);
    expect(await searchBy('admin')).to.deep.equal(['reference', 'profile_id']);
  });

  it('is counted against its member, and not against the address', async () => {
    expect((await me(cookieOf(secret))).headers['ratelimit-policy']).to.equal(undefined);
  });

  it('ends at once when its member signs out, and takes its cookie back', async () => {
    const { headers, status } = await signOut({ ...cookieOf(secret), origin });
    expect([status, headers['set-cookie']]).to.deep.equal([
      204,
      ['__Host-portcullis-staff=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure'],
    ]);
    expect((await me(cookieOf(secret))).status).to.equal(401);
  });

  it('ends by sign-out also where its row does not open, and by no other secret', async () => {
    const { find } = staff.staffSessions;
    const ended: string[] = [];
    const staffSessions = {
      ...staff.staffSessions,
      find: (id: string) =>
        pipe(
          find(id),
          TE.flatMap((found) => (found === null ? TE.right(null) : TE.left(damagedRecord('changed')))),
        ),
      end: (id: string) => {
        ended.push(id);
        return staff.staffSessions.end(id);
      },
    };
    const deps = { ...staff, staffSessions };
    const damaged = await openServer({
      services: stubServices({
        ...staff.services,
        verifyStaffSession: verifyStaffSession(deps),
        endStaffSession: endStaffSession(deps),
      }),
    });
    const leave = (headers: Readonly<Record<string, string>>) =>
      damaged.send({ method: 'DELETE', path: '/api/staff/session', headers });
    const others = [
      await leave({ ...cookieOf('ab'.repeat(32)), origin }),
      await leave({ ...cookieOf('%00'), origin }),
      await leave({ ...cookieOf(secret), origin: 'https://elsewhere.example' }),
    ];
    expect([others.map(({ status }) => status), ended]).to.deep.equal([[401, 401, 403], []]);
    const { headers, status } = await leave({ ...cookieOf(secret), origin });
    expect([status, headers['set-cookie']?.length, ended.length]).to.deep.equal([204, 1, 1]);
    expect(await mustSucceed(find(ended[0] ?? ''))).to.equal(null);
    await damaged.close();
  });

  const refusals: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['no cookie', {}],
    ['a cookie of the name without the prefix', { cookie: `portcullis-staff=${'ab'.repeat(32)}` }],
    ['a secret of nobody', cookieOf('ab'.repeat(32))],
    ['a secret that is none', cookieOf('%00')],
    ['an empty cookie', cookieOf('')],
  ];
  for (const [what, headers] of refusals) {
    it(`is missing for ${what}, which is answered with 401 and no word on why`, async () => {
      const { json, status, headers: answered } = await me({ 'request-id': 'same', ...headers });
      expect(status).to.equal(401);
      expect(answered['www-authenticate']).to.equal('Session');
      expect(json).to.deep.equal({
        type: '/problems/unauthenticated',
        title: 'A bearer token is required',
        status: 401,
        code: 'unauthenticated',
        detail: 'There is no session, or it has ended. Sign in again.',
        request_id: 'same',
        retryable: false,
      });
    });
  }

  it('is missing where two cookies have its name', async () => {
    const twice = `__Host-portcullis-staff=${secret}; x=1; __Host-portcullis-staff=${secret}`;
    expect((await me({ cookie: twice })).status).to.equal(401);
  });

  it('is found among other cookies', async () => {
    expect((await me({ cookie: `a=b; __Host-portcullis-staff=${secret}; c=d` })).status).to.equal(200);
  });

  it('does not count beside a token', async () => {
    const { json, status } = await me({ ...cookieOf(secret), authorization: 'Bearer machine' });
    expect([status, Object(json).code]).to.deep.equal([403, 'insufficient_scope']);
  });

  it('is none where a route is for servers alone: the answer has the bytes that it has without a cookie', async () => {
    const path = '/api/events';
    const bare = await server.send({ path, headers: { 'request-id': 'same' } });
    const withCookie = await server.send({ path, headers: { 'request-id': 'same', ...cookieOf(secret) } });
    expect(withCookie.text).to.equal(bare.text);
    expect(withCookie.status).to.equal(401);
  });

  const foreign: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['another origin', { origin: 'https://other.example' }],
    ['no origin', {}],
    ['an origin that is not said', { origin: 'null' }],
    ['the origin with another port', { origin: `${origin}:8443` }],
    ['the origin over plain HTTP', { origin: 'http://id.example' }],
    ['a page of a neighbour', { origin, 'sec-fetch-site': 'same-site' }],
    ['a page of another site', { origin, 'sec-fetch-site': 'cross-site' }],
    ['the address bar', { origin, 'sec-fetch-site': 'none' }],
  ];
  for (const [what, headers] of foreign) {
    it(`changes nothing for a request from ${what}`, async () => {
      const { json, status } = await signOut({ ...cookieOf(secret), ...headers });
      expect([status, Object(json).code]).to.deep.equal([403, 'cross_site_request']);
      expect((await me(cookieOf(secret))).status).to.equal(200);
    });
  }

  it('reads whatever the origin of a request is, because a page elsewhere cannot see the answer', async () => {
    const { status } = await me({ ...cookieOf(secret), origin: 'https://other.example' });
    expect(status).to.equal(200);
  });

  it('may be used by its own page', async () => {
    const { status } = await signOut({ ...cookieOf(secret), origin, 'sec-fetch-site': 'same-origin' });
    expect(status).to.equal(204);
  });
});

describe('the sessions of others', () => {
  const staff = staffInMemory();
  const admin = { ...staffMember(['admin']), staffId: 'staff-admin0000001' };
  const ofProvider = { ...staffMember(['reviewer'], 'berlin'), staffId: 'staff-7c2k9d4m1x0p', name: 'Ida Falk' };
  const foreign = { ...staffMember(['senior']), tenant: { partnerId: 'globex', teamId: null } };
  let server: TestServer;
  before(async () => {
    server = await openServer({ services: stubServices(staff.services) });
  });
  after(() => server.close());

  const as = async (member: typeof admin) => cookieOf(await staff.signIn(member));
  const list = (headers: Readonly<Record<string, string>>) => server.send({ path: '/api/staff/sessions', headers });
  const end = (headers: Readonly<Record<string, string>>, id: string) =>
    server.send({ method: 'POST', path: `/api/staff/${id}/end-sessions`, headers: { origin, ...headers } });
  const idsIn = (json: unknown): readonly unknown[] => Object(json).data.map(({ id }: { id: unknown }) => id);

  it('are counted where they do not open, and the list has the others', async () => {
    const olga = await as(admin);
    const { page } = staff.staffSessions;
    const damaged = { id: 'session00000001', staffId: 'staff-7c2k9d4m1x0p', session: null };
    const withDamage: typeof page = (after) => async () => {
      const found = await page(after)();
      return E.isLeft(found) ? found : E.right({ ...found.right, sessions: [...found.right.sessions, damaged] });
    };
    Object.assign(staff.staffSessions, { page: withDamage });
    const { json } = await list(olga);
    Object.assign(staff.staffSessions, { page });
    expect([idsIn(json), Object(json).damaged]).to.deep.equal([[admin.staffId], 1]);
    expect((await list(olga)).json).to.not.have.property('damaged');
    await staff.staffSessions.endAll(admin.staffId)();
  });

  it('are seen by an admin of the tenant, and end at once, also those of members of an identity provider', async () => {
    const olga = await as(admin);
    const ida = await as(ofProvider);
    const other = await as(foreign);
    await as(ofProvider);
    const { json } = await list(olga);
    expect(idsIn(json)).to.deep.equal([ofProvider.staffId, admin.staffId]);
    expect(Object(json).data[0]).to.deep.equal({
      object: 'signed_in_member',
      id: ofProvider.staffId,
      name: 'Ida Falk',
      roles: ['reviewer'],
      team_id: 'berlin',
      sessions: 2,
      since: '2026-05-04T09:30:00.000Z',
      used_at: '2026-05-04T09:30:00.000Z',
    });
    const ended = await end(olga, ofProvider.staffId);
    expect([ended.status, Object(ended.json).ended]).to.deep.equal([200, 2]);
    expect((await server.send({ path: '/api/staff/me', headers: ida })).status).to.equal(401);
    expect((await server.send({ path: '/api/staff/me', headers: other })).status).to.equal(200);
    expect(idsIn((await list(olga)).json)).to.deep.equal([admin.staffId]);
    expect((await end(olga, ofProvider.staffId)).status).to.equal(404);
  });

  it('are neither seen nor ended where they are of another tenant, or without the permission', async () => {
    const olga = await as(admin);
    const senior = await as(foreign);
    const ofTeam = await as({
      ...admin,
      staffId: 'staff-admin0000002',
      tenant: { partnerId: 'acme', teamId: 'north' },
    });
    expect((await end(olga, foreign.staffId)).status).to.equal(404);
    expect((await end(ofTeam, admin.staffId)).status).to.equal(404);
    expect(idsIn((await list(ofTeam)).json)).to.deep.equal(['staff-admin0000002']);
    for (const answer of [await list(senior), await end(senior, foreign.staffId)]) expect(answer.status).to.equal(403);
    expect((await server.send({ path: '/api/staff/me', headers: senior })).status).to.equal(200);
  });
});

describe('the way in for staff', () => {
  const methodsOf = async (staff: typeof httpConfig.staff) => {
    const server = await openServer({ config: { ...httpConfig, staff } });
    try {
      return (await server.send({ path: '/api/staff/sign-in' })).json;
    } finally {
      await server.close();
    }
  };

  it('is told to everybody', async () => {
    expect(await methodsOf(httpConfig.staff)).to.deep.equal({ object: 'staff_sign_in', methods: ['password'] });
    const openid = { origin: () => origin, isSecure: true, method: 'openid' } as const;
    expect(await methodsOf(openid)).to.deep.equal({ object: 'staff_sign_in', methods: ['openid'] });
  });

  it('is none where the address of the console is not known', async () => {
    expect(await methodsOf(null)).to.deep.equal({ object: 'staff_sign_in', methods: [] });
  });
});

describe('a console over plain HTTP on the machine of a developer', () => {
  it('has a cookie without a prefix, which is not Secure', async () => {
    const staff = staffInMemory();
    const site = { origin: () => 'http://127.0.0.1:8000', isSecure: false, method: 'password' } as const;
    const server = await openServer({
      config: { ...httpConfig, staff: site },
      services: stubServices(staff.services),
    });
    const cookie = `portcullis-staff=${await staff.signIn(staffMember(['admin']))}`;
    const { headers, status } = await server.send({
      method: 'DELETE',
      path: '/api/staff/session',
      headers: { cookie, origin: 'http://127.0.0.1:8000' },
    });
    await server.close();
    expect([status, headers['set-cookie']]).to.deep.equal([
      204,
      ['portcullis-staff=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict'],
    ]);
  });
});

describe('signing in at the console', () => {
  const open = async () => {
    const staff = staffInMemory();
    const tenant = { partnerId: 'acme', teamId: null };
    const { account, secrets } = await mustSucceed(
      staff.add({ username: 'rosa', name: 'Rosa Lind', roles: ['reviewer'], tenant }),
    );
    const code = totpCode(account.totpSecret, totpStepAt(staff.clock.now()));
    const limiter = memoryRateLimiter();
    const server = await openServer({
      services: stubServices(staff.services),
      rateLimiting: { limiter, limits: defaultRateLimits, trustedProxies: new BlockList() },
    });
    const signIn = (body: object, headers: Readonly<Record<string, string>> = { origin }) =>
      server.send({
        method: 'POST',
        path: '/api/staff/session',
        headers: { 'content-type': 'application/json', 'request-id': 'same', ...headers },
        body: JSON.stringify(body),
      });
    return { close: server.close, server, signIn, right: { username: 'rosa', password: secrets.password, code } };
  };

  it('answers who is signed in, with the cookie of the session', async () => {
    const { close, right, server, signIn } = await open();
    const { headers, json, status } = await signIn(right);
    expect(status, JSON.stringify(json)).to.equal(200);
    expect(json).to.deep.include({ object: 'staff_member', name: 'Rosa Lind', roles: ['reviewer'] });
    const [cookie = ''] = headers['set-cookie'] ?? [];
    expect(cookie).to.match(/^__Host-portcullis-staff=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
    const me = await server.send({ path: '/api/staff/me', headers: { cookie: cookie.split(';')[0] ?? '' } });
    await close();
    expect(me.json).to.deep.equal(json);
  });

  it('answers everything that is wrong with the same bytes', async () => {
    const { close, right, signIn } = await open();
    const answers = [
      await signIn({ ...right, username: 'nobody' }),
      await signIn({ ...right, password: 'guessed' }),
      await signIn({ ...right, code: '000000' }),
      await signIn({ username: 'rosa', password: right.password }),
      await signIn({ username: 'rosa', password: right.password, recovery_code: 'none' }),
    ];
    await close();
    expect(new Set(answers.map(({ text }) => text)).size).to.equal(1);
    expect(answers.map(({ status }) => status)).to.deep.equal([401, 401, 401, 401, 401]);
    expect(answers[0]?.json).to.deep.include({ code: 'invalid_credentials' });
    expect(answers[0]?.headers['set-cookie']).to.equal(undefined);
  });

  it('is refused to a page elsewhere, so that nobody is signed in as somebody else', async () => {
    const { close, right, signIn } = await open();
    for (const headers of [{ origin: 'https://other.example' }, {}] as const) {
      const { json, status } = await signIn(right, headers);
      expect([status, Object(json).code]).to.deep.equal([403, 'cross_site_request']);
    }
    await close();
  });

  it('is refused after many tries, before a password is compared', async () => {
    const { close, right, signIn } = await open();
    const guess = () => signIn({ ...right, password: 'guessed' });
    for (let n = 0; n < defaultRateLimits.tokenPerMinute; n += 1) expect((await guess()).status).to.equal(401);
    const { json, status } = await guess();
    await close();
    expect([status, Object(json).code]).to.deep.equal([429, 'rate_limited']);
  });

  it('is not possible with a password where staff sign in at an identity provider', async () => {
    const staff = { origin: () => origin, isSecure: true, method: 'openid' } as const;
    const server = await openServer({ config: { ...httpConfig, staff } });
    const { json, status } = await server.send({
      method: 'POST',
      path: '/api/staff/session',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ username: 'rosa', password: 'x', code: '123456' }),
    });
    await server.close();
    expect([status, Object(json).code]).to.deep.equal([503, 'not_configured']);
  });
});
