import { TE } from '@portcullis/domain';
import type { Services } from '@portcullis/http';
import { expect } from 'chai';
import { openServer, type TestServer } from '../../support/http/server.ts';
import { ada, stubServices, theEntry, theProfile, theView } from '../../support/http/stub-services.ts';

const asPartner = { authorization: 'Bearer machine' };
const json = { 'content-type': 'application/json' };

describe('request and response headers', () => {
  let server: TestServer;
  let expected: unknown[] = [];
  const remember = (version: unknown) => {
    expected.push(version);
  };
  const updateProfile: Services['updateProfile'] = ({ expectedVersion }) => {
    remember(expectedVersion);
    return TE.right(theView);
  };
  const postStatusEvent: Services['postStatusEvent'] = ({ expectedVersion }) => {
    remember(expectedVersion);
    return TE.right({ entry: theEntry, profileStatus: 'declined', profile: theProfile });
  };
  const appendVerificationEvent: Services['appendVerificationEvent'] = ({ expectedVersion }) => {
    remember(expectedVersion);
    return TE.right(theEntry);
  };
  before(async () => {
    server = await openServer({
      services: stubServices({ updateProfile, postStatusEvent, appendVerificationEvent }),
    });
  });
  beforeEach(() => {
    expected = [];
  });
  after(() => server.close());

  for (const id of ['a', 'A-b_c.9', 'x'.repeat(128)]) {
    it(`repeat the caller’s request id when it is well formed: ${id.slice(0, 10)}`, async () => {
      const received = await server.send({ path: '/', headers: { 'request-id': id } });
      expect(received.headers['request-id']).to.equal(id);
      expect(received.json).to.include({ request_id: id });
    });
  }

  for (const id of ['', 'x'.repeat(129), 'a b', 'é', '<script>', ['one', 'two']]) {
    it(`have a new request id instead of ${JSON.stringify(id).slice(0, 20)}`, async () => {
      const received = await server.send({ path: '/', headers: { 'request-id': id } });
      expect(received.headers['request-id']).to.match(/^request-\d+$/);
    });
  }

  const writes = [
    ['PATCH', `/api/profiles/${ada}`, '{}'],
    ['POST', `/api/status_history/${ada}`, '{"event":"canceled"}'],
    ['POST', `/api/verification_history/${ada}`, '{"type":"a.b"}'],
  ] as const;

  for (const [method, path, body] of writes) {
    it(`pass on the expected version of ${method} ${path} from If-Match`, async () => {
      for (const [header, version] of [
        [undefined, null],
        ['*', null],
        ['"1"', 1],
        ['"123456"', 123_456],
      ] as const) {
        const headers = { ...asPartner, ...json, ...(header !== undefined && { 'if-match': header }) };
        expect((await server.send({ method, path, headers, body })).status).to.be.lessThan(300);
        expect(expected.at(-1)).to.equal(version);
      }
      expect(expected).to.have.length(4);
    });

    it(`refuse an If-Match of ${method} ${path} that is weak or no version`, async () => {
      for (const header of ['W/"1"', '1', '"0"', '"01"', '"x"', '"1", "2"', '""', '']) {
        const headers = { ...asPartner, ...json, 'if-match': header };
        const received = await server.send({ method, path, headers, body });
        expect(received.status, header).to.equal(400);
        expect(Object(received.json)).to.deep.include({
          code: 'invalid_request',
          errors: [{ pointer: '/If-Match', message: 'expected * or one version in quotes' }],
        });
      }
      expect(expected).to.deep.equal([]);
    });
  }

  it('and the body of a status event may both give the expected version, when they agree', async () => {
    const path = `/api/status_history/${ada}`;
    const body = '{"event":"canceled","expected_version":7}';
    const send = (headers: { readonly [name: string]: string }) =>
      server.send({ method: 'POST', path, headers: { ...asPartner, ...json, ...headers }, body });
    expect((await send({})).status).to.equal(201);
    expect((await send({ 'if-match': '"7"' })).status).to.equal(201);
    expect((await send({ 'if-match': '"8"' })).status).to.equal(400);
    expect(expected).to.deep.equal([7, 7]);
  });

  it('give the version of every profile that is answered', async () => {
    const got = await server.send({ path: `/api/profiles/${ada}`, headers: asPartner });
    const patched = await server.send({
      method: 'PATCH',
      path: `/api/profiles/${ada}`,
      headers: { ...asPartner, ...json },
      body: '{}',
    });
    const create = { method: 'POST', path: '/api/profiles/create', headers: { ...asPartner, ...json } };
    const created = await server.send({ ...create, body: '{"reference":"x"}' });
    for (const { headers } of [got, patched, created]) expect(headers['etag']).to.equal('"7"');
  });

  it('answer 304 to a reader that has the settings, and not to a reader of the other kind', async () => {
    const read = (headers: { readonly [name: string]: string }) => server.send({ path: '/api/settings', headers });
    const { headers } = await read(asPartner);
    const tag = String(headers['etag']);
    expect(tag).to.match(/^"[0-9a-f]{32}"$/);
    for (const known of [tag, `"other", ${tag}`, `W/${tag}`, '*']) {
      const again = await read({ ...asPartner, 'if-none-match': known });
      expect(again.status, known).to.equal(304);
      expect(again.text).to.equal('');
      expect(again.headers['etag']).to.equal(tag);
    }
    expect((await read({ ...asPartner, 'if-none-match': '"other"' })).status).to.equal(200);
    expect((await read({ authorization: 'Bearer flow', 'if-none-match': tag })).status).to.equal(200);
  });

  it('refuse a URL of more than 8 KiB, and accept a shorter one', async () => {
    const long = await server.send({ path: `/?${'x'.repeat(8 * 1024)}`, headers: asPartner });
    expect(long.status).to.equal(400);
    expect(long.json).to.deep.include({
      detail: 'The URL is longer than accepted, or does not have a form that is.',
      errors: [{ pointer: '', message: 'is longer than 8192 bytes' }],
    });
    expect((await server.send({ path: `/${'x'.repeat(8 * 1024 - 2)}`, headers: asPartner })).status).to.equal(404);
  });

  it('may belong to a request in absolute form', async () => {
    expect((await server.send({ path: 'http://other.example/', headers: asPartner })).status).to.equal(200);
    expect((await server.send({ path: 'http://[', headers: asPartner })).status).to.equal(400);
    expect((await server.send({ method: 'OPTIONS', path: '*' })).status).to.equal(404);
  });

  for (const [method, path, status] of [
    ['GET', '/', 200],
    ['GET', '/docs', 200],
    ['GET', '/nothing', 404],
    ['PUT', '/', 405],
    ['POST', '/api/auth/token', 400],
    ['GET', `/${'x'.repeat(9000)}`, 400],
  ] as const) {
    it(`prevent browsers from interpreting ${status} of ${method} ${path.slice(0, 20)} differently`, async () => {
      const received = await server.send({ method, path, headers: asPartner });
      expect(received.status).to.equal(status);
      expect(received.headers).to.include({
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      });
      expect(received.headers['content-security-policy']).to.contain("default-src 'none'");
      expect(received.headers['content-security-policy']).to.contain("frame-ancestors 'none'");
      expect(received.headers).not.to.have.any.keys('x-powered-by', 'server', 'via');
    });
  }

  it('forbid the documentation page every foreign source', async () => {
    const { headers, text } = await server.send({ path: '/docs' });
    expect(headers['content-security-policy']).to.contain("default-src 'none'; script-src 'self';");
    expect(text).not.to.match(/<script>|https?:/);
    const bundle = await server.send({ path: '/docs/swagger-ui-bundle.js' });
    expect(bundle.headers['content-type']).to.equal('text/javascript; charset=utf-8');
    expect(bundle.bytes.length).to.be.greaterThan(500_000);
    expect((await server.send({ path: '/docs/swagger-ui.css' })).headers['content-type']).to.equal(
      'text/css; charset=utf-8',
    );
    expect((await server.send({ path: '/docs/start.js' })).text).to.contain("url: 'openapi.json'");
  });
});

describe('cross-origin requests', () => {
  let server: TestServer;
  before(async () => {
    server = await openServer();
  });
  after(() => server.close());

  const origin = 'https://verify.example';
  const exposed =
    'Request-Id,ETag,Location,Retry-After,RateLimit,RateLimit-Policy,Idempotent-Replayed,Date,Portcullis-Version,Deprecation,Sunset';

  it('are allowed from a listed origin, also when the response is a refusal', async () => {
    for (const headers of [{ ...asPartner, origin }, { origin }]) {
      const received = await server.send({ path: '/', headers });
      expect(received.headers).to.include({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': exposed,
        vary: 'Origin',
      });
      expect(received.headers).not.to.have.property('access-control-allow-credentials');
    }
  });

  for (const other of [
    'https://verify.example.evil.test',
    'https://verify.example:443',
    'http://verify.example',
    'https://VERIFY.example',
    'null',
    '',
  ]) {
    it(`are not allowed from "${other}"`, async () => {
      const received = await server.send({ path: '/', headers: { ...asPartner, origin: other } });
      expect(received.status).to.equal(200);
      expect(received.headers).not.to.have.property('access-control-allow-origin');
      expect(received.headers['vary']).to.equal('Origin');
    });
  }

  it('have a preflight without a token', async () => {
    const ask = (from: string) =>
      server.send({
        method: 'OPTIONS',
        path: `/api/profiles/${ada}`,
        headers: { origin: from, 'access-control-request-method': 'PATCH' },
      });
    const allowed = await ask(origin);
    expect(allowed.status).to.equal(204);
    expect(allowed.headers).to.include({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET,POST,PUT,PATCH',
      'access-control-allow-headers':
        'Authorization,Content-Type,If-Match,If-None-Match,Idempotency-Key,Request-Id,traceparent,Portcullis-Version',
      'access-control-max-age': '600',
      vary: 'Origin',
    });
    const refused = await ask('https://evil.test');
    expect(refused.status).to.equal(405);
    expect(refused.headers).not.to.have.property('access-control-allow-origin');
  });

  it('may read the refusal of a malformed request, and a malformed preflight is refused', async () => {
    const path = `/${'x'.repeat(9000)}`;
    const received = await server.send({ path, headers: { origin } });
    expect(received.status).to.equal(400);
    expect(received.headers).to.include({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': exposed,
      vary: 'Origin',
    });
    const asked = { origin, 'access-control-request-method': 'PATCH' };
    const preflight = await server.send({ method: 'OPTIONS', path, headers: asked });
    expect(preflight.status).to.equal(400);
    expect(preflight.headers).to.include({ vary: 'Origin' });
    expect(preflight.headers).not.to.have.property('access-control-allow-methods');
  });

  it('vary by origin even without one', async () => {
    expect((await server.send({ path: '/', headers: asPartner })).headers['vary']).to.equal('Origin');
  });
});
