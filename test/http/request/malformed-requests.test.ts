import { BlockList } from 'node:net';
import { memoryRateLimiter } from '@portcullis/adapter-limits';
import { listen } from '@portcullis/app';
import { clientErrorResponses, createApp } from '@portcullis/http';
import { expect } from 'chai';
import fc from 'fast-check';
import { guardConnections } from '#app/listeners/connection-guard';
import type { RunningListener } from '#app/listeners/listener';
import { runs } from '../../support/effort.ts';
import { assertUntilCovered } from '../../support/generators/covering-cases.ts';
import { answersIn, exchange, type RawAnswer } from '../../support/http/raw-exchange.ts';
import { httpConfig } from '../../support/http/server.ts';
import { stubServices } from '../../support/http/stub-services.ts';

/** These headers are in every response, whoever sends it. */
const common: { readonly [name: string]: string } = {
  'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  vary: 'Origin',
};

const get = (...lines: readonly string[]): string => ['GET / HTTP/1.1', ...lines, '', ''].join('\r\n');
const host = 'Host: a.example';
const bearer = 'Authorization: Bearer machine';
const post = (...lines: readonly string[]): string => ['POST /api/auth/token HTTP/1.1', host, ...lines].join('\r\n');

type RawCase = readonly [what: string, bytes: string, statuses: readonly number[]];

const cases: readonly RawCase[] = [
  ['two Host headers', get(host, 'Host: b.example', bearer), [400]],
  ['two equal Host headers', get(host, host, bearer), [400]],
  ['two Authorization headers', get(host, bearer, 'authorization: Bearer expired'), [400]],
  ['two Content-Type headers', get(host, bearer, 'Content-Type: a/b', 'Content-Type: c/d'), [400]],
  ['no Host', get(bearer), [400]],
  ['a Host that is none', get('Host: a b', bearer), [400]],
  ['a Host with a path', get('Host: a/b', bearer), [400]],
  ['an empty Host', get('Host:', bearer), [200]],
  ['HTTP/1.0 without Host', `GET / HTTP/1.0\r\n${bearer}\r\n\r\n`, [200]],
  ['HTTP/0.9', 'GET /\r\n\r\n', [505]],
  ...['0.9', '1.2', '1.9', '2.0', '3.0'].map(
    (version): RawCase => [
      `a request line of HTTP/${version}`,
      `GET / HTTP/${version}\r\n${host}\r\n${bearer}\r\n\r\n`,
      [505],
    ],
  ),
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
  ['absolute form', `GET http://b.example/ HTTP/1.1\r\n${host}\r\n${bearer}\r\n\r\n`, [200]],
  ['absolute form of https', `GET HTTPS://b.example:8443 HTTP/1.1\r\n${host}\r\n${bearer}\r\n\r\n`, [200]],
  ...[
    'file:///etc/passwd',
    'ftp://b.example/',
    'ws://b.example/',
    'http:///',
    'http:/',
    'http://a b/',
    'http://user:secret@b.example/',
    'http://b.example\\..\\',
    'http://b.example/x/../',
    'http://b.example/./',
    'http://b.example/..',
    'http://b.example/x/%2e%2E/',
    'http://b.example/x/.%2e/',
    'http://b.example/#top',
    '/#top',
    '/?q#top',
  ].map((target): RawCase => [`the target ${target}`, `GET ${target} HTTP/1.1\r\n${host}\r\n${bearer}\r\n\r\n`, [400]]),
  ['authority form', `GET b.example:80 HTTP/1.1\r\n${host}\r\n\r\n`, [400, 404]],
  ['asterisk form', `OPTIONS * HTTP/1.1\r\n${host}\r\n\r\n`, [404]],
  ['CONNECT', `CONNECT b.example:443 HTTP/1.1\r\n${host}\r\n\r\n`, [400]],
  ['TRACE', `TRACE / HTTP/1.1\r\n${host}\r\n${bearer}\r\n\r\n`, [405]],
  ['TRACE of a path that is not there', `TRACE /x HTTP/1.1\r\n${host}\r\n${bearer}\r\n\r\n`, [404]],
  ['a method that nobody knows', `PROPFINDER / HTTP/1.1\r\n${host}\r\n\r\n`, [400]],
  [
    'an upgrade to h2c',
    get(host, bearer, 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: A'),
    [200],
  ],
  ['an upgrade to a web socket', get(host, bearer, 'Connection: Upgrade', 'Upgrade: websocket'), [200]],
  ['an expectation that nobody knows', get(host, bearer, 'Expect: the-unexpected'), [200]],
  ['101 headers', get(host, bearer, ...Array.from({ length: 99 }, (_, i) => `a${i}: 1`)), [400]],
  ['3000 short headers', get(host, bearer, ...Array.from({ length: 3000 }, () => 'a:')), [400]],
  ['headers of more than 16 KiB', get(host, bearer, `a: ${'x'.repeat(17_000)}`), [431]],
  ['a header without a colon', get(host, 'nothing'), [400]],
  ['a header name with a blank', get(host, 'a : b'), [400]],
  ['a folded header', get(host, 'a: b', ' c'), [400]],
  ['a bare CR in a header', get(host, 'a: b\rc: d'), [400]],
  ['a NUL in a header', get(host, 'a: \0'), [400]],
  ['bytes that are no request', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
  [
    'Content-Length beside Transfer-Encoding',
    `${post('Content-Length: 3', 'Transfer-Encoding: chunked')}\r\n\r\n0\r\n\r\n`,
    [400],
  ],
  ['two Content-Length headers', `${post('Content-Length: 3', 'Content-Length: 4')}\r\n\r\nabcd`, [400]],
  ['a body that ends too early', `${post('Content-Length: 10')}\r\n\r\nabc`, [400]],
  ['a negative Content-Length', `${post('Content-Length: -1')}\r\n\r\n`, [400]],
  ['a Content-Length of words', `${post('Content-Length: 1e3')}\r\n\r\n`, [400]],
  ...[
    'Transfer-Encoding: gzip',
    'Transfer-Encoding: gzip, chunked',
    'Transfer-Encoding: chunked, identity',
    'Transfer-Encoding: identity',
    'Transfer-Encoding: chunked, chunked',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked',
    'Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked',
    'Transfer-Encoding: chunked;q=1',
    'Transfer-Encoding:\r\nTransfer-Encoding: chunked',
  ].map(
    (coding): RawCase => [
      `the coding ${coding.replaceAll('\r\n', ' and ')}`,
      `${post(coding)}\r\n\r\n0\r\n\r\n`,
      [501],
    ],
  ),
  ['one chunked in capitals', `${get(host, bearer, 'Transfer-Encoding: CHUNKED')}0\r\n\r\n`, [200]],
  [
    'chunked in HTTP/1.0',
    `POST /api/auth/token HTTP/1.0\r\n${host}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    [400],
  ],
  ['a chunk size that is none', `${post('Transfer-Encoding: chunked')}\r\n\r\nzz\r\nab\r\n0\r\n\r\n`, [400]],
  ['a chunk that is longer than it says', `${post('Transfer-Encoding: chunked')}\r\n\r\n2\r\nabcd\r\n0\r\n\r\n`, [400]],
  [
    'a chunk extension of 20 KB',
    `${post('Transfer-Encoding: chunked')}\r\n\r\n1;a=${'x'.repeat(20_000)}\r\na\r\n0\r\n\r\n`,
    [413],
  ],
  ['an empty line first', `\r\n${get(host, bearer)}`, [200]],
];

describe('a malformed request', function () {
  this.timeout(60_000);
  let server: RunningListener;
  before(async () => {
    const rates = {
      limiter: memoryRateLimiter(),
      limits: { clientPerMinute: 1_000_000, flowPerMinute: 1_000_000, tokenPerMinute: 1_000_000 },
      trustedProxies: new BlockList(),
    };
    const app = createApp({
      services: stubServices(),
      config: httpConfig,
      observe: () => undefined,
      rateLimiting: rates,
    });
    const limits = {
      connections: 1000,
      connectionsPerAddress: 1000,
      trustedProxies: new BlockList(),
      requestsPerConnection: 3,
      requestMs: 10_000,
      stallMs: 5000,
    };
    server = await listen(
      app.callback(),
      { host: '127.0.0.1', port: 0 },
      { maxHeaderSize: 16 * 1024, requireHostHeader: false },
      (listening) => guardConnections(listening, limits, clientErrorResponses(rates)),
    );
  });
  after(() => server.stop(0));

  const expectCommon = ({ headers, body }: RawAnswer, what: string): void => {
    for (const [name, value] of Object.entries(common)) expect(headers.get(name), `${what}: ${name}`).to.equal(value);
    expect(headers.get('request-id'), what).to.match(/^[\w.-]+$/);
    expect(headers.get('ratelimit-policy'), what).to.match(/^"\w+";q=1000000;w=60$/);
    expect(headers.get('ratelimit'), what).to.match(/^"\w+";r=\d+;t=\d+$/);
    for (const name of ['server', 'x-powered-by', 'via']) expect(headers.has(name), what).to.equal(false);
    expect(body, what).not.to.match(/koa|node|llhttp|HPE_|\bat .*:\d+:\d+/i);
  };

  for (const [what, bytes, statuses] of cases) {
    it(`is answered with every common header: ${what}`, async () => {
      const answers = answersIn(await exchange(server.port, bytes));
      expect(answers.length).to.be.greaterThan(0);
      const [answer] = answers;
      if (answer === undefined) return;
      expect(answer.status).to.be.oneOf([...statuses]);
      expectCommon(answer, what);
      if (answer.status < 400) return;
      expect(JSON.parse(answer.body)).to.include({
        status: answer.status,
        request_id: answer.headers.get('request-id'),
      });
    });
  }

  it('is answered without a body where it is a HEAD, also one that cannot be parsed', async () => {
    for (const unreadable of [`a: ${'x'.repeat(17_000)}`, 'no header at all']) {
      const text = await exchange(server.port, get(host, unreadable).replace('GET', 'HEAD'));
      expect(text).to.match(/^HTTP\/1\.1 4\d\d /);
      expect(text.indexOf('\r\n\r\n')).to.equal(text.length - 4);
    }
  });

  it('is refused with the name of a duplicate header', async () => {
    const [answer] = answersIn(await exchange(server.port, get(host, bearer, bearer)));
    expect(JSON.parse(answer?.body ?? '')).to.deep.include({
      code: 'invalid_request',
      detail: 'A header does not have the form that is described for this operation.',
      errors: [{ pointer: '/authorization', message: 'given more than once' }],
    });
  });

  it('is refused with a code of its own where the coding or the version is not supported, and the connection ends', async () => {
    const smuggled = get(host, bearer);
    const chunks = '0\r\n\r\n';
    for (const [bytes, code] of [
      [`${post('Transfer-Encoding: gzip, chunked')}\r\n\r\n${chunks}`, 'not_implemented'],
      [`${post('Transfer-Encoding: gzip')}\r\n\r\n`, 'not_implemented'],
      [`GET / HTTP/2.0\r\n${host}\r\n\r\n`, 'http_version_not_supported'],
      [`GET / HTTP/3.0\r\n${host}\r\n\r\n`, 'http_version_not_supported'],
    ] as const) {
      const answers = answersIn(await exchange(server.port, `${bytes}${smuggled}`));
      expect(answers).to.have.length(1);
      expect(answers[0]?.headers.get('connection')).to.equal('close');
      expect(JSON.parse(answers[0]?.body ?? '')).to.include({ code, type: `/problems/${code}` });
    }
  });

  it('closes a connection with a response once it has carried its limit of requests', async () => {
    const answers = answersIn(await exchange(server.port, get(host, bearer).repeat(5)));
    expect(answers.map(({ headers }) => headers.get('connection'))).to.deep.equal([
      'keep-alive',
      'keep-alive',
      'close',
    ]);
  });

  const line = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(host, bearer, 'Content-Length: 0', 'Content-Length: 5', 'Connection: close'),
    },
    fc.constantFrom(
      'Transfer-Encoding: chunked',
      'Expect: 100-continue',
      'Upgrade: h2c',
      'Connection: upgrade',
      ' x',
      '',
    ),
    fc.tuple(fc.string({ maxLength: 20 }), fc.string({ maxLength: 40 })).map(([name, value]) => `${name}: ${value}`),
  );
  const start = fc.oneof(
    fc.constantFrom('GET / HTTP/1.1', 'POST /api/auth/token HTTP/1.1', 'GET /docs HTTP/1.0', 'HEAD / HTTP/1.1'),
    fc.constantFrom(
      'CONNECT a:1 HTTP/1.1',
      'TRACE / HTTP/1.1',
      'GET http://x/ HTTP/1.1',
      'OPTIONS * HTTP/1.1',
      'GET  / HTTP/1.1',
    ),
    fc.string({ maxLength: 40 }),
  );
  const request = fc.tuple(start, fc.array(line, { maxLength: 8 }), fc.string({ maxLength: 30 }));

  const heads = runs(1500, 100);
  it(`never causes an internal error, nor a response without the common headers (${heads} heads)`, async () => {
    const seen = new Set<number>();
    const statuses = [200, 400, 401];
    await assertUntilCovered(
      fc.asyncProperty(request, async ([first, lines, body]) => {
        const text = await exchange(server.port, [first, ...lines, '', body].join('\r\n'));
        const [, head = ''] = /^(HTTP\/1\.1 100 Continue\r\n\r\n)?/.exec(text) ?? [];
        const answer = text.slice(head.length);
        if (answer === '') return;
        const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
        seen.add(status);
        // Another version of HTTP, and another transfer coding, are refused with these.
        if (status !== 501 && status !== 505) expect(status, answer).to.be.within(200, 499);
        for (const name of Object.keys(common)) expect(answer.toLowerCase()).to.contain(`\r\n${name}: `);
      }),
      heads,
      () => statuses.every((status) => seen.has(status)),
    );
    expect([...seen]).to.include.members(statuses);
  });
});
