import { expect } from 'chai';
import * as oauth from 'oauth4webapi';
import { openServer, type TestServer } from '../../../support/http/server.ts';

const clientId = 'acme backend';
const clientSecret = 'se:cret+%';
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };
const encoded = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');
const basic = (id = clientId, secret = clientSecret) => ({
  authorization: `Basic ${Buffer.from(`${encoded(id)}:${encoded(secret)}`).toString('base64')}`,
});
const all =
  'health:read profiles:read profiles:write status-history:write reviews:write verification-history:write profiles:erase ledger:read access-log:read events:read webhooks:manage';
const fields = (more: { readonly [name: string]: string } = {}) =>
  new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, ...more });

describe('the token endpoint', () => {
  let server: TestServer;
  before(async () => {
    server = await openServer();
  });
  after(() => server.close());

  const post = (headers: { readonly [name: string]: string }, body: string | Uint8Array, path = '/api/auth/token') =>
    server.send({ method: 'POST', path, headers, body });

  const granted = (scope = all) => ({ access_token: 'machine', token_type: 'Bearer', expires_in: 3600, scope });

  for (const [name, headers, body] of [
    ['a form', form, fields().toString()],
    ['JSON', json, JSON.stringify({ client_id: clientId, client_secret: clientSecret })],
    ['JSON with what we do not know', json, JSON.stringify({ ...Object.fromEntries(fields()), resource: ['x', 1] })],
    ['JSON that names the grant', json, JSON.stringify(Object.fromEntries(fields()))],
    ['HTTP Basic', { ...form, ...basic() }, 'grant_type=client_credentials'],
    [
      'HTTP Basic, and its own client_id',
      { ...form, ...basic() },
      'grant_type=client_credentials&client_id=acme+backend',
    ],
    ['a form with what we do not know', form, `${fields()}&resource=x&resource=y`],
    ['a form with an empty scope', form, fields({ scope: '' }).toString()],
  ] as const) {
    it(`issues a token to ${name}, not to be stored`, async () => {
      const received = await post(headers, body);
      expect(received.json).to.deep.equal(granted());
      expect(received.status).to.equal(200);
      expect(received.headers).to.include({
        'content-type': 'application/json',
        'cache-control': 'no-store',
        pragma: 'no-cache',
      });
    });
  }

  it('grants a subset of the scopes', async () => {
    const { json: body } = await post(form, fields({ scope: 'profiles:read health:read' }).toString());
    expect(body).to.deep.equal(granted('health:read profiles:read'));
  });

  const client = 'the client is unknown or its secret is wrong';
  const missing = 'client credentials are missing: send client_id and client_secret in the body, or both by HTTP Basic';
  const refusals = [
    ['a wrong secret', form, fields({ client_secret: 'no' }).toString(), 401, 'invalid_client', client],
    ['an unknown client', form, fields({ client_id: 'no' }).toString(), 401, 'invalid_client', client],
    ['no credentials', form, 'grant_type=client_credentials', 401, 'invalid_client', missing],
    ['no secret', form, `grant_type=client_credentials&client_id=${clientId}`, 401, 'invalid_client', missing],
    ['an empty secret', form, fields({ client_secret: '' }).toString(), 401, 'invalid_client', missing],
    ['a secret of 513', form, fields({ client_secret: 'x'.repeat(513) }).toString(), 401, 'invalid_client', client],
    [
      'a wrong secret by Basic',
      { ...form, ...basic(clientId, 'no') },
      'grant_type=client_credentials',
      401,
      'invalid_client',
      client,
    ],
    [
      'Basic that is not encoded as it must be',
      { ...form, authorization: `Basic ${Buffer.from('a:%zz').toString('base64')}` },
      'grant_type=client_credentials',
      401,
      'invalid_client',
      client,
    ],
    [
      'Basic without a colon',
      { ...form, authorization: `Basic ${Buffer.from('a').toString('base64')}` },
      'grant_type=client_credentials',
      401,
      'invalid_client',
      client,
    ],
    [
      'a bearer token',
      { ...form, authorization: 'Bearer machine' },
      'grant_type=client_credentials',
      401,
      'invalid_client',
      missing,
    ],
    [
      'two ways at once',
      { ...form, ...basic() },
      fields().toString(),
      400,
      'invalid_request',
      'the client is authenticated in two ways',
    ],
    [
      'two client ids',
      { ...form, ...basic() },
      'grant_type=client_credentials&client_id=other',
      400,
      'invalid_request',
      'client_id differs from the authenticated client',
    ],
    ['a parameter twice', form, `${fields()}&client_id=x`, 400, 'invalid_request', 'client_id is given more than once'],
    ['no grant', form, 'client_id=a&client_secret=b', 400, 'invalid_request', 'grant_type is missing'],
    [
      'another grant',
      form,
      fields({ grant_type: 'password' }).toString(),
      400,
      'unsupported_grant_type',
      'the only grant is client_credentials',
    ],
    [
      'a scope it does not have',
      form,
      fields({ scope: 'profiles:read admin' }).toString(),
      400,
      'invalid_scope',
      'the client does not have this scope',
    ],
    [
      'a scope of two spaces',
      form,
      fields({ scope: 'a  b' }).toString(),
      400,
      'invalid_scope',
      'scope is a list of words separated by single spaces',
    ],
    ['broken JSON', json, '{', 400, 'invalid_request', 'the body is not valid JSON'],
    [
      'JSON with a key twice',
      json,
      '{"client_id":"a","client_id":"b"}',
      400,
      'invalid_request',
      'the body is not valid JSON',
    ],
    [
      'JSON with a number',
      json,
      '{"client_id":1}',
      400,
      'invalid_request',
      'the body is no object, or a parameter is no string',
    ],
    [
      'a form that is not UTF-8',
      form,
      Buffer.from([0x61, 0x3d, 0xff]),
      400,
      'invalid_request',
      'the form is not UTF-8',
    ],
    [
      'text',
      { 'content-type': 'text/plain' },
      'x',
      400,
      'invalid_request',
      'send application/x-www-form-urlencoded or application/json',
    ],
    [
      'a version that is none',
      { ...form, 'portcullis-version': 'x' },
      fields().toString(),
      400,
      'invalid_request',
      'expected a version of the API: a date YYYY-MM-DD from 2026-11-23 on',
    ],
    ['nothing', {}, '', 400, 'invalid_request', 'send application/x-www-form-urlencoded or application/json'],
  ] as const;

  for (const [name, headers, body, status, error, description] of refusals) {
    it(`answers ${error} to ${name}, in the form of RFC 6749`, async () => {
      const received = await post(headers, body);
      expect(received.json).to.deep.equal({ error, error_description: description });
      expect(received.status).to.equal(status);
      expect(received.headers).to.include({ 'cache-control': 'no-store', pragma: 'no-cache' });
      expect(received.headers['www-authenticate']).to.equal(
        status === 401 && 'authorization' in headers ? 'Basic realm="portcullis", charset="UTF-8"' : undefined,
      );
    });
  }

  it('accepts no parameters in the URL, where logs would keep them', async () => {
    const received = await post(form, 'grant_type=client_credentials', `/api/auth/token?${fields()}`);
    expect(received.status).to.equal(400);
    expect(received.json).to.include({ error: 'invalid_request' });
  });

  it('reports the kind of refusal to the observer, without the client or its secret', async () => {
    await post({ ...form, 'request-id': 'seen' }, fields({ client_secret: 'hunter2' }).toString());
    const record = await server.recordOf('seen');
    expect(record).to.include({ route: '/api/auth/token', status: 401, errorCode: 'invalid_client', clientId: null });
    expect(JSON.stringify(record)).not.to.contain('hunter2');
  });

  for (const [name, auth] of [
    ['client_secret_basic', oauth.ClientSecretBasic(clientSecret)],
    ['client_secret_post', oauth.ClientSecretPost(clientSecret)],
  ] as const) {
    it(`gives a standard OAuth client its token by ${name}`, async () => {
      const issuer = { issuer: server.url, token_endpoint: `${server.url}/api/auth/token` };
      const known = { client_id: clientId };
      const options = { [oauth.allowInsecureRequests]: true };
      const response = await oauth.clientCredentialsGrantRequest(
        issuer,
        known,
        auth,
        new URLSearchParams({ scope: 'profiles:read' }),
        options,
      );
      const token = await oauth.processClientCredentialsResponse(issuer, known, response);
      expect(token).to.deep.equal({
        access_token: 'machine',
        token_type: 'bearer',
        expires_in: 3600,
        scope: 'profiles:read',
      });
    });
  }
});
