import { systemClock } from '@portcullis/adapter-memory';
import { createContainer, silentLogger, Tokens } from '@portcullis/app';
import { E, issueToken } from '@portcullis/domain';
import { expect } from 'chai';
import { decodeJwt } from 'jose';
import * as oauth from 'openid-client';
import { client, clients, configOf, type Variables } from '../../../support/builders/configurations.ts';

import { httpConfig, openServer } from '../../../support/http/server.ts';
import { stubServices } from '../../../support/http/stub-services.ts';
import { mustSucceed } from '../../../support/run.ts';

const publicUrl = 'https://api.portcullis.example';

/** The tokens of a service, and what a client gets that knows nothing but its address. */
const issuersOf = async (variables: Variables) => {
  const config = configOf({ JWT_CLIENTS_JSON: clients({}), ...variables });
  const container = await createContainer(config, 'vendors', silentLogger);
  const tokens = container.get(Tokens.tokens);
  const services = stubServices({
    issueToken: issueToken({
      tokens,
      clients: container.get(Tokens.clients),
      tokenStates: container.get(Tokens.tokenStates),
      clock: systemClock,
    }),
  });
  const { publicUrl: address } = config.web;
  const server = await openServer({ services, config: { ...httpConfig, publicUrl: address } });
  const found = await oauth.discovery(
    new URL(address ?? server.url),
    client.client_id,
    undefined,
    oauth.ClientSecretPost(client.client_secret),
    {
      algorithm: 'oauth2',
      execute: [oauth.allowInsecureRequests],
      // The address is not in the DNS.
      [oauth.customFetch]: (url, init) => fetch(url.replace(address ?? server.url, server.url), Object(init)),
    },
  );
  const { access_token: token } = await oauth.clientCredentialsGrant(found);
  await server.close();
  return { metadata: found.serverMetadata().issuer, token: decodeJwt(token).iss, tokens };
};

describe('the issuer of tokens', () => {
  it('is the one of the metadata, and tokens that name CLIENT_URL stay valid', async () => {
    const { metadata, token, tokens } = await issuersOf({ PUBLIC_URL: publicUrl });
    expect([metadata, token]).to.deep.equal([publicUrl, publicUrl]);
    const tenant = { partnerId: 'p1', teamId: null };
    const issuedBy = async (variables: Variables) => {
      const other = (await createContainer(configOf(variables), 'vendors', silentLogger)).get(Tokens.tokens);
      return (await mustSucceed(other.issueMachine({ clientId: 'acme', tenant, scopes: [] }))).token;
    };
    const isAccepted = async (text: string) => E.isRight(await tokens.verify(text)());
    expect(await isAccepted(await issuedBy({}))).to.equal(true);
    expect(await isAccepted(await issuedBy({ PUBLIC_URL: publicUrl }))).to.equal(true);
    expect(await isAccepted(await issuedBy({ JWT_ISSUER: 'https://id.example' }))).to.equal(false);
  });

  it('is JWT_ISSUER where that is set, which is a warning if it is another one than the metadata name', async () => {
    const { metadata, token } = await issuersOf({ PUBLIC_URL: publicUrl, JWT_ISSUER: 'https://id.example' });
    expect([metadata, token]).to.deep.equal([publicUrl, 'https://id.example']);
  });
});
