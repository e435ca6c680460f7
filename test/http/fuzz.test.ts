import { routesFor } from '@portcullis/http';
import { expect } from 'chai';
import fc from 'fast-check';
import { runs } from '../support/effort.ts';
import { bodyOf, multipartType } from '../support/http/multipart.ts';
import { httpConfig, openServer, type TestRequest, type TestServer } from '../support/http/server.ts';
import { ada, bob, fileId, sessionId, stubServices } from '../support/http/stub-services.ts';
import { staffInMemory, staffMember } from '../support/http/the-staff.ts';

const routes = routesFor(httpConfig);
const requests = runs(4000, 300);
const fixedSeed = 28;
/** What the answers of all drawn requests together have to be. */
const covered = [200, 201, 400, 401, 403, 404, 405, 415];
/** Stands in a request for the secret of a session, which is begun before the first of them. */
const session = 'SESSION';
const staffHeaders = { cookie: `__Host-portcullis-staff=${session}`, origin: 'https://id.example' };

const printable = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) });
const segment = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(ada, ada, bob, fileId, sessionId) },
  fc.string().map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom('%', '%zz', '%00', '..', '%2F', '.', '__proto__', 'constructor', '%ff'),
);

/** Makes the target of a route with its parameters filled in, or nearly so. */
const target = fc
  .tuple(fc.constantFrom(...routes), segment, segment)
  .map(([route, one, two]) => ({ route, path: route.path.replace(/:\w+/, () => one).replace(/:\w+/, () => two) }));

const query = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  fc.constantFrom(
    `?profile_id=${ada}`,
    '?limit=5',
    '?limit=5&limit=5',
    '?after_seq=1',
    '?created_after=2026-02-30T00:00:00Z',
  ),
  fc.webQueryParameters().map((parameters) => `?${parameters}`),
);

const token = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('Bearer machine', 'Bearer flow', 'Basic YTpi') },
  fc.constantFrom('Bearer expired', 'Bearer', 'bearer x.y.z', 'Basic %%%', ''),
  printable,
);

const tainted = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>('', ' ', ada, '2026-02-29', '\u0000', '\u2028', 1e308, -0, [], {}, null, 'x'.repeat(3000)),
);

const fields = [
  'reference',
  'claimed',
  'metadata',
  'consent',
  'device',
  'event',
  'steps',
  'type',
  'data',
  'profile_id',
  'front_file_id',
  'occurred_at',
  'redirect_url',
  'expected_version',
  'other',
];

/** Makes a change of an example: nothing, or one existing or additional field that is replaced. */
const change = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  fc.tuple(fc.constantFrom(...fields), tainted).map(([field, value]) => ({ [field]: value })),
);

const part = fc.record({
  name: fc.constantFrom(
    'consent',
    'device',
    'language',
    'metadata',
    'document_front',
    'document_back',
    'profile_id',
    'x',
    '',
  ),
  content: fc.oneof(fc.uint8Array({ maxLength: 400 }), fc.json(), fc.constant('{"granted":true}')),
});

const multipart = fc.tuple(fc.array(part, { maxLength: 5 }), fc.nat(), fc.nat({ max: 3 })).map(([parts, cut, kind]) => {
  const body = bodyOf(parts);
  return kind === 0 ? body.subarray(0, cut % (body.length + 1)) : body;
});

const otherContent = fc.oneof(
  fc.record({ type: fc.constant('application/json'), body: fc.oneof(fc.json(), fc.string()) }),
  fc.record({ type: fc.constant(multipartType), body: multipart }),
  fc.record({ type: fc.constant('application/x-www-form-urlencoded'), body: fc.webQueryParameters() }),
  fc.record({ type: printable, body: fc.uint8Array({ maxLength: 200 }) }),
);

const extra = fc.constantFrom<{ readonly [name: string]: string }>(
  {},
  {},
  {},
  { 'if-match': '"7"' },
  { 'if-match': 'W/"x"' },
  { 'if-none-match': '*' },
  { origin: 'https://verify.example', 'access-control-request-method': 'POST' },
  { 'content-encoding': 'gzip' },
  { 'request-id': 'a b' },
);

const otherMethod = fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'OPTIONS', 'PUT', 'DELETE');

const rarely = <A>(arbitrary: fc.Arbitrary<A>) => fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, arbitrary);

/** Makes a request that a client of the route would send, wrong in one or two places. */
const sentRequest: fc.Arbitrary<TestRequest> = fc
  .record({
    target,
    query,
    token,
    extra,
    change,
    otherContent: rarely(otherContent),
    otherMethod: rarely(otherMethod),
  })
  .map(({ target: { route, path }, otherContent: other, ...picked }) => {
    const method = picked.otherMethod ?? route.method;
    const usual = {
      type: 'application/json',
      body: JSON.stringify({ ...Object(route.body.example), ...picked.change }),
    };
    const { type, body } = other ?? usual;
    return {
      method,
      path: path + picked.query,
      headers: {
        ...(route.access === 'staff' ? staffHeaders : { authorization: picked.token }),
        'content-type': type,
        ...picked.extra,
      },
      ...(method !== 'GET' && method !== 'HEAD' && { body }),
    };
  });

describe('a random request', function () {
  this.timeout(120_000);
  const staff = staffInMemory();
  let server: TestServer;
  before(async () => {
    server = await openServer({ services: stubServices(staff.services) });
  });
  after(() => server.close());

  it(`is answered, and never with an internal error (${requests} requests)`, async () => {
    const statuses = new Map<number, number>();
    const answered = fc.asyncProperty(sentRequest, async (request) => {
      const secret = await staff.signIn(staffMember(['senior']));
      const { cookie, ...sent } = request.headers ?? {};
      const withSession = cookie !== undefined && { cookie: String(cookie).replace(session, secret) };
      const { status, headers, json, text } = await server.send({ ...request, headers: { ...sent, ...withSession } });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(status, text).to.be.lessThan(500);
      expect(headers['request-id']).to.be.a('string');
      expect(headers['cache-control']).to.equal('no-store');
      if (status < 400 || text === '') return;
      const refusal = Object(json);
      if (refusal.error === undefined) {
        expect(headers['content-type']).to.equal('application/problem+json');
        expect(refusal).to.include({ status, request_id: headers['request-id'] });
      } else
        expect(refusal.error).to.be.oneOf([
          'invalid_request',
          'invalid_client',
          'unsupported_grant_type',
          'invalid_scope',
        ]);
    });
    // The first half is the same each time, so that chance does not decide whether it covers enough. Another route
    // changes what a seed draws, so that there may be some more.
    await fc.assert(answered, { seed: fixedSeed, numRuns: requests / 2 });
    const isCovered = () => covered.every((status) => statuses.has(status));
    for (let more = 1; more <= 4 && !isCovered(); more += 1)
      await fc.assert(answered, { seed: fixedSeed + more, numRuns: requests / 4 });
    // Requests that are all refused by the first check would prove nothing.
    expect([...statuses.keys()]).to.include.members(covered);
    expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)).to.be.greaterThan(requests / 40);
    await fc.assert(answered, { numRuns: requests / 2 });
  });
});
