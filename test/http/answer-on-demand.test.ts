import { expect } from 'chai';
import { httpConfig, openServer, type TestServer } from '../support/http/server.ts';

describe('the header Sandbox-Answer', () => {
  let sandbox: TestServer;
  let service: TestServer;
  before(async () => {
    sandbox = await openServer({ config: { ...httpConfig, sandbox: true } });
    service = await openServer();
  });
  after(() => Promise.all([sandbox.close(), service.close()]));

  const ask = (server: TestServer, answer: string, path = '/openapi.json') =>
    server.send({ path, headers: { 'sandbox-answer': answer } });

  it('gets the answer of a limit or of an outage in a sandbox, with the time to wait', async () => {
    for (const [answer, code, detail] of [
      ['429', 'rate_limited', 'Sandbox-Answer asks for this answer.'],
      [
        '503',
        'database_unavailable',
        'Send the request again after the seconds in Retry-After, with the same Idempotency-Key where it has one.',
      ],
    ] as const)
      for (const path of ['/openapi.json', '/api/profiles', '/api/profiles/abc']) {
        const { headers, json, status } = await ask(sandbox, answer, path);
        expect([status, headers['retry-after']], path).to.deep.equal([Number(answer), '2']);
        expect(json, path).to.include({ code, detail, retryable: true });
      }
  });

  it('gets it in the form of OAuth where that is the form of the route', async () => {
    const asked = { method: 'POST', path: '/api/auth/token', headers: { 'sandbox-answer': '429' }, body: '' };
    const { json, status } = await sandbox.send(asked);
    expect([status, json]).to.deep.equal([
      429,
      { error: 'temporarily_unavailable', error_description: 'Sandbox-Answer asks for this answer.' },
    ]);
  });

  it('is refused in a sandbox where it asks for another answer', async () => {
    for (const answer of ['500', '200', 'toString', '']) {
      const { json, status } = await ask(sandbox, answer);
      expect(status, answer).to.equal(400);
      expect(json).to.deep.include({ errors: [{ pointer: '/Sandbox-Answer', message: 'expected 429 or 503' }] });
    }
  });

  it('means nothing in a service', async () => {
    for (const answer of ['429', '503', '500']) expect((await ask(service, answer)).status).to.equal(200);
  });
});
