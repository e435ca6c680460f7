import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BlockList } from 'node:net';
import { memoryRateLimiter } from '@portcullis/adapter-limits';
import { createApp } from '@portcullis/http';
import { expect } from 'chai';
import { httpConfig, openServer, type TestRequest, type TestServer } from '../../support/http/server.ts';
import { ada, stubServices } from '../../support/http/stub-services.ts';

const asPartner = { authorization: 'Bearer machine' };

const secure = [
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Cross-Origin-Resource-Policy',
  'Origin-Agent-Cluster',
  'Referrer-Policy',
  'Strict-Transport-Security',
  'X-Content-Type-Options',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
];
const common = [...secure, 'Request-Id', 'Cache-Control', 'Portcullis-Version', 'Vary'];
const connection = ['Date', 'Connection'];
const body = ['Content-Type', 'Content-Length', ...connection];
const origin = { origin: 'https://verify.example' };
const preflight = { ...origin, 'access-control-request-method': 'PATCH' };
const rateLimit = ['RateLimit-Policy', 'RateLimit'];

const namesIn = (rawHeaders: readonly string[]): readonly string[] => rawHeaders.filter((_, i) => i % 2 === 0);

/** Answers the names of the headers with which a request of a partner is answered. */
const namesFrom =
  (server: TestServer) =>
  async (request: TestRequest): Promise<readonly string[]> =>
    namesIn((await server.send({ ...request, headers: { ...asPartner, ...request.headers } })).rawHeaders);

describe('the headers of a response', () => {
  let server: TestServer;
  afterEach(() => server.close());

  it('stand in one order, and each of them once', async () => {
    server = await openServer();
    const sent = namesFrom(server);
    const allowed = ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'];
    expect(await sent({ path: `/api/profiles/${ada}` })).to.deep.equal([...common, 'ETag', ...body]);
    expect(await sent({ path: '/', method: 'PUT' })).to.deep.equal([...common, 'Allow', ...body]);
    expect(await sent({ path: '/docs' })).to.deep.equal([...common, ...body]);
    expect(await sent({ path: '/', headers: origin })).to.deep.equal([...common, ...allowed, ...body]);
    expect(await sent({ path: '/', method: 'HEAD' })).to.deep.equal([...common, ...body]);
    expect(await sent({ path: `/api/profiles/${ada}`, headers: { 'if-none-match': '*' } })).to.deep.equal([
      ...common,
      'ETag',
      ...connection,
    ]);
    expect(await sent({ path: '/', method: 'OPTIONS', headers: preflight })).to.deep.equal([
      ...common,
      'Access-Control-Allow-Origin',
      'Access-Control-Max-Age',
      'Access-Control-Allow-Methods',
      'Access-Control-Allow-Headers',
      ...connection,
    ]);
  });

  it('say after the common ones how much of the rate limit is left', async () => {
    const limits = { clientPerMinute: 2, flowPerMinute: 2, tokenPerMinute: 2 };
    server = await openServer({
      rateLimiting: { limiter: memoryRateLimiter(), limits, trustedProxies: new BlockList() },
    });
    const sent = namesFrom(server);
    const rejected = { authorization: 'Bearer nobody' };
    expect(await sent({ path: '/' })).to.deep.equal([...common, ...rateLimit, ...body]);
    expect(await sent({ path: '/', method: 'OPTIONS', headers: preflight })).to.include.members(rateLimit);
    expect(await sent({ path: '/api/profiles', headers: rejected })).to.deep.equal([
      ...common,
      ...rateLimit,
      'WWW-Authenticate',
      ...body,
    ]);
    // The documentation is served, and what it had replaced is not in the refusal that is sent instead of it.
    expect((await server.send({ path: '/docs', headers: rejected })).status).to.equal(200);
    const refused = await server.send({ path: '/docs', headers: rejected });
    expect(refused.status).to.equal(429);
    expect(namesIn(refused.rawHeaders)).to.deep.equal([...common, ...rateLimit, 'Retry-After', ...body]);
    expect(refused.headers['content-security-policy']).to.match(/^default-src 'none'/);
  });

  it('keep those that an embedding program has set, line by line', async () => {
    server = await openServer();
    const app = createApp({ services: stubServices(), config: httpConfig, observe: () => undefined });
    const answer = app.callback();
    const embedding = createServer((request, response) => {
      response.setHeader('X-Served-By', 'a');
      response.setHeader('Set-Cookie', ['a=1', 'b=2']);
      void answer(request, response);
    });
    await new Promise<void>((resolve) => embedding.listen(0, '127.0.0.1', resolve));
    const { port } = embedding.address() as AddressInfo;
    const rawHeaders = await new Promise<readonly string[]>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: '/', headers: asPartner, agent: false }, (response) => {
        response.resume().on('end', () => resolve(response.rawHeaders));
      }).on('error', reject);
    });
    await new Promise((resolve) => embedding.close(resolve));
    expect(namesIn(rawHeaders)).to.deep.equal([...common, 'X-Served-By', 'Set-Cookie', 'Set-Cookie', ...body]);
    expect(rawHeaders).to.include.members(['a=1', 'b=2']);
  });
});
