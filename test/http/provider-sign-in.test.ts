import { expect } from 'chai';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { openOpenidConsole } from '../support/http/openid-console.ts';
import type { TestServer } from '../support/http/server.ts';
import { type OpenidProvider, openOpenidProvider, type Replaced } from '../support/servers/openid-provider.ts';

const origin = 'https://id.example';
const callback = `${origin}/console/callback`;
const rosa = {
  sub: 'rosa-at-home',
  name: 'Rosa Lind',
  roles: ['reviewer', 'gardener'],
  partner_id: 'acme',
  team_id: '*',
};

/** A provider that knows the console. */
const openProvider = async (): Promise<OpenidProvider> => {
  const provider = await openOpenidProvider();
  provider.register(callback);
  return provider;
};

const openConsole = (provider: Pick<OpenidProvider, 'issuer' | 'client'>) =>
  openOpenidConsole(provider, { origin: () => origin, isSecure: true, apiHost: 'api.example' });

type Console = Awaited<ReturnType<typeof openConsole>>;
type Answer = Awaited<ReturnType<TestServer['send']>>;

const pairOf = (line = ''): string => line.split(';')[0] ?? '';

/** Begins a sign-in: where the browser is led, and the cookie that it has then. */
const begin = async ({ server }: Console) => {
  const { headers, status } = await server.send({ path: '/console/sign-in' });
  expect(status).to.equal(302);
  const [line = ''] = headers['set-cookie'] ?? [];
  return { url: `${headers['location']}`, line, cookie: pairOf(line) };
};

const comeBack = ({ server }: Console, { pathname, search }: URL, cookie: string): Promise<Answer> =>
  server.send({ path: `${pathname}${search}`, headers: { cookie } });

const expectRefused = (open: Console, { headers, status, text }: Answer, cause: string): void => {
  expect([status, headers['location'], text]).to.deep.equal([302, '/console#sign-in-failed', '']);
  expect(headers['set-cookie']).to.deep.equal([
    '__Host-portcullis-sign-in=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
  ]);
  expect(open.causes.at(-1)).to.equal(cause);
};

describe('a sign-in of staff at an OpenID Connect provider', () => {
  let provider: OpenidProvider;
  let open: Console;
  before(async () => {
    provider = await openProvider();
    open = await openConsole(provider);
  });
  beforeEach(() => provider.enter(rosa));
  after(async () => {
    await open.close();
    await provider.close();
  });

  const signIn = async (account: object = rosa): Promise<Answer> => {
    provider.enter({ ...account });
    const { cookie, url } = await begin(open);
    return comeBack(open, await provider.walk(url), cookie);
  };

  it('asks for a code with PKCE, a state and a nonce, and ties the answer to the browser', async () => {
    const { line, url } = await begin(open);
    const query = Object.fromEntries(new URL(url).searchParams);
    expect(query).to.include({
      client_id: 'console',
      code_challenge_method: 'S256',
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid profile',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query[name]).to.match(/^[\w-]{43}$/);
    expect(line).to.match(
      /^__Host-portcullis-sign-in=[\w-]{100,600}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(line).not.to.contain(query['state']);
  });

  it('begins a session like one that a password begins', async () => {
    const { headers, status } = await signIn();
    expect([status, headers['location']]).to.deep.equal([302, '/console']);
    const [session, ended] = headers['set-cookie'] ?? [];
    expect(session).to.match(/^__Host-portcullis-staff=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
    expect(ended).to.equal('__Host-portcullis-sign-in=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure');
    const { json } = await open.server.send({ path: '/api/staff/me', headers: { cookie: pairOf(session) } });
    expect(json).to.deep.include({ name: 'Rosa Lind', roles: ['reviewer'], partner_id: 'acme', team_id: null });
  });

  const idAfter = async (account: object): Promise<unknown> => {
    const [session] = (await signIn(account)).headers['set-cookie'] ?? [];
    const { json } = await open.server.send({ path: '/api/staff/me', headers: { cookie: pairOf(session) } });
    return Object(json).id;
  };

  it('gives a subject the same opaque id each time, and another one to every other subject', async () => {
    const id = await idAfter(rosa);
    expect(id).to.match(/^staff-(?=.*\d)[a-z0-9]{12}$/);
    expect(await idAfter({ ...rosa, name: 'Rosa Berg', roles: 'senior' })).to.equal(id);
    expect(await idAfter({ ...rosa, sub: 'another' })).not.to.equal(id);
  });

  it('is for the partner and the team that the provider names', async () => {
    const [session] = (await signIn({ ...rosa, partner_id: 'other', team_id: 'north' })).headers['set-cookie'] ?? [];
    const { json } = await open.server.send({ path: '/api/staff/me', headers: { cookie: pairOf(session) } });
    expect(json).to.deep.include({ partner_id: 'other', team_id: 'north' });
  });

  const accounts: readonly (readonly [string, object, string])[] = [
    ['no role', { ...rosa, roles: undefined }, 'no_role'],
    ['roles of others alone', { ...rosa, roles: ['gardener'] }, 'no_role'],
    ['roles that are no names', { ...rosa, roles: [1] }, 'claims_malformed'],
    ['no partner', { ...rosa, partner_id: undefined }, 'no_partner'],
    ['several partners', { ...rosa, partner_id: ['acme', 'other'] }, 'claims_malformed'],
    ['an empty team', { ...rosa, team_id: '' }, 'claims_malformed'],
    ['no team, and no word that there is none', { ...rosa, team_id: undefined }, 'no_team'],
    ['a team of `null`', { ...rosa, team_id: null }, 'no_team'],
    ['a partner with a blank at its end', { ...rosa, partner_id: 'acme ' }, 'claims_malformed'],
    ['a team with a blank at its start', { ...rosa, team_id: '\u00a0north' }, 'claims_malformed'],
    ['a partner with a line end', { ...rosa, partner_id: 'ac\nme' }, 'claims_malformed'],
  ];
  for (const [what, account, cause] of accounts)
    it(`is refused to an account with ${what}`, async () => {
      expectRefused(open, await signIn(account), cause);
    });

  it('is refused with another state, and the code is not sent', async () => {
    const { cookie, url } = await begin(open);
    const back = await provider.walk(url);
    back.searchParams.set('state', 'another');
    const asked = provider.asked('/token');
    expectRefused(open, await comeBack(open, back, cookie), 'answer_refused');
    expect(provider.asked('/token')).to.equal(asked);
  });

  it('is refused with the name of another issuer, or without one', async () => {
    for (const issuer of ['https://other.example', null]) {
      const { cookie, url } = await begin(open);
      const back = await provider.walk(url);
      if (issuer === null) back.searchParams.delete('iss');
      else back.searchParams.set('iss', issuer);
      expectRefused(open, await comeBack(open, back, cookie), 'answer_refused');
    }
  });

  it('is refused to a browser that has not begun it', async () => {
    const back = await provider.walk((await begin(open)).url);
    const other = await begin(open);
    expectRefused(open, await comeBack(open, back, ''), 'transaction_missing');
    expectRefused(open, await comeBack(open, back, '__Host-portcullis-sign-in=made-up'), 'transaction_missing');
    expectRefused(open, await comeBack(open, back, other.cookie), 'answer_refused');
  });

  it('is refused with a code that was used', async () => {
    const { cookie, url } = await begin(open);
    const back = await provider.walk(url);
    expect((await comeBack(open, back, cookie)).headers['location']).to.equal('/console');
    expectRefused(open, await comeBack(open, back, cookie), 'code_refused');
  });

  it('is refused with an answer that was used, also to two at once, where the provider takes a code twice', async () => {
    const { cookie, url } = await begin(open);
    const back = await provider.walk(url);
    const restore = await answerTheCode({}, url);
    const answers = await Promise.all([comeBack(open, back, cookie), comeBack(open, back, cookie)]);
    answers.push(await comeBack(open, back, cookie));
    restore();
    expect(answers.filter(({ headers }) => headers['location'] === '/console')).to.have.length(1);
    const refused = answers.filter(({ headers }) => headers['location'] !== '/console');
    for (const answer of refused) expectRefused(open, answer, 'answer_used');
  });

  it('is refused with the nonce of another sign-in', async () => {
    const { cookie, url } = await begin(open);
    const asked = new URL(url);
    asked.searchParams.set('nonce', 'another');
    expectRefused(open, await comeBack(open, await provider.walk(asked.href), cookie), 'token_refused');
  });

  it('is refused with the challenge of another verifier', async () => {
    const { cookie, url } = await begin(open);
    const asked = new URL(url);
    asked.searchParams.set('code_challenge', 'a'.repeat(43));
    expectRefused(open, await comeBack(open, await provider.walk(asked.href), cookie), 'code_refused');
  });

  it('is refused when the provider does not let somebody in', async () => {
    const { cookie, url } = await begin(open);
    const state = new URL(url).searchParams.get('state') ?? '';
    const back = new URL(`${callback}?${new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer })}`);
    expectRefused(open, await comeBack(open, back, cookie), 'denied');
  });

  it('is refused where a key that the provider does not publish has signed', async () => {
    const keys = await (await fetch(`${provider.issuer}/jwks`)).json();
    const others = Object(keys).keys.map((key: object) => ({
      ...key,
      ...('n' in key && typeof key.n === 'string' && { n: `${key.n.slice(0, -6)}AAAAAA` }),
    }));
    provider.replace('/jwks', { body: JSON.stringify({ keys: others }) });
    const { cookie, url } = await begin(open);
    const answer = await comeBack(open, await provider.walk(url), cookie);
    provider.replace('/jwks', null);
    expectRefused(open, answer, 'token_refused');
  });

  /** Answers each code with an ID token by a key that the provider publishes from now on, with other claims. */
  const answerTheCode = async (
    change: JWTPayload,
    url: string,
    alg: 'RS256' | 'HS256' | 'none' = 'RS256',
    type: { readonly typ?: string } = {},
  ) => {
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    const nonce = new URL(url).searchParams.get('nonce');
    const now = Math.floor(Date.now() / 1000);
    const own = {
      ...rosa,
      iss: provider.issuer,
      aud: 'console',
      iat: now,
      exp: now + 60,
      nonce,
      ...change,
    };
    const key = alg === 'RS256' ? privateKey : new TextEncoder().encode(provider.client.clientSecret);
    const idToken =
      alg === 'none'
        ? new UnsecuredJWT(own).encode()
        : await new SignJWT(own).setProtectedHeader({ alg, ...type }).sign(key);
    const published = { ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig' };
    provider.replace('/jwks', { body: JSON.stringify({ keys: [published] }) });
    provider.replace('/token', {
      body: JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token: idToken }),
    });
    return () => {
      for (const path of ['/jwks', '/token']) provider.replace(path, null);
    };
  };

  const signInWith = async (
    change: JWTPayload,
    alg: 'RS256' | 'HS256' | 'none' = 'RS256',
    type: { readonly typ?: string } = {},
  ): Promise<Answer> => {
    const { cookie, url } = await begin(open);
    const back = await provider.walk(url);
    const restore = await answerTheCode(change, url, alg, type);
    const answer = await comeBack(open, back, cookie);
    restore();
    return answer;
  };

  const forged: readonly (readonly [string, JWTPayload, 'RS256' | 'HS256' | 'none'])[] = [
    ['another audience', { aud: 'another client' }, 'RS256'],
    ['another issuer', { iss: 'https://other.example' }, 'RS256'],
    ['an end that has passed', { exp: Math.floor(Date.now() / 1000) - 60 }, 'RS256'],
    ['another authorized party', { azp: 'another client' }, 'RS256'],
    ['two audiences and no authorized party', { aud: ['console', 'another client'] }, 'RS256'],
    ['two audiences and another party', { aud: ['console', 'another client'], azp: 'another client' }, 'RS256'],
    ['an issue that is yet to come', { iat: Math.floor(Date.now() / 1000) + 90 }, 'RS256'],
    ['an issue before the sign-in began', { iat: Math.floor(Date.now() / 1000) - 60 }, 'RS256'],
    ['no signature', {}, 'none'],
    ['a signature by the secret of the client', {}, 'HS256'],
  ];
  for (const [what, change, alg] of forged)
    it(`is refused for an ID token with ${what}`, async () => {
      expectRefused(open, await signInWith(change, alg), 'token_refused');
    });

  it('is refused for a token of another kind, and takes an ID token that names no kind but a JWT', async () => {
    for (const typ of ['at+jwt', 'logout+jwt', 'application/at+jwt', ''])
      expectRefused(open, await signInWith({}, 'RS256', { typ }), 'token_refused');
    for (const typ of ['JWT', 'jwt', 'application/jwt'])
      expect((await signInWith({}, 'RS256', { typ })).headers['location'], typ).to.equal('/console');
  });

  it('needs nothing of an ID token that is not described', async () => {
    expect((await signInWith({})).headers['location']).to.equal('/console');
    const ours = { aud: ['console', 'another client'], azp: 'console' };
    expect((await signInWith(ours)).headers['location']).to.equal('/console');
  });

  it('shows a name without blanks at its ends, and without what turns or hides a part of a line', async () => {
    const [session] =
      (await signIn({ ...rosa, name: ' \u202eRosa\u0000 Lind\u2029\u00a0' })).headers['set-cookie'] ?? [];
    const { json } = await open.server.send({ path: '/api/staff/me', headers: { cookie: pairOf(session) } });
    expect(Object(json).name).to.equal('Rosa Lind');
  });

  it('is for the whole partner where the operator asks for no team', async () => {
    const other = await openOpenidConsole(provider, { origin: () => origin, isSecure: true }, {}, '*');
    provider.enter({ ...rosa, team_id: 'north' });
    const { cookie, url } = await begin(other);
    const [session] = (await comeBack(other, await provider.walk(url), cookie)).headers['set-cookie'] ?? [];
    const { json } = await other.server.send({ path: '/api/staff/me', headers: { cookie: pairOf(session) } });
    await other.close();
    expect(Object(json).team_id).to.equal(null);
  });

  const broken: readonly (readonly [string, number, Replaced])[] = [
    ['no JSON', 502, { body: '<p>Hello', type: 'text/html' }],
    ['JSON that ends early', 502, { body: '{"access_token":' }],
    ['more than it may', 502, { body: JSON.stringify({ id_token: 'a'.repeat(300_000) }) }],
    ['an error of its own', 503, { body: '{}', status: 500 }],
  ];
  for (const [what, expected, body] of broken)
    it(`is answered with ${expected} where the provider answers the code with ${what}`, async () => {
      const { cookie, url } = await begin(open);
      const back = await provider.walk(url);
      provider.replace('/token', body);
      const { headers, status } = await comeBack(open, back, cookie);
      provider.replace('/token', null);
      expect(status).to.equal(expected);
      expect(headers['set-cookie']).to.equal(undefined);
    });

  it('neither begins nor ends at the address of the API, where the console has another', async () => {
    const { cookie, url } = await begin(open);
    const { pathname, search } = await provider.walk(url);
    const headers = { cookie, host: 'api.example' };
    for (const path of ['/console/sign-in', `${pathname}${search}`]) {
      const answer = await open.server.send({ path, headers });
      expect([answer.status, answer.headers['set-cookie']], path).to.deep.equal([404, undefined]);
    }
  });

  it('asks once what the provider says of itself', async () => {
    const path = '/.well-known/openid-configuration';
    const before = provider.asked(path);
    const other = await openConsole(provider);
    await Promise.all([begin(other), begin(other)]);
    await begin(other);
    await other.close();
    expect(provider.asked(path) - before).to.equal(1);
  });
});
