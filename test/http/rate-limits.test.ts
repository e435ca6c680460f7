import { BlockList } from 'node:net';
import { memoryRateLimiter } from '@portcullis/adapter-limits';
import { E, type RateLimiter, TE } from '@portcullis/domain';
import { expect } from 'chai';
import type { PageFile } from '#http/request/config';
import {
  httpConfig,
  openServer,
  type TestRequest,
  type TestResponse,
  type TestServer,
} from '../support/http/server.ts';
import { ada, stubServices } from '../support/http/stub-services.ts';
import { theCode } from '../support/http/stub-tokens.ts';

const asPartner = { authorization: 'Bearer machine' };
const asPerson = { authorization: 'Bearer flow' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** The trusted proxies, so that a test can come from any address. */
const proxies = new BlockList();
proxies.addAddress('127.0.0.1', 'ipv4');
proxies.addSubnet('10.0.0.0', 8, 'ipv4');

type Limits = { readonly clientPerMinute: number; readonly flowPerMinute: number; readonly tokenPerMinute: number };
const few: Limits = { clientPerMinute: 5, flowPerMinute: 3, tokenPerMinute: 2 };

const atMostTwo = 'At most 2 requests of this kind are answered in 60 seconds.';
const tooOften = { error: 'temporarily_unavailable', error_description: atMostTwo };

const opened: TestServer[] = [];
const open = async (
  limits: Partial<Limits> = {},
  trustedProxies = proxies,
  limiter: RateLimiter = memoryRateLimiter(),
): Promise<TestServer> => {
  const server = await openServer({ rateLimiting: { limiter, limits: { ...few, ...limits }, trustedProxies } });
  opened.push(server);
  return server;
};
const many = async (server: TestServer, count: number, sent: TestRequest): Promise<readonly TestResponse[]> => {
  const received: TestResponse[] = [];
  for (let i = 0; i < count; i += 1) received.push(await server.send(sent));
  return received;
};
const statuses = (received: readonly TestResponse[]) => received.map(({ status }) => status);
const from = (address: string) => ({ 'x-forwarded-for': address });
const token = (secret: string, address: string, clientId = 'acme backend'): TestRequest => ({
  method: 'POST',
  path: '/api/auth/token',
  headers: { ...form, ...from(address) },
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: secret,
  }).toString(),
});
const right = 'se:cret+%';

describe('the rate limit', () => {
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(({ close }) => close()));
  });

  it('is given with every response, and then refuses with a time to wait', async () => {
    const server = await open();
    const received = await many(server, 6, { path: '/', headers: asPartner });
    expect(statuses(received)).to.deep.equal([200, 200, 200, 200, 200, 429]);
    for (const [i, { headers }] of received.entries()) {
      expect(headers['ratelimit-policy']).to.equal('"client";q=5;w=60');
      expect(headers['ratelimit']).to.match(new RegExp(`^"client";r=${Math.max(0, 4 - i)};t=(59|60)$`));
    }
    const refused = received.at(-1);
    expect(Number(refused?.headers['retry-after'])).to.be.within(59, 60);
    expect(refused?.headers['content-type']).to.equal('application/problem+json');
    expect(refused?.json).to.deep.equal({
      type: '/problems/rate_limited',
      title: 'Too often',
      status: 429,
      code: 'rate_limited',
      detail: 'At most 5 requests of this kind are answered in 60 seconds.',
      request_id: 'request-6',
      retryable: true,
    });
  });

  it('is named in the record of the request that met it, and in no other', async () => {
    const server = await open();
    const met = async (sent: TestRequest, count: number) => {
      const refused = (await many(server, count, sent)).at(-1);
      return (await server.recordOf(String(refused?.headers['request-id']))).limit;
    };
    const first = await server.send({ path: '/', headers: asPartner });
    expect((await server.recordOf(String(first.headers['request-id']))).limit).to.equal(null);
    expect(await met({ path: '/', headers: asPartner }, 5)).to.equal('client');
    expect(await met({ path: `/api/profiles/${ada}`, headers: asPerson }, 4)).to.equal('flow');
    expect(await met({ path: '/' }, 6)).to.equal('address');
    expect(await met(token('wrong', '192.0.2.1'), 3)).to.equal('token_address');
    for (const n of [2, 3, 4]) await server.send(token('wrong', `192.0.2.${n}`, 'other'));
    expect(await met(token('wrong', '192.0.2.2', 'other'), 1)).to.equal('token_guesses');
    for (const address of ['192.0.2.7', '192.0.2.8']) await server.send(token(right, address));
    expect(await met(token(right, '192.0.2.9'), 1)).to.equal('token_client');
  });

  it('is counted for a client and for the links of a profile separately', async () => {
    const server = await open();
    await many(server, 6, { path: '/', headers: asPartner });
    const received = await many(server, 4, { path: `/api/profiles/${ada}`, headers: asPerson });
    expect(statuses(received)).to.deep.equal([200, 200, 200, 429]);
    expect(received[0]?.headers['ratelimit-policy']).to.equal('"flow";q=3;w=60');
    const other = await server.send({ path: '/api/settings', headers: { authorization: 'Bearer flow-of-bob' } });
    expect(other.status).to.equal(200);
  });

  it('is counted by address for callers without a valid token, whatever they request', async () => {
    const server = await open();
    const asked: readonly TestRequest[] = [
      { path: '/openapi.json' },
      { path: '/', headers: { authorization: 'Bearer wrong' } },
      { path: '/nothing/here' },
      { method: 'PUT', path: '/' },
      { path: '/docs' },
      { path: '/docs' },
      { path: '/', headers: { authorization: 'Bearer wrong' } },
      { path: `/${'x'.repeat(9000)}` },
    ];
    const received = [];
    for (const sent of asked) received.push(await server.send(sent));
    expect(statuses(received)).to.deep.equal([200, 401, 404, 405, 200, 429, 429, 429]);
    for (const { headers } of received) expect(headers['ratelimit-policy']).to.equal('"address";q=5;w=60');
    for (const { headers } of received.slice(5)) expect(headers).not.to.have.any.keys('www-authenticate', 'allow');
  });

  it('closes neither page, hand-over nor sign-in for others at an address, whatever one caller asks for', async () => {
    const file = (type: string): PageFile => ({ type, encodings: [], read: () => TE.right(Buffer.from('x')) });
    const page = { index: file('text/html'), assets: new Map([['a.js', file('text/javascript')]]) };
    const config = { ...httpConfig, verifyPage: page, consolePage: page };
    const server = await openServer({
      config,
      rateLimiting: { limiter: memoryRateLimiter(), limits: few, trustedProxies: new BlockList() },
    });
    opened.push(server);
    const redeem: TestRequest = {
      method: 'POST',
      path: '/api/flow/handoff/redeem',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: theCode }),
    };
    for (const path of ['/nothing', `/verify/${ada}`, '/verify/assets/a.js', '/verify/assets/b.js', '/console'])
      await many(server, 20, { path });
    expect((await server.send({ path: '/docs' })).status).to.equal(429);
    for (const path of [`/verify/${ada}`, '/verify/assets/a.js', '/console', '/console/assets/a.js'])
      expect((await server.send({ path })).status, path).to.equal(200);
    expect((await server.send({ path: '/verify/assets/b.js' })).status).to.equal(429);
    expect((await server.send({ path: '/api/staff/me' })).status).to.equal(401);
    await many(server, 20, { path: '/api/staff/me' });
    const exchanged = await server.send(redeem);
    expect([exchanged.status, exchanged.headers['ratelimit-policy']]).to.deep.equal([200, '"page";q=5;w=60']);
    await many(server, 20, redeem);
    expect((await server.send({ path: '/api/staff/sign-in' })).status).to.equal(429);
  });

  it('stops a request of a public route before anything is done for it, whatever credentials it has', async () => {
    let served = 0;
    const serve = <Answer>(answer: Answer) => {
      served += 1;
      return TE.right(answer);
    };
    const server = await openServer({
      config: { ...httpConfig, staff: { origin: () => 'https://id.example', isSecure: true, method: 'openid' } },
      services: stubServices({
        endProviderSessions: () => serve(true),
        finishStaffSignIn: () => serve(Object({ secret: 'a', session: {} })),
      }),
      rateLimiting: { limiter: memoryRateLimiter(), limits: few, trustedProxies: new BlockList() },
    });
    opened.push(server);
    const headers = { ...form, authorization: 'x', cookie: '__Host-portcullis-staff=x' };
    const body = 'logout_token=a';
    await many(server, 4, { method: 'POST', path: '/console/backchannel-logout', headers, body });
    await many(server, 4, { path: '/console/callback', headers });
    expect(served).to.equal(few.clientPerMinute);
  });

  it('does not refuse a valid token because of invalid ones from its address', async () => {
    const server = await open();
    await many(server, 20, { path: '/', headers: { authorization: 'Bearer wrong' } });
    expect((await server.send({ path: '/', headers: asPartner })).status).to.equal(200);
  });

  it('does not count preflights, and lets another origin read a refusal', async () => {
    const server = await open();
    const origin = 'https://verify.example';
    const ask = { method: 'OPTIONS', path: '/', headers: { origin, 'access-control-request-method': 'GET' } };
    for (const received of await many(server, 10, ask)) {
      expect(received.status).to.equal(204);
      expect(received.headers['ratelimit']).to.equal('"address";r=5;t=0');
    }
    const refused = (await many(server, 6, { path: '/', headers: { origin } })).at(-1);
    expect(refused?.status).to.equal(429);
    expect(refused?.headers['access-control-allow-origin']).to.equal(origin);
  });
});

describe('the client address', () => {
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(({ close }) => close()));
  });
  const ask = async (server: TestServer, forwarded: string | readonly string[]): Promise<string> => {
    const { headers } = await server.send({ path: '/docs', headers: { 'x-forwarded-for': forwarded } });
    return `${headers['ratelimit']}`.replace(/;t=.*/, '');
  };

  it('is the one of the connection, whatever a header says, when no proxy is trusted', async () => {
    const server = await open({}, new BlockList());
    expect(await ask(server, '192.0.2.1')).to.equal('"address";r=4');
    expect(await ask(server, '192.0.2.2')).to.equal('"address";r=3');
  });

  it('is the nearest one that is no trusted proxy, so that no caller can choose it', async () => {
    const server = await open();
    expect(await ask(server, '192.0.2.1')).to.equal('"address";r=4');
    expect(await ask(server, '198.51.100.7, 192.0.2.1')).to.equal('"address";r=3');
    expect(await ask(server, '198.51.100.8, 192.0.2.1, 10.1.2.3')).to.equal('"address";r=2');
    expect(await ask(server, ['198.51.100.9', '192.0.2.1'])).to.equal('"address";r=1');
    expect(await ask(server, '192.0.2.2')).to.equal('"address";r=4');
    expect(await ask(server, 'nobody')).to.equal('"address";r=4');
    expect(await ask(server, '')).to.equal('"address";r=3');
  });

  it('of IPv6 is its /64 network, all of which one customer has', async () => {
    const server = await open();
    for (const [address, left] of [
      ['2001:db8:0:1::1', 4],
      ['2001:db8:0:1:ffff:ffff:ffff:ffff', 3],
      ['2001:0DB8:0000:0001::2', 2],
      ['2001:db8::1:0:0:0:3', 1],
      ['2001:db8:0:2::1', 4],
      ['2001:db8::2', 4],
      ['::ffff:192.0.2.9', 4],
      ['192.0.2.9', 3],
      ['192.0.2.9:50123', 2],
      ['::ffff:c000:209', 1],
      ['[0:0:0:0:0:FFFF:C000:0209]:50123', 0],
      ['[2001:db8:0:1::4]:50123', 0],
    ] as const) {
      expect(await ask(server, address), address).to.equal(`"address";r=${left}`);
    }
  });
});

describe('the rate limit of token requests', () => {
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(({ close }) => close()));
  });

  it('holds for one address, whatever clients it names, with the errors of OAuth', async () => {
    const server = await open();
    const received = [];
    for (const name of ['one', 'two', 'three']) received.push(await server.send(token('guess', '192.0.2.1', name)));
    expect(statuses(received)).to.deep.equal([401, 401, 429]);
    const refused = received.at(-1);
    expect(refused?.headers['ratelimit-policy']).to.equal('"token_address";q=2;w=60');
    expect(Number(refused?.headers['retry-after'])).to.be.within(59, 60);
    expect(refused?.json).to.deep.equal(tooOften);
  });

  it('does not block the client whose secret others guess, from any number of addresses', async () => {
    const server = await open({ clientPerMinute: 1000 });
    for (let i = 0; i < 50; i += 1) {
      expect((await server.send(token(`guess ${i}`, `198.51.100.${i}`))).status).to.equal(401);
    }
    expect((await server.send(token(right, '192.0.2.1'))).status).to.equal(200);
  });

  it('holds for one client, from however many addresses it is guessed at: each has one request left', async () => {
    const server = await open({ clientPerMinute: 1000 });
    const from = async (address: string) => server.send(token('guess', address));
    const first = [];
    for (let i = 0; i < 10; i += 1) first.push(await from(`198.51.100.${i}`));
    expect(statuses(first)).to.deep.equal(Array.from({ length: 10 }, () => 401));
    const second = [];
    for (let i = 0; i < 10; i += 1) second.push(await from(`198.51.100.${i}`));
    expect(statuses(second)).to.deep.equal(Array.from({ length: 10 }, () => 429));
    expect(second[0]?.headers['ratelimit-policy']).to.equal('"token_guesses";q=2;w=60');
    expect(Number(second[0]?.headers['retry-after'])).to.be.within(59, 60);
    // Other clients are not affected.
    expect((await server.send(token('guess', '192.0.2.2', 'another'))).status).to.equal(401);
    expect((await server.send(token('guess', '192.0.2.2', 'another'))).status).to.equal(401);
  });

  it('does not block a client at a known address, while others guess at it from there and elsewhere', async () => {
    const server = await open({ clientPerMinute: 1000, tokenPerMinute: 3 });
    expect((await server.send(token(right, '192.0.2.1'))).status).to.equal(200);
    for (let i = 0; i < 30; i += 1) await server.send(token('guess', `198.51.100.${i % 10}`));
    expect((await server.send(token(right, '192.0.2.1'))).status).to.equal(200);
  });

  it('does not block a client at a known address from which others guess the secrets of other clients', async () => {
    const server = await open({ clientPerMinute: 1000 });
    expect((await server.send(token(right, '192.0.2.1'))).status).to.equal(200);
    const guesses = [];
    for (let i = 0; i < 10; i += 1) guesses.push(await server.send(token('guess', '192.0.2.1', `client ${i}`)));
    expect(statuses(guesses)).to.deep.equal([401, ...Array.from({ length: 9 }, () => 429)]);
    expect((await server.send(token(right, '192.0.2.1'))).status).to.equal(200);
  });

  it('does not block a known client when a neighbour has used up the anonymous budget of the address', async () => {
    const server = await open({ clientPerMinute: 5 });
    expect((await server.send(token(right, '192.0.2.1'))).status).to.equal(200);
    for (let i = 0; i < 10; i += 1) await server.send(token('guess', '192.0.2.1', `client ${i}`));
    for (let i = 0; i < 10; i += 1) await server.send({ path: '/', headers: from('192.0.2.1') });
    expect((await server.send({ path: '/', headers: from('192.0.2.1') })).status).to.equal(429);
    expect((await server.send(token(right, '192.0.2.1'))).status).to.equal(200);
  });

  it('counts a request without a client against the address, with the errors of OAuth', async () => {
    const server = await open({ clientPerMinute: 2 });
    const nobody: TestRequest = {
      method: 'POST',
      path: '/api/auth/token',
      headers: { ...form, ...from('192.0.2.1') },
      body: '',
    };
    const received = await many(server, 3, nobody);
    expect(statuses(received)).to.deep.equal([400, 400, 429]);
    expect(received.at(-1)?.headers['ratelimit-policy']).to.equal('"address";q=2;w=60');
    expect(received.at(-1)?.json).to.deep.equal(tooOften);
  });

  it('holds for one client that has its secret, from any number of addresses', async () => {
    const server = await open({ clientPerMinute: 1000 });
    const received = [];
    for (let i = 0; i < 3; i += 1) received.push(await server.send(token(right, `192.0.2.${i}`)));
    expect(statuses(received)).to.deep.equal([200, 200, 429]);
    expect(received.at(-1)?.headers['ratelimit-policy']).to.equal('"token_client";q=2;w=60');
    expect(received.at(-1)?.text).not.to.contain('machine');
  });

  it('is counted under names that nobody can read back', async () => {
    const keys: string[] = [];
    const inner = memoryRateLimiter();
    const noting: RateLimiter = {
      take: (budget, key) => {
        keys.push(key);
        return inner.take(budget, key);
      },
      peek: inner.peek,
    };
    const server = await open({}, proxies, noting);
    await server.send(token(right, '192.0.2.1'));
    await server.send({ path: '/', headers: asPartner });
    expect(keys).to.have.length(6);
    for (const key of keys) expect(key).to.match(/^[\w-]{43}$/);
    expect(E.isRight(await inner.peek({ name: 'client', limit: 1, windowSeconds: 60 }, keys[0] ?? '')())).to.equal(
      true,
    );
  });
});
