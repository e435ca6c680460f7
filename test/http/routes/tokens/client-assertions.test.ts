import { TE } from '@portcullis/domain';
import type { ClientCredentials } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { generateKeyPair } from 'jose';
import * as oauth from 'oauth4webapi';
import { openServer, type TestServer } from '../../../support/http/server.ts';
import { stubServices } from '../../../support/http/stub-services.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const assertionOf = (claims: object): string =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
const assertion = assertionOf({ sub: 'acme backend' });
const fields = (more: { readonly [name: string]: string } = {}) =>
  new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: type,
    client_assertion: assertion,
    ...more,
  }).toString();

describe('client authentication by an assertion', () => {
  let server: TestServer;
  let seen: ClientCredentials[] = [];
  before(async () => {
    const stub = stubServices();
    server = await openServer({
      services: stubServices({
        issueToken: (input) => {
          seen.push(input.credentials);
          return stub.issueToken(input);
        },
        revokeToken: (input) => {
          seen.push(input.credentials);
          return TE.right('revoked');
        },
      }),
    });
  });
  beforeEach(() => {
    seen = [];
  });
  after(() => server.close());
  const post = (body: string, headers: { readonly [name: string]: string } = form, path = '/api/auth/token') =>
    server.send({ method: 'POST', path, headers, body });

  it('issues a token, with or without the client_id beside it, and in JSON', async () => {
    const asJson = JSON.stringify({ client_assertion_type: type, client_assertion: assertion });
    for (const answer of [
      await post(fields()),
      await post(fields({ client_id: 'acme backend' })),
      await post(asJson, { 'content-type': 'application/json' }),
    ])
      expect([answer.status, answer.json]).to.deep.include(200);
    expect(seen).to.deep.equal(
      Array.from({ length: 3 }, () => ({ clientId: 'acme backend', clientAssertion: assertion })),
    );
  });

  it('revokes a token', async () => {
    const body = new URLSearchParams({ token: 'machine', client_assertion_type: type, client_assertion: assertion });
    const answer = await post(body.toString(), form, '/api/auth/revoke');
    expect([answer.status, seen.length]).to.deep.equal([200, 1]);
  });

  const invalid = 'the client is unknown or its assertion is not valid';
  for (const [name, body, headers, status, error, description] of [
    [
      'of another type',
      fields({ client_assertion_type: 'saml2' }),
      form,
      400,
      'invalid_request',
      `client_assertion_type must be ${type}`,
    ],
    [
      'without its type',
      fields({ client_assertion_type: '' }),
      form,
      400,
      'invalid_request',
      `client_assertion_type must be ${type}`,
    ],
    ['that is missing', fields({ client_assertion: '' }), form, 401, 'invalid_client', invalid],
    ['that names no client', fields({ client_assertion: assertionOf({}) }), form, 401, 'invalid_client', invalid],
    [
      'that names its client twice',
      fields({ client_assertion: `e30.${Buffer.from('{"sub":"a","sub":"acme backend"}').toString('base64url')}.x` }),
      form,
      401,
      'invalid_client',
      invalid,
    ],
    ['that is none', fields({ client_assertion: 'x' }), form, 401, 'invalid_client', invalid],
    [
      'of more than 8 KiB',
      fields({ client_assertion: assertionOf({ sub: 'a', x: 'x'.repeat(8192) }) }),
      form,
      401,
      'invalid_client',
      invalid,
    ],
    [
      'beside another client_id',
      fields({ client_id: 'other' }),
      form,
      400,
      'invalid_request',
      'client_id differs from the client of the assertion',
    ],
    [
      'beside a secret',
      fields({ client_secret: 'x' }),
      form,
      400,
      'invalid_request',
      'the client is authenticated in two ways',
    ],
    [
      'beside HTTP Basic',
      fields(),
      { ...form, authorization: 'Basic YTpi' },
      400,
      'invalid_request',
      'the client is authenticated in two ways',
    ],
    [
      'twice',
      `${fields()}&client_assertion=x`,
      form,
      400,
      'invalid_request',
      'client_assertion is given more than once',
    ],
  ] as const) {
    it(`refuses an assertion ${name}`, async () => {
      const received = await post(body, headers);
      expect([received.status, received.json]).to.deep.equal([status, { error, error_description: description }]);
      expect(seen).to.deep.equal([]);
    });
  }

  it('is what an OAuth client library sends', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const as = { issuer: server.url, token_endpoint: `${server.url}/api/auth/token` };
    const answer = await oauth.clientCredentialsGrantRequest(
      as,
      { client_id: 'acme backend' },
      oauth.PrivateKeyJwt(privateKey),
      new URLSearchParams(),
      { [oauth.allowInsecureRequests]: true },
    );
    expect(answer.status).to.equal(401);
    expect(seen.map(({ clientId }) => clientId)).to.deep.equal(['acme backend']);
    expect(seen[0])
      .to.have.property('clientAssertion')
      .that.matches(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });
});
