import { applicantMessage, TE } from '@portcullis/domain';
import { expect } from 'chai';
import { openServer, type TestServer } from '../../support/http/server.ts';
import { ada, fileId, sessionId, stubServices, theResult, theView } from '../../support/http/stub-services.ts';

const asPartner = { authorization: 'Bearer machine' };
const asPerson = { authorization: 'Bearer flow' };

describe('the response of a route', () => {
  let server: TestServer;
  before(async () => {
    server = await openServer();
  });
  after(() => server.close());

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
    const { json: usual } = await server.send({ path: '/', headers: asPartner });
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
    const checks = { ...Object(usual).checks, database: { status: 'down', latency_ms: null } };
    expect(received.json).to.deep.equal({ ...Object(usual), status: 'down', checks });
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
