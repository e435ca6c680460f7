import { expect } from 'chai';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { openOpenidConsole } from '../support/http/openid-console.ts';
import { type OpenidProvider, openOpenidProvider } from '../support/servers/openid-provider.ts';

const origin = 'https://id.example';
const event = 'http://schemas.openid.net/event/backchannel-logout';
const claims = { roles: ['reviewer'], partner_id: 'acme', team_id: '*' };
const seconds = (): number => Math.floor(Date.now() / 1000);

describe('a sign-out of staff at an OpenID Connect provider', () => {
  let provider: OpenidProvider;
  let open: Awaited<ReturnType<typeof openOpenidConsole>>;
  let keys: Awaited<ReturnType<typeof generateKeyPair>>;
  let tokens = 0;
  before(async () => {
    provider = await openOpenidProvider();
    provider.register(`${origin}/console/callback`);
    open = await openOpenidConsole(provider, { origin: () => origin, isSecure: true });
    keys = await generateKeyPair('RS256');
    const published = { ...(await exportJWK(keys.publicKey)), alg: 'RS256', use: 'sig' };
    provider.replace('/jwks', { body: JSON.stringify({ keys: [published] }) });
  });
  after(async () => {
    await open.close();
    await provider.close();
  });

  const signed = (payload: JWTPayload): Promise<string> =>
    new SignJWT({ iss: provider.issuer, aud: 'console', iat: seconds(), exp: seconds() + 60, ...payload })
      .setProtectedHeader({ alg: 'RS256' })
      .sign(keys.privateKey);

  /** Signs somebody in, in a session at the provider where one is named, and answers with their cookie. */
  const signIn = async (sub: string, sid?: string): Promise<{ readonly cookie: string }> => {
    const begun = await open.server.send({ path: '/console/sign-in' });
    const url = new URL(`${begun.headers['location']}`);
    const back = await provider.walk(url.href);
    const idToken = await signed({ ...claims, sub, sid, nonce: url.searchParams.get('nonce') });
    provider.replace('/token', {
      body: JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token: idToken }),
    });
    const cookie = `${begun.headers['set-cookie']}`.split(';')[0] ?? '';
    const { headers } = await open.server.send({ path: `${back.pathname}${back.search}`, headers: { cookie } });
    provider.replace('/token', null);
    return { cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '' };
  };
  const lasts = async (headers: { readonly cookie: string }): Promise<boolean> =>
    (await open.server.send({ path: '/api/staff/me', headers })).status === 200;

  const withDefaults = (payload: JWTPayload): JWTPayload => {
    tokens += 1;
    return { jti: `token ${tokens}`, events: { [event]: {} }, ...payload };
  };
  const post = (token: string) =>
    open.server.send({
      method: 'POST',
      path: '/console/backchannel-logout',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }).toString(),
    });
  const signOut = async (payload: JWTPayload) => post(await signed(withDefaults(payload)));

  it('ends all sessions of the subject here, and of nobody else', async () => {
    const sessions = [await signIn('rosa'), await signIn('rosa', 'there-1')];
    const other = await signIn('olga');
    const { headers, status, text } = await signOut({ sub: 'rosa' });
    expect([status, text, headers['cache-control']]).to.deep.equal([200, '', 'no-store']);
    expect(await Promise.all(sessions.map(lasts))).to.deep.equal([false, false]);
    expect(await lasts(other)).to.equal(true);
  });

  it('ends those that began in one session there, with the subject or without, and those of which none was named', async () => {
    const one = await signIn('ida', 'there-2');
    const two = await signIn('ida', 'there-3');
    const unnamed = await signIn('ida');
    expect((await signOut({ sid: 'there-2' })).status).to.equal(200);
    expect([await lasts(one), await lasts(two), await lasts(unnamed)]).to.deep.equal([false, true, true]);
    expect((await signOut({ sub: 'another', sid: 'there-3' })).status).to.equal(200);
    expect(await lasts(two)).to.equal(true);
    expect((await signOut({ sub: 'ida', sid: 'there-3' })).status).to.equal(200);
    expect([await lasts(two), await lasts(unnamed)]).to.deep.equal([false, false]);
  });

  it('is heard once: a token that comes again ends no session that began since', async () => {
    const token = await signed(withDefaults({ sub: 'rosa' }));
    expect((await post(token)).status).to.equal(200);
    const since = await signIn('rosa');
    expect((await post(token)).status).to.equal(400);
    expect(open.causes.splice(0)).to.deep.equal(['logout_used']);
    expect(await lasts(since)).to.equal(true);
  });

  const refusals: readonly (readonly [string, () => JWTPayload])[] = [
    ['another issuer', () => ({ iss: 'https://other.example' })],
    ['another audience', () => ({ aud: 'another client' })],
    ['no time of issue', () => ({ iat: undefined })],
    ['a time of issue that is yet to come', () => ({ iat: seconds() + 90 })],
    ['a time of issue long ago', () => ({ iat: seconds() - 700 })],
    ['an end that has passed', () => ({ exp: seconds() - 60 })],
    ['no end', () => ({ exp: undefined })],
    ['no id', () => ({ jti: undefined })],
    ['an empty id', () => ({ jti: '' })],
    ['a nonce, as an ID token has it', () => ({ nonce: 'a' })],
    ['no event', () => ({ events: undefined })],
    ['another event', () => ({ events: { 'http://schemas.openid.net/event/other': {} } })],
    ['an event that is none', () => ({ events: { [event]: 'yes' } })],
    ['neither a subject nor a session', () => ({ sub: undefined })],
    ['a subject that is no text', () => Object({ sub: ['rosa'] })],
  ];
  for (const [what, change] of refusals)
    it(`is refused for a token with ${what}`, async () => {
      const session = await signIn('rosa');
      const { json, status } = await signOut({ sub: 'rosa', ...change() });
      expect([status, Object(json).code]).to.deep.equal([400, 'invalid_request']);
      expect(open.causes.splice(0)).to.deep.equal(['logout_refused']);
      expect(await lasts(session)).to.equal(true);
    });

  it('is refused where the provider has not signed it, and without asking the provider where it is not for us', async () => {
    const payload = { iss: provider.issuer, aud: 'console', iat: seconds(), exp: seconds() + 60, sub: 'rosa' };
    const own = withDefaults(payload);
    const other = await generateKeyPair('RS256');
    const secret = new TextEncoder().encode(provider.client.clientSecret);
    const forged = [
      new UnsecuredJWT(own).encode(),
      await new SignJWT(own).setProtectedHeader({ alg: 'HS256' }).sign(secret),
      await new SignJWT(own).setProtectedHeader({ alg: 'RS256' }).sign(other.privateKey),
    ];
    for (const token of forged) expect((await post(token)).status).to.equal(400);
    const asked = provider.asked('/jwks');
    const foreign = await signed(withDefaults({ sub: 'rosa', aud: 'another client' }));
    for (const token of ['', 'a.b.c', 'nothing', foreign]) expect((await post(token)).status).to.equal(400);
    expect(provider.asked('/jwks')).to.equal(asked);
    open.causes.length = 0;
  });

  it('is answered with an outage, and heard later, while the keys of the provider cannot be read', async () => {
    const session = await signIn('rosa');
    const token = await signed(withDefaults({ sub: 'rosa' }));
    const published = { ...(await exportJWK(keys.publicKey)), alg: 'RS256', use: 'sig' };
    provider.replace('/jwks', { body: '<p>Hello', type: 'text/html' });
    expect((await post(token)).status).to.equal(502);
    provider.replace('/jwks', { body: JSON.stringify({ keys: [published] }) });
    expect((await post(token)).status).to.equal(200);
    expect(await lasts(session)).to.equal(false);
  });
});
