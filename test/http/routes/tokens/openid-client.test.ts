import { BlockList } from 'node:net';
import { memoryRateLimiter } from '@portcullis/adapter-limits';
import { defaultRateLimits } from '@portcullis/http';
import { expect } from 'chai';
import * as client from 'openid-client';
import { httpConfig, openServer, type TestServer } from '../../../support/http/server.ts';

const clientId = 'acme backend';
const clientSecret = 'se:cret+%';

/** A client that knows nothing but the address of the service. */
const discovered = (server: TestServer, authentication: client.ClientAuth) =>
  client.discovery(new URL(server.url), clientId, undefined, authentication, {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests],
  });

const refusalOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  return expect.fail('it was not refused');
};

describe('openid-client', () => {
  let server: TestServer;
  afterEach(() => server.close());

  for (const [name, authentication] of [
    ['client_secret_basic', client.ClientSecretBasic(clientSecret)],
    ['client_secret_post', client.ClientSecretPost(clientSecret)],
  ] as const) {
    it(`finds the endpoints and gets a token by ${name}, which it revokes`, async () => {
      server = await openServer();
      const config = await discovered(server, authentication);
      expect(config.serverMetadata()).to.deep.include({
        issuer: server.url,
        token_endpoint: `${server.url}/api/auth/token`,
        grant_types_supported: ['client_credentials'],
      });
      expect(config.serverMetadata().token_endpoint_auth_methods_supported).to.include(name);
      const token = await client.clientCredentialsGrant(config, { scope: 'profiles:read', resource: 'unknown' });
      expect(token).to.include({ access_token: 'machine', token_type: 'bearer', scope: 'profiles:read' });
      await client.tokenRevocation(config, token.access_token);
    });
  }

  it('understands a wrong secret in the body, which is challenged by nothing', async () => {
    server = await openServer();
    const config = await discovered(server, client.ClientSecretPost('wrong'));
    const refusal = await refusalOf(client.clientCredentialsGrant(config));
    expect(refusal).to.include({ error: 'invalid_client', status: 401 });
  });

  it('understands that it asks too often', async () => {
    const limits = { ...defaultRateLimits, tokenPerMinute: 1 };
    const limiter = memoryRateLimiter();
    server = await openServer({ rateLimiting: { limiter, limits, trustedProxies: new BlockList() } });
    const config = await discovered(server, client.ClientSecretPost(clientSecret));
    await client.clientCredentialsGrant(config);
    const refusal = await refusalOf(client.clientCredentialsGrant(config));
    expect(refusal).to.include({ error: 'temporarily_unavailable', status: 429 });
    expect(Object(refusal).error_description).to.equal('At most 1 requests of this kind are answered in 60 seconds.');
  });

  it('finds nothing under a host that is not this machine, and the configured address under any', async () => {
    server = await openServer();
    const path = '/.well-known/oauth-authorization-server';
    const headers = { host: 'evil.example' };
    expect((await server.send({ path, headers })).status).to.equal(404);
    await server.close();
    server = await openServer({ config: { ...httpConfig, publicUrl: 'https://api.portcullis.example' } });
    const { json } = await server.send({ path, headers });
    expect(json).to.include({ issuer: 'https://api.portcullis.example' });
  });
});
