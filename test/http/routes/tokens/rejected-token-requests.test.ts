import { TE, unavailable } from '@portcullis/domain';
import type { Services } from '@portcullis/http';
import { expect } from 'chai';
import { openServer, type TestServer } from '../../../support/http/server.ts';
import { stubServices } from '../../../support/http/stub-services.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };
const credentials = 'grant_type=client_credentials&client_id=acme+backend&client_secret=x';

describe('an error at the token endpoint outside of OAuth', () => {
  let server: TestServer;
  before(async () => {
    server = await openServer();
  });
  after(() => server.close());

  const failing = async (issueToken: Services['issueToken']) => {
    const other = await openServer({ services: stubServices({ issueToken }) });
    const received = await other.send({
      method: 'POST',
      path: '/api/auth/token',
      headers: { ...form, 'request-id': 'seen' },
      body: credentials,
    });
    const record = await other.recordOf('seen');
    await other.close();
    return { ...received, record };
  };

  it('has the form of RFC 6749 when it is an outage or an internal error, and hides the cause', async () => {
    const out = await failing(() => TE.left(unavailable('database', 'at 10.0.0.7')));
    expect(out.status).to.equal(503);
    expect(out.json).to.deep.equal({
      error: 'temporarily_unavailable',
      error_description: 'The record database is not available',
    });
    expect(out.headers).to.include({ 'content-type': 'application/json', 'retry-after': '5', pragma: 'no-cache' });
    expect(out.record).to.deep.include({
      errorCode: 'database_unavailable',
      cause: { service: 'database', kind: 'unavailable', cause: 'at 10.0.0.7' },
    });
    const broken = await failing(() => {
      throw new Error('at 10.0.0.7');
    });
    expect(broken.status).to.equal(500);
    expect(broken.json).to.deep.equal({
      error: 'server_error',
      error_description: 'Something went wrong on our side',
    });
    expect(broken.record).to.include({ errorCode: 'internal_error' });
  });

  for (const [name, headers, body] of [
    ['a form', form, `${credentials}&x=${'x'.repeat(70_000)}`],
    ['JSON', json, JSON.stringify({ client_id: 'x'.repeat(70_000) })],
    ['text', { 'content-type': 'text/plain' }, 'x'.repeat(70_000)],
  ] as const) {
    it(`is invalid_request when it is ${name} over the limit`, async () => {
      const received = await server.send({ method: 'POST', path: '/api/auth/token', headers, body });
      expect(received.status).to.equal(413);
      expect(received.json).to.deep.equal({
        error: 'invalid_request',
        error_description: 'at most 65536 bytes are accepted',
      });
      expect(received.headers).to.include({
        'content-type': 'application/json',
        'cache-control': 'no-store',
        pragma: 'no-cache',
      });
    });
  }

  it('is invalid_request when it is another method', async () => {
    const received = await server.send({ path: '/api/auth/token' });
    expect(received.status).to.equal(405);
    expect(received.json).to.deep.equal({
      error: 'invalid_request',
      error_description: 'The method is not allowed here',
    });
    expect(received.headers).to.include({ allow: 'POST', 'content-type': 'application/json', pragma: 'no-cache' });
  });
});
