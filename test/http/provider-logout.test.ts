import { memoryClock } from '@portcullis/adapter-memory';
import { TE, unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { openOpenidConsole } from '../support/http/openid-console.ts';
import { type OpenidProvider, openOpenidProvider } from '../support/servers/openid-provider.ts';

const origin = 'https://id.example';
const event = 'http://schemas.openid.net/event/backchannel-logout';
const form = 'application/x-www-form-urlencoded';
const claims = { roles: ['reviewer'], partner_id: 'acme', team_id: '*' };
const clock = memoryClock(Date.now());
const seconds = (): number => Math.floor(clock.now() / 1000);

describe('a sign-out of staff at an OpenID Connect provider', () => {
  let provider: OpenidProvider;
  let open: Awaited<ReturnType<typeof openOpenidConsole>>;
  let keys: Awaited<ReturnType<typeof generateKeyPair>>;
  let tokens = 0;
  const openConsole = () => openOpenidConsole(provider, { origin: () => origin, isSecure: true }, {}, 'team_id', clock);
  before(async () => {
    provider = await openOpenidProvider();
    provider.register(`${origin}/console/callback`);
    open = await openConsole();
    keys = await generateKeyPair('RS256');
    await publish(keys);
  });
  after(async () => {
    await open.close();
    await provider.close();
  });

  const publish = async ({ publicKey }: Pick<typeof keys, 'publicKey'>): Promise<void> => {
    const published = { ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig' };
    provider.replace('/jwks', { body: JSON.stringify({ keys: [published] }) });
  };
  const signed = (payload: JWTPayload, type: { readonly typ?: string } = {}): Promise<string> =>
    new SignJWT({ iss: provider.issuer, aud: 'console', iat: seconds(), exp: seconds() + 60, ...payload })
      .setProtectedHeader({ alg: 'RS256', ...type })
      .sign(keys.privateKey);

  /**
   * Signs somebody in, in a session at the provider where one is named, and answers with their cookie. `meanwhile`
   * happens before their browser is back.
   */
  const signIn = async (
    sub: string,
    sid?: string,
    meanwhile: () => Promise<unknown> = async () => undefined,
  ): Promise<{ readonly cookie: string }> => {
    clock.advance(1000);
    const begun = await open.server.send({ path: '/console/sign-in' });
    const url = new URL(`${begun.headers['location']}`);
    const back = await provider.walk(url.href);
    const idToken = await signed({ ...claims, sub, sid, nonce: url.searchParams.get('nonce') });
    provider.replace('/token', {
      body: JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token: idToken }),
    });
    const cookie = `${begun.headers['set-cookie']}`.split(';')[0] ?? '';
    await meanwhile();
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
  const sendTo = ({ server }: typeof open, type: string, body: string) =>
    server.send({ method: 'POST', path: '/console/backchannel-logout', headers: { 'content-type': type }, body });
  const postTo = (to: typeof open, token: string) =>
    sendTo(to, form, new URLSearchParams({ logout_token: token }).toString());
  const post = (token: string) => postTo(open, token);
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

  it('is heard again after an outage had ended nothing', async () => {
    const session = await signIn('rosa');
    const token = await signed(withDefaults({ sub: 'rosa' }));
    const { staffSessions } = open.staff;
    const whole = { ...staffSessions };
    Object.assign(staffSessions, { end: () => TE.left(unavailable('database', 'cut off')) });
    const { status } = await post(token);
    Object.assign(staffSessions, whole);
    expect(status).to.equal(503);
    expect(await lasts(session)).to.equal(true);
    expect((await post(token)).status).to.equal(200);
    expect(await lasts(session)).to.equal(false);
  });

  it('ends no session that began since, when the same token comes again', async () => {
    const token = await signed(withDefaults({ sub: 'rosa' }));
    expect((await post(token)).status).to.equal(200);
    clock.advance(40_000);
    const since = await signIn('rosa');
    expect((await post(token)).status).to.equal(200);
    expect(await lasts(since)).to.equal(true);
  });

  const meanwhile: readonly (readonly [string, string | undefined, JWTPayload, boolean])[] = [
    ['of the subject', undefined, { sub: 'ida' }, false],
    ['of the subject, who is in a session there', 'there-5', { sub: 'ida' }, false],
    ['of its session there', 'there-6', { sid: 'there-6' }, false],
    ['of the subject and its session there', 'there-7', { sub: 'ida', sid: 'there-7' }, false],
    ['of a session there, where none was named', undefined, { sub: 'ida', sid: 'there-8' }, false],
    ['of another session of the subject', 'there-9', { sub: 'ida', sid: 'there-10' }, true],
    ['of another subject', undefined, { sub: 'olga' }, true],
  ];
  for (const [what, sid, payload, isIn] of meanwhile)
    it(`${isIn ? 'leaves' : 'ends'} a sign-in that is under way, by a sign-out ${what}`, async () => {
      const session = await signIn('ida', sid, () => signOut(payload));
      expect([await lasts(session), open.causes.splice(0)]).to.deep.equal(isIn ? [true, []] : [false, ['signed_out']]);
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
    it(`is refused for a token with ${what}, and nothing is asked of the provider`, async () => {
      const session = await signIn('rosa');
      clock.advance(60_000);
      const asked = provider.asked('/jwks');
      const { json, status } = await signOut({ sub: 'rosa', ...change() });
      expect([status, Object(json).code]).to.deep.equal([400, 'invalid_request']);
      expect(open.causes.splice(0)).to.deep.equal(['logout_refused']);
      expect(await lasts(session)).to.equal(true);
      expect(provider.asked('/jwks')).to.equal(asked);
    });

  it('is refused for a token of another kind, and takes one that names its own, or no kind but a JWT', async () => {
    const statusOf = async (typ: string): Promise<number> =>
      (await post(await signed(withDefaults({ sub: 'rosa' }), { typ }))).status;
    const session = await signIn('rosa');
    for (const typ of ['at+jwt', 'id_token+jwt', 'application/at+jwt', ''])
      expect(await statusOf(typ), typ).to.equal(400);
    expect(open.causes.splice(0)).to.deep.equal(Array.from({ length: 4 }, () => 'logout_refused'));
    expect(await lasts(session)).to.equal(true);
    for (const typ of ['logout+jwt', 'JWT', 'application/logout+jwt', 'Logout+JWT'])
      expect(await statusOf(typ), typ).to.equal(200);
    expect(await lasts(session)).to.equal(false);
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
    clock.advance(60_000);
    const asked = provider.asked('/jwks');
    for (const token of [...forged, ...forged]) expect((await post(token)).status).to.equal(400);
    expect(provider.asked('/jwks')).to.equal(asked + 1);
    clock.advance(60_000);
    const foreign = await signed(withDefaults({ sub: 'rosa', aud: 'another client' }));
    for (const token of ['', 'a.b.c', 'nothing', foreign]) expect((await post(token)).status).to.equal(400);
    expect(provider.asked('/jwks')).to.equal(asked + 1);
    open.causes.length = 0;
  });

  it('is taken by a key that is newer than those that are known, after half a minute', async () => {
    const newer = await generateKeyPair('RS256');
    expect((await signOut({ sub: 'rosa' })).status).to.equal(200);
    await publish(newer);
    const own = { iss: provider.issuer, aud: 'console', iat: seconds(), exp: seconds() + 60, sub: 'rosa' };
    const token = await new SignJWT(withDefaults(own)).setProtectedHeader({ alg: 'RS256' }).sign(newer.privateKey);
    clock.advance(30_000);
    expect((await post(token)).status).to.equal(200);
    await publish(keys);
  });

  it('is answered with an outage, and heard later, while the keys of the provider cannot be read', async () => {
    const other = await openConsole();
    const send = async (payload: JWTPayload) => postTo(other, await signed(withDefaults(payload)));
    provider.replace('/jwks', { body: '<p>Hello', type: 'text/html' });
    const asked = provider.asked('/jwks');
    for (const sub of ['rosa', 'ida']) expect((await send({ sub })).status).to.equal(502);
    expect(provider.asked('/jwks')).to.equal(asked + 1);
    await publish(keys);
    clock.advance(30_000);
    expect((await send({ sub: 'rosa' })).status).to.equal(200);
    await other.close();
  });

  it('is refused where a form has two tokens, or is none', async () => {
    const token = await signed(withDefaults({ sub: 'rosa' }));
    const bodies = [
      [form, `logout_token=${token}&logout_token=${token}`],
      ['text/plain', `logout_token=${token}`],
      [form, 'logout_token='],
    ];
    for (const [type = '', body = ''] of bodies) expect((await sendTo(open, type, body)).status, body).to.equal(400);
    open.causes.length = 0;
  });
});
