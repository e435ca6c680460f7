import { TE, unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { openServer, type TestServer } from '../../../support/http/server.ts';
import { stubServices } from '../../../support/http/stub-services.ts';

const missing = 'client credentials are missing: send client_id and client_secret in the body, or both by HTTP Basic';
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };
const credentials = { client_id: 'acme backend', client_secret: 'se:cret+%' };
const fields = (more: { readonly [name: string]: string } = {}) =>
  new URLSearchParams({ ...credentials, token: 'machine', ...more }).toString();
const basic = {
  authorization: `Basic ${Buffer.from('acme+backend:se%3Acret%2B%25').toString('base64')}`,
};

describe('the revocation endpoint', () => {
  let server: TestServer;
  before(async () => {
    server = await openServer();
  });
  after(() => server.close());

  const post = (headers: { readonly [name: string]: string }, body: string, path = '/api/auth/revoke') =>
    server.send({ method: 'POST', path, headers, body });

  for (const [name, headers, body] of [
    ['a form', form, fields()],
    ['a form with a hint', form, fields({ token_type_hint: 'refresh_token' })],
    ['JSON', json, JSON.stringify({ ...credentials, token: 'machine' })],
    ['HTTP Basic', { ...form, ...basic }, 'token=machine'],
    ['an unknown token', form, fields({ token: 'unknown' })],
  ] as const) {
    it(`answers 200 to ${name}, not to be stored`, async () => {
      const received = await post(headers, body);
      expect([received.status, received.json]).to.deep.equal([200, {}]);
      expect(received.headers).to.include({ 'cache-control': 'no-store', pragma: 'no-cache' });
    });
  }

  for (const [name, headers, body, status, error, description] of [
    [
      'a token of another client',
      form,
      fields({ token: 'other' }),
      400,
      'invalid_grant',
      'the token was issued to another client',
    ],
    [
      'a flow token',
      form,
      fields({ token: 'flow' }),
      400,
      'unsupported_token_type',
      'a flow token ends when POST /api/profiles/:id/flow-token makes a newer link',
    ],
    ['no token', form, fields({ token: '' }), 400, 'invalid_request', 'token is missing'],
    ['two tokens', form, `${fields()}&token=x`, 400, 'invalid_request', 'token is given more than once'],
    [
      'a wrong secret, whatever the token',
      form,
      fields({ client_secret: 'no', token: 'unknown' }),
      401,
      'invalid_client',
      'the client is unknown or its secret is wrong',
    ],
    ['no credentials', form, 'token=machine', 401, 'invalid_client', missing],
    [
      'a bearer token as the credentials',
      { ...form, authorization: 'Bearer machine' },
      'token=machine',
      401,
      'invalid_client',
      missing,
    ],
    [
      'a token in JSON that is no string',
      json,
      JSON.stringify({ ...credentials, token: 1, grant_type: 'x' }),
      400,
      'invalid_request',
      'the body is no object, or a parameter is no string',
    ],
  ] as const) {
    it(`refuses ${name}`, async () => {
      const received = await post(headers, body);
      expect(received.json).to.deep.equal({ error, error_description: description });
      expect(received.status).to.equal(status);
      expect(received.headers).to.include({ 'cache-control': 'no-store', pragma: 'no-cache' });
    });
  }

  it('takes the token from the body alone', async () => {
    const received = await post(form, fields(), '/api/auth/revoke?token=machine');
    expect([received.status, received.json]).to.deep.equal([
      400,
      { error: 'invalid_request', error_description: 'parameters belong in the body, and that is not encoded' },
    ]);
  });

  it('answers 503 when the revocation could not be recorded', async () => {
    const down = await openServer({
      services: stubServices({ revokeToken: () => TE.left(unavailable('database', 'down')) }),
    });
    const received = await down.send({ method: 'POST', path: '/api/auth/revoke', headers: form, body: fields() });
    await down.close();
    expect([received.status, received.json]).to.deep.equal([
      503,
      { error: 'temporarily_unavailable', error_description: 'The record database is not available' },
    ]);
  });
});
