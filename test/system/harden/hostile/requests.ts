import fc from 'fast-check';
import { callersOf } from './bearers.ts';
import { jsonBody } from './json-bodies.ts';
import { type EncodedBody, multipartBody, type Route } from './multipart-bodies.ts';
import type { Pictures } from './pictures.ts';
import { exampleOf, goodSegments, purposeOf } from './purposes.ts';
import { canary, type RequestCase } from './request-case.ts';
import { encoded, text } from './values.ts';

const rarely = <A>(weight: number, arbitrary: fc.Arbitrary<A>): fc.Arbitrary<A | null> =>
  fc.oneof({ weight, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

const oddSegments: readonly string[] = [
  '%',
  '%zz',
  '%00',
  '%ff',
  '%c0%ae%c0%ae',
  '..',
  '%2e%2e',
  '.',
  '%2F',
  '%5c..%5c',
  '__proto__',
  'constructor',
  '{own}%20',
  '{own}%00',
  '{own}/',
  '{own};a=b',
  '{own}.json',
  '{own},{other}',
  '%7B%7D',
  'AAAAAAAAAAAAAAA',
  'aaaaaaaaaaaaaa',
  'aaaaaaaaaaaaaaaa',
  '000000000000000',
  `${canary}${canary.slice(0, 6)}`,
  'null',
  'undefined',
  '-1',
  '%22%7C%7Cid!=%22',
  '\u00e9\u00ff',
  'a'.repeat(7000),
  'a'.repeat(9000),
];

/** Ids of everything that the seed has, most of which are of another kind than the route looks for. */
const anyIds = ['{own}', '{other}', '{decided}', '{waiting}', '{endpoint}', '{client}', '{entry}', '{draft}', '{file}'];

const segment = (name: string, route: Route): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...goodSegments(name, route)) },
    { weight: 1, arbitrary: fc.constantFrom(...anyIds) },
    { weight: 1, arbitrary: fc.constantFrom(...oddSegments) },
    { weight: 1, arbitrary: encoded },
  );

/** The path of a route with its parameters filled in, mostly valid. */
const pathOf = (route: Route): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...route.path
        .split('/')
        .map((part) => (part.startsWith(':') ? segment(part.slice(1), route) : fc.constant(part))),
    )
    .map((parts) => parts.join('/'));

const pathVariants: readonly ((path: string) => string)[] = [
  (path) => `/${path}`,
  (path) => `${path}/`,
  (path) => path.toUpperCase(),
  (path) => path.replaceAll('a', '%61'),
  (path) => `/x/..${path}`,
  (path) => `${path}/../../../../etc/passwd`,
  (path) => `http://${canary}.example${path}`,
  (path) => `${path}#x`,
  (path) => `*`.repeat(path.length),
  (path) => `//${canary}.example${path}`,
];

const oddQueries: readonly string[] = [
  '?',
  '?&&',
  '?=',
  '?limit=5&limit=5',
  '?limit[]=5',
  '?limit[$gt]=5',
  '?limit=1e1',
  '?limit=0',
  '?limit=99999999999',
  '?after_seq=-1',
  '?%00=%00',
  '?%zz=1',
  '?a=%ff',
  '?__proto__=1',
  '?__proto__[admin]=1',
  '?constructor=1',
  `?cursor=${canary}`,
  `?reference=${canary}%00`,
  '?reference=%22%20||%20id%20!=%20%22',
  '?created_after=2026-02-30T00:00:00Z',
  '?created_after=0001-01-01T00:00:00%2B14:00',
  `?${'a=b&'.repeat(1500)}`,
  `?reference=${'r'.repeat(9000)}`,
];

/** Values that a parameter of this name may have, mostly of one route each. */
const goodQueries: { readonly [name: string]: readonly string[] } = {
  profile_id: ['{filed}', '{own}', '{own}'],
  limit: ['1', '5', '100'],
  after_seq: ['0', '1', '999'],
  status: ['created', 'in_progress', 'approved'],
  reference: ['hostile-1', 'customer-4711'],
  created_after: ['2026-01-01T00:00:00Z', '2999-12-31T23:59:59.999%2B14:00'],
  created_before: ['2026-01-01T00:00:00-00:00'],
  from: ['0', '1'],
  claimed: ['mine', 'none', 'others'],
  overdue: ['true', 'false'],
  policy: ['standard'],
  list: ['blocked', 'allowed'],
  kind: ['document', 'device'],
  sort: ['created_at', 'updated_at'],
  personal: ['true', 'false'],
  files: ['true', 'false'],
  // Each list has cursors of a form of its own, and refuses the others.
  cursor: ['mgt0a000.{own}', 'w.mgt0a000.{waiting}', 'l.mgt0a000.{entry}', '2026-11-01T10:00:00.000Z/{own}'],
  after: ['mgt0a000.{own}.1', '{feed_cursor}'],
};

/** Queries of a route with these parameters, and some that no route accepts. */
const queryOf = (names: readonly string[]): fc.Arbitrary<string> => {
  const known = names.flatMap((name) => goodQueries[name]?.map((good) => `${name}=${good}`) ?? []);
  const good =
    known.length === 0
      ? fc.constant('')
      : fc.uniqueArray(fc.constantFrom(...known), { minLength: 1, maxLength: 3 }).map((some) => `?${some.join('&')}`);
  return fc.oneof(
    { weight: names.length === 0 ? 10 : 3, arbitrary: fc.constant('') },
    { weight: 10, arbitrary: good },
    { weight: 1, arbitrary: fc.constantFrom(...oddQueries) },
    { weight: 1, arbitrary: fc.webQueryParameters({ size: 'small' }).map((parameters) => `?${parameters}`) },
    { weight: 1, arbitrary: encoded.map((one) => `?${names[0] ?? 'reference'}=${one}`) },
  );
};

const odd = [text.map((one) => one.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')).filter((one) => one.length < 4000)];

/** Additional headers; only what a client can write into one. */
const header: fc.Arbitrary<readonly [string, string | readonly string[]]> = fc.oneof(
  fc.tuple(
    fc.constant('if-match'),
    fc.constantFrom('"1"', '"2"', '*', 'W/"1"', '"1", "2"', '"0"', '1', `"${'9'.repeat(40)}"`, ''),
  ),
  fc.tuple(fc.constant('if-none-match'), fc.constantFrom('*', '"1"', `W/"1", ${'"x", '.repeat(300)}"2"`, ',,,')),
  fc.tuple(
    fc.constant('idempotency-key'),
    fc.constantFrom('k1', 'k2', 'k3', '', ' ', '"k1"', 'k'.repeat(255), 'k'.repeat(256), '\u00e9', `${canary} {own}`),
  ),
  fc.tuple(fc.constant('request-id'), fc.constantFrom('req-1', 'a b', '../x', 'r'.repeat(129), '<b>', '')),
  fc.tuple(fc.constant('content-encoding'), fc.constantFrom('gzip', 'identity', 'br, gzip', `x-${canary}`)),
  fc.tuple(fc.constant('range'), fc.constantFrom('bytes=0-1', 'bytes=5-1', 'bytes=0-,0-,0-,0-', 'lines=1')),
  fc.tuple(fc.constant('origin'), fc.constantFrom('https://verify.example.com', 'null', `https://${canary}.example`)),
  fc.tuple(fc.constant('access-control-request-method'), fc.constantFrom('POST', 'DELETE', '')),
  fc.tuple(fc.constant('accept'), fc.constantFrom('*/*', 'text/html', 'application/xml', `${'a/b,'.repeat(500)}`)),
  fc.tuple(fc.constant('cookie'), fc.constantFrom('a=b', `a=${'b'.repeat(12_000)}`, `a=${'b'.repeat(20_000)}`)),
  fc.tuple(fc.constant('expect'), fc.constantFrom('100-continue', '200-ok')),
  fc.tuple(fc.constant('connection'), fc.constantFrom('close', 'upgrade', 'keep-alive, authorization')),
  fc.tuple(fc.constant('upgrade'), fc.constantFrom('websocket', 'h2c')),
  fc.tuple(fc.constant('x-forwarded-for'), fc.constantFrom('127.0.0.1', `${canary}`, '1.2.3.4, '.repeat(200))),
  fc.tuple(fc.constant('x-http-method-override'), fc.constantFrom('DELETE', 'PATCH')),
  fc.tuple(
    fc.constant('content-type'),
    fc.constantFrom(
      'application/json; charset=utf-16',
      'application/xml',
      'application/json, text/html',
      'APPLICATION/JSON',
      '',
      'x',
    ),
  ),
  fc.tuple(fc.constant('host'), fc.constantFrom(`${canary}.example`, '', 'a b', '[::1]:x')),
  fc.tuple(fc.constantFrom('forwarded', 'referer', 'user-agent', 'x-odd', 'te', 'traceparent'), fc.oneof(...odd)),
);

const otherMethod = fc.constantFrom(
  'HEAD',
  'OPTIONS',
  'PUT',
  'DELETE',
  'POST',
  'PATCH',
  'GET',
  'TRACE',
  'PROPFIND',
  'QUERY',
);

const formBody = (example: unknown): fc.Arbitrary<EncodedBody> =>
  fc
    .record({
      client_id: fc.oneof(fc.constant('acme'), text),
      client_secret: fc.oneof(fc.constant('{secret}'), text),
      scope: rarely(2, fc.oneof(fc.constant('profiles:read'), text)),
      extra: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.webQueryParameters({ size: 'small' })),
    })
    .map(({ client_id: id, client_secret: secret, scope, extra }) => {
      const form = new URLSearchParams({ ...Object(example), client_id: id, client_secret: secret });
      if (scope !== null) form.set('scope', scope);
      // A placeholder must not be encoded before it is filled in.
      const body = form.toString().replaceAll('%7Bsecret%7D', '{secret}');
      return { type: 'application/x-www-form-urlencoded', body: [extra === '' ? body : `${body}&${extra}`] };
    });

const anyBody: fc.Arbitrary<EncodedBody> = fc.oneof(
  fc.record({ type: text, body: fc.tuple(fc.uint8Array({ maxLength: 400 })) }),
  fc.record({ type: fc.constantFrom('application/json', 'text/plain', ''), body: fc.tuple(text) }),
);

const asBytes = (bytes: string): EncodedBody => ({ type: 'application/octet-stream', body: [bytes] });

/** What a route accepts, and rarely something else. */
const bodyOf = (route: Route, pictures: Pictures): fc.Arbitrary<EncodedBody | null> => {
  const { body, method } = route;
  const { bytes } = purposeOf(route);
  const json = jsonBody(exampleOf(route)).map((one): EncodedBody => ({ type: 'application/json', body: [one] }));
  const taken = [
    ...(bytes === undefined ? [] : [{ weight: 6, arbitrary: fc.constant(asBytes(bytes)) }]),
    ...(body.json ? [{ weight: 6, arbitrary: json }] : []),
    ...(body.multipart ? [{ weight: 8, arbitrary: multipartBody(body.multipart, pictures) }] : []),
    ...(body.form ? [{ weight: 6, arbitrary: formBody(body.example) }] : []),
  ];
  const absent = { weight: body.absent && taken.length === 0 ? 6 : 1, arbitrary: fc.constant(null) };
  const strange = { weight: 1, arbitrary: method === 'GET' ? fc.oneof(json, anyBody) : anyBody };
  return fc.oneof(...taken, absent, strange);
};

/** A header contains neither line ends nor anything beyond Latin-1: a client would not send it. */
const sendable = (type: string): string => type.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 300);

/** Requests to a route with these query parameters: mostly valid, and wrong in one place or two. */
export const requestTo = (route: Route, queryNames: readonly string[], pictures: Pictures): fc.Arbitrary<RequestCase> =>
  fc
    .record({
      path: pathOf(route),
      detour: rarely(25, fc.constantFrom(...pathVariants)),
      query: queryOf(queryNames),
      caller: callersOf(route),
      headers: fc.oneof({ weight: 6, arbitrary: fc.constant([]) }, fc.array(header, { minLength: 1, maxLength: 3 })),
      body: bodyOf(route, pictures),
      method: rarely(15, otherMethod),
      chunked: fc.nat({ max: 9 }).map((n) => n === 0),
    })
    .map(({ path, detour, body, ...picked }) => ({
      aim: `${route.method} ${route.path}`,
      method: picked.method ?? route.method,
      path: (detour === null ? path : detour(path)) + picked.query,
      headers: {
        ...picked.caller,
        ...(body !== null && { 'content-type': sendable(body.type) }),
        ...Object.fromEntries(picked.headers),
      },
      body: body?.body ?? null,
      chunked: picked.chunked,
    }));
