import { applicantMessage, TE } from '@portcullis/domain';
import { expect } from 'chai';
import * as bodies from '../../support/http/bodies.ts';
import { openServer, type TestRequest, type TestServer } from '../../support/http/server.ts';
import {
  ada,
  fileId,
  sessionId,
  stubServices,
  theEntry,
  theResult,
  theView,
} from '../../support/http/stub-services.ts';

const json = { 'content-type': 'application/json' };
const asPartner = { authorization: 'Bearer machine' };
const asPerson = { authorization: 'Bearer flow' };

type Case = { readonly name: string; readonly sent: TestRequest; readonly status: number; readonly body: unknown };

const post = (path: string, who: object, body: unknown): TestRequest => ({
  method: 'POST',
  path,
  headers: { ...who, ...json },
  body: JSON.stringify(body),
});

const cases: readonly Case[] = [
  { name: 'health', sent: { path: '/', headers: asPartner }, status: 200, body: bodies.health },
  {
    name: 'a created profile with its link',
    sent: post('/api/profiles/create', asPartner, { reference: 'customer-1' }),
    status: 201,
    body: bodies.created,
  },
  {
    name: 'a profile whole, to its partner',
    sent: { path: `/api/profiles/${ada}`, headers: asPartner },
    status: 200,
    body: bodies.profileForPartner,
  },
  {
    name: 'a profile reduced, to the person',
    sent: { path: `/api/profiles/${ada}`, headers: asPerson },
    status: 200,
    body: bodies.profileForPerson,
  },
  {
    name: 'a page of profiles',
    sent: { path: '/api/profiles', headers: asPartner },
    status: 200,
    body: { object: 'list', data: [bodies.profileForPartner], next_cursor: 'cursor-2' },
  },
  {
    name: 'a changed profile whole, to its partner',
    sent: { ...post(`/api/profiles/${ada}`, asPartner, { metadata: { plan: null } }), method: 'PATCH' },
    status: 200,
    body: bodies.profileForPartner,
  },
  {
    name: 'a changed profile reduced, to the person',
    sent: { ...post(`/api/profiles/${ada}`, asPerson, { device: { event_id: '17.Ab' } }), method: 'PATCH' },
    status: 200,
    body: bodies.profileForPerson,
  },
  {
    name: 'a new link, without a body in the request',
    sent: { method: 'POST', path: `/api/profiles/${ada}/flow-token`, headers: asPartner },
    status: 201,
    body: bodies.flowLink,
  },
  {
    name: 'a liveness session, to its partner',
    sent: post('/api/face-liveness/session', asPartner, { profile_id: ada }),
    status: 201,
    body: bodies.session,
  },
  {
    name: 'a liveness session with the challenge that the person asked for',
    sent: post('/api/face-liveness/session', asPerson, { challenge: 'movement' }),
    status: 201,
    body: { ...bodies.session, challenge: 'movement' },
  },
  {
    name: 'a liveness session to a person that names its own profile',
    sent: post('/api/face-liveness/session', asPerson, { profile_id: ada }),
    status: 201,
    body: bodies.session,
  },
  {
    name: 'a liveness result with its score, to its partner',
    sent: { path: `/api/face-liveness/results/${sessionId}`, headers: asPartner },
    status: 200,
    body: bodies.resultForPartner,
  },
  {
    name: 'a liveness result without a score, to the person',
    sent: { path: `/api/face-liveness/results/${sessionId}`, headers: asPerson },
    status: 200,
    body: bodies.resultForPerson,
  },
  {
    name: 'an analysis whole, to its partner',
    sent: post('/api/ai/document-analysis', asPartner, { profile_id: ada, front_file_id: fileId }),
    status: 200,
    body: bodies.analysisForPartner,
  },
  {
    name: 'an analysis without what was read, to the person',
    sent: post('/api/ai/document-analysis', asPerson, { front_file_id: fileId }),
    status: 200,
    body: bodies.analysisForPerson,
  },
  {
    name: 'browser credentials, to its partner',
    sent: { path: `/api/cloud/credentials?profile_id=${ada}`, headers: asPartner },
    status: 200,
    body: bodies.credentials,
  },
  {
    name: 'browser credentials, to the person',
    sent: { path: '/api/cloud/credentials', headers: asPerson },
    status: 200,
    body: bodies.credentials,
  },
  {
    name: 'the settings with the thresholds, to a partner',
    sent: { path: '/api/settings', headers: asPartner },
    status: 200,
    body: bodies.settingsForPartner,
  },
  {
    name: 'the settings without the thresholds, to a person',
    sent: { path: '/api/settings', headers: asPerson },
    status: 200,
    body: bodies.settingsForPerson,
  },
  {
    name: 'the entry of a status event, and the status',
    sent: post(`/api/status_history/${ada}`, asPartner, { event: 'review_declined', note: 'Not the same person.' }),
    status: 201,
    body: { ...theEntry, profile_status: 'declined' },
  },
  {
    name: 'the entry of a verification event',
    sent: post(`/api/verification_history/${ada}`, asPartner, { type: 'partner.called' }),
    status: 201,
    body: theEntry,
  },
  {
    name: 'the status changes, field for field as they were hashed',
    sent: { path: `/api/status_history/${ada}`, headers: asPartner },
    status: 200,
    body: { object: 'list', data: [theEntry], next_after_seq: null },
  },
  {
    name: 'where the next page of entries begins, when the page is full',
    sent: { path: `/api/verification_history/${ada}?limit=1&after_seq=6`, headers: asPartner },
    status: 200,
    body: { object: 'list', data: [theEntry], next_after_seq: 7 },
  },
];

describe('the response of each route', () => {
  let server: TestServer;
  before(async () => {
    server = await openServer();
  });
  after(() => server.close());

  for (const { name, sent, status, body } of cases) {
    it(`is ${name}`, async () => {
      const received = await server.send(sent);
      expect(received.json).to.deep.equal(body);
      expect(received.status).to.equal(status);
      expect(received.headers['content-type']).to.equal('application/json');
      expect(received.headers['cache-control']).to.equal('no-store');
      expect(received.headers['x-content-type-options']).to.equal('nosniff');
    });
  }

  it('asks a person for nothing while somebody reviews the profile, and says what was not confirmed', async () => {
    const statusReasons = ['document_blurry', 'mrz_check_digit_failed'] as const;
    const profile = { ...theView.profile, status: 'in_review', statusReasons } as const;
    const reviewed = await openServer({
      services: stubServices({
        getProfile: () => TE.right({ ...theView, profile, requirements: [] }),
        readLivenessResult: () => TE.right({ ...theResult, profileStatus: 'in_review' }),
      }),
    });
    const { json } = await reviewed.send({ path: `/api/profiles/${ada}`, headers: asPerson });
    const result = await reviewed.send({ path: `/api/face-liveness/results/${sessionId}`, headers: asPerson });
    await reviewed.close();
    expect(result.json).to.deep.include({ live: false, profile_status: 'in_review', reasons: [] });
    expect(json).to.deep.include({
      status: 'in_review',
      requirements: [],
      status_reasons: [
        { code: 'mrz_check_digit_failed', message: 'The details of this document could not be confirmed.' },
      ],
    });
  });

  it('hides the version of the policy from the person, since it may contain a threshold', async () => {
    const toPersons = cases.filter(({ sent }) => sent.headers?.['authorization'] === asPerson.authorization);
    expect(toPersons).to.have.length(8);
    for (const { name, sent } of toPersons) {
      expect((await server.send(sent)).text, name).not.to.match(/"version"|1\+liveness/);
    }
  });

  it('is a file as an attachment that is never cached', async () => {
    const received = await server.send({ path: `/api/profiles/${ada}/files/${fileId}`, headers: asPartner });
    expect([...received.bytes]).to.deep.equal([1, 2, 3]);
    expect(received.headers).to.include({
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="${fileId}.jpg"`,
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('is 503 with the whole body when the database does not answer', async () => {
    const down = { ...bodies.health.checks, database: { status: 'down', latency_ms: null } } as const;
    const other = await openServer({
      services: stubServices({
        checkHealth: () =>
          TE.right({
            status: 'down',
            checks: {
              database: { status: 'down', latency_ms: null },
              liveness: { status: 'configured', name: 'simulated' },
              document_ai: { status: 'configured', name: 'local' },
              fingerprint: { status: 'configured', name: 'simulated' },
              cloud_credentials: { status: 'configured', name: 'simulated' },
            },
          }),
      }),
    });
    const received = await other.send({ path: '/', headers: asPartner });
    await other.close();
    expect(received.status).to.equal(503);
    expect(received.headers['retry-after']).to.equal('5');
    expect(received.json).to.deep.equal({ ...bodies.health, status: 'down', checks: down });
  });

  for (const language of ['de-AT', 'ar']) {
    it(`gives the person’s browser reasons in their language: ${language}`, async () => {
      const view = { ...theView, profile: { ...theView.profile, language } };
      const other = await openServer({ services: stubServices({ getProfile: () => TE.right(view) }) });
      const received = await other.send({ path: `/api/profiles/${ada}`, headers: asPerson });
      await other.close();
      const blurred = { code: 'document_blurry', message: applicantMessage('document_blurry', language) };
      expect(received.json).to.deep.include({ language, status_reasons: [blurred] });
      expect(blurred.message).not.to.equal(applicantMessage('document_blurry', 'en'));
    });
  }

  it('is only the head for HEAD', async () => {
    const got = await server.send({ path: `/api/profiles/${ada}`, headers: asPartner });
    const head = await server.send({ method: 'HEAD', path: `/api/profiles/${ada}`, headers: asPartner });
    expect(head.status).to.equal(200);
    expect(head.text).to.equal('');
    expect(head.headers).to.include({ etag: '"7"', 'content-length': got.headers['content-length'] });
  });
});
