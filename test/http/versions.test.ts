import { readFileSync } from 'node:fs';
import { deprecationHeaders, openApiDocument } from '@portcullis/http';
import { expect } from 'chai';
import { httpConfig, openServer, type TestServer } from '../support/http/server.ts';
import { breakingChanges } from '../support/repository/breaking-changes.ts';

const releasedText = readFileSync('test/fixtures/api/2026-11-23.json', 'utf8');
const released = () => JSON.parse(releasedText);
const today = () => JSON.parse(JSON.stringify(openApiDocument({ ...httpConfig, sandbox: true })));

/** The lists to which words may be added without notice (docs/versioning.md). */
const open = ['Reason', 'ProblemCode', 'CheckName', 'Step', 'DocumentType', 'EventType'];

type Released = ReturnType<typeof released>;

/** What a change of the released description breaks. */
const brokenBy = (change: (document: Released) => void): readonly string[] => {
  const changed = released();
  change(changed);
  return breakingChanges(released(), changed, open);
};

const expectOne = (faults: readonly string[], part: string): void => {
  expect(faults.join('\n')).to.contain(part);
};

describe('the API description of today', () => {
  it('breaks nothing of the released one', () => {
    expect(breakingChanges(released(), today(), open)).to.deep.equal([]);
  });

  it('may have more: operations, optional parameters and fields, words of the open lists', () => {
    const faults = brokenBy(({ components: { schemas }, paths }) => {
      paths['/api/new'] = paths['/docs'];
      paths['/docs'].get.parameters.push({ name: 'dark', in: 'query', schema: { type: 'boolean' } });
      schemas.Profile.properties.mood = { type: 'string' };
      schemas.CreateProfile.properties.priority = { type: 'integer' };
      schemas.Reason.enum.push('new_reason');
    });
    expect(faults).to.deep.equal([]);
  });

  for (const [name, change, fault] of [
    ['an operation', ({ paths }: Released) => delete paths['/api/settings'], 'GET /api/settings: is gone'],
    [
      'a name in generated code',
      ({ paths }: Released) => (paths['/docs'].get.operationId = 'x'),
      'another operationId',
    ],
    ['a scope', ({ paths }: Released) => (paths['/'].get.security = [{ machine: ['x'] }]), 'is not enough'],
    [
      'a field of an answer',
      ({ components }: Released) => delete components.schemas.Profile.properties.version,
      '/version',
    ],
    [
      'that a field is always there',
      ({ components }: Released) => components.schemas.Profile.required.pop(),
      'may be absent',
    ],
    [
      'a type',
      ({ components }: Released) => (components.schemas.Profile.properties.version.type = 'string'),
      'type string',
    ],
    ['a closed list', ({ components }: Released) => components.schemas.Status.enum.push('lost'), 'value lost'],
    [
      'a field of a request',
      ({ components }: Released) => delete components.schemas.CreateProfile.properties.language,
      '/language is gone',
    ],
    [
      'that a field may be left out',
      ({ components }: Released) => components.schemas.CreateProfile.required.push('language'),
      '/language is required',
    ],
    [
      'a limit',
      ({ components }: Released) => (components.schemas.CreateProfile.properties.reference.maxLength = 10),
      'maxLength 10',
    ],
    [
      'a form',
      ({ paths }: Released) => delete paths['/api/auth/token'].post.requestBody.content['application/json'],
      'application/json is gone',
    ],
  ] as const) {
    it(`would break by losing or narrowing ${name}`, () => {
      expectOne(
        brokenBy((document) => void change(document)),
        fault,
      );
    });
  }
});

describe('the version of the API', () => {
  let server: TestServer;
  before(async () => {
    server = await openServer();
  });
  after(() => server.close());

  const ask = (version: string, path = '/openapi.json') =>
    server.send({ path, headers: { 'portcullis-version': version } });

  it('is in every answer', async () => {
    for (const path of ['/openapi.json', '/nowhere', '/api/profiles'])
      expect((await server.send({ path })).headers['portcullis-version'], path).to.equal('2026-11-23');
  });

  it('can be named by its date or a later one', async () => {
    for (const version of ['2026-11-23', '2027-02-28']) {
      const { headers, status } = await ask(version);
      expect([status, headers['portcullis-version']]).to.deep.equal([200, '2026-11-23']);
    }
  });

  for (const version of ['2026-11-22', '2027-02-29', 'latest', '1', '']) {
    it(`is none before the first, and nothing that is no date: ${JSON.stringify(version)}`, async () => {
      const { json, status } = await ask(version);
      expect(status).to.equal(400);
      expect(json).to.deep.include({
        code: 'invalid_request',
        errors: [
          {
            pointer: '/Portcullis-Version',
            message: 'expected a version of the API: a date YYYY-MM-DD from 2026-11-23 on',
          },
        ],
      });
    });
  }

  it('says of an operation that will end when, and what to do (RFC 9745, RFC 8594)', () => {
    expect(deprecationHeaders({ since: '2027-01-01', sunset: '2028-01-01', guide: '/docs' })).to.deep.equal({
      Deprecation: '@1798761600',
      Sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
      Link: '</docs>; rel="deprecation"; type="text/html", </docs>; rel="sunset"; type="text/html"',
    });
  });
});
