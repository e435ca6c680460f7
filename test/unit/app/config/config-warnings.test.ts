import { generateKeyPairSync } from 'node:crypto';
import { E } from '@portcullis/domain';
import { expect } from 'chai';
import { readConfig } from '#app/config/config';
import type { ConfigFault } from '#app/config/environment';
import { clients, complete, type Variables } from '../../../support/builders/configurations.ts';
import { secretFor } from '../../../support/builders/secrets.ts';

const signingKey = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const aKey = Buffer.from(secretFor('data'), 'hex').toString('base64');

const allOf = (variables: Variables): readonly ConfigFault[] => {
  const read = readConfig({ ...complete, ...variables });
  if (E.isLeft(read)) throw new Error('the configuration is not accepted');
  return read.right.warnings;
};
const warningsOf = (variables: Variables) => allOf(variables).map(({ name }) => name);

describe('the warnings of a configuration', () => {
  it('ask what was meant by a name that is a slip away from a variable that is not set', () => {
    expect(allOf({ JWT_ISUER: 'https://id.example' })[0]).to.deep.equal({
      name: 'JWT_ISUER',
      rule: 'is no variable: did you mean JWT_ISSUER?',
    });
    const others = { JWT_SECRETS: 'of another program', HOSTS: 'a', PATH: '/bin', HOSTNAME: 'here' };
    for (const name of Object.keys(others)) expect(warningsOf(others), name).not.to.include(name);
  });

  it('name what is allowed but unwise', () => {
    expect(warningsOf({})).to.deep.equal([
      'FACE_LIVENESS_THRESHOLD',
      'DATA_KEYS',
      'TRUSTED_PROXIES',
      'LEDGER_SIGNING_KEY',
      'JWT_CLIENTS_JSON',
      'JWT_ISSUER',
      'JWT_AUDIENCE',
      'CONSENT_VERSIONS',
    ]);
    const settled = {
      FACE_LIVENESS_THRESHOLD: '80',
      DATA_KEYS: `k:${aKey}`,
      TRUSTED_PROXIES: '10.1.2.3',
      LEDGER_SIGNING_KEY: signingKey,
      JWT_ISSUER: 'https://id.example',
      JWT_AUDIENCE: 'portcullis',
      JWT_CLIENTS_JSON: clients({ redirect_origins: ['https://app.example'] }),
      CONSENT_VERSIONS: '[{"version":"1","texts":{"en":"I agree."}}]',
    };
    expect(warningsOf(settled)).to.deep.equal([]);
    expect(warningsOf({ ...settled, FACE_LIVENESS_THRESHOLD: '50' })).to.deep.equal([]);
    expect(warningsOf({ ...settled, CLIENT_URL: 'http://verify.example.com' })).to.deep.equal(['CLIENT_URL']);
    for (const url of ['http://localhost:3000', 'http://app.localhost', 'http://127.0.0.2:3000'])
      expect(warningsOf({ ...settled, CLIENT_URL: url }), url).to.deep.equal([]);
    expect(warningsOf({ ...settled, NODE_ENV: 'development', CLIENT_URL: 'http://box.lan' })).to.deep.equal([]);
  });

  it('say which tokens and redirects are accepted that need not be', () => {
    const quiet = { JWT_CLIENTS_JSON: clients({ redirect_origins: [] }) };
    const told = (variables: Variables) => allOf(variables).filter(({ name }) => name.startsWith('JWT_'));
    const addresses = told(quiet);
    expect(addresses).to.deep.equal([
      {
        name: 'JWT_ISSUER',
        rule: 'is not set: a token that another party signs with JWT_SECRET is accepted from any issuer, also one for another deployment that has the secret',
      },
      {
        name: 'JWT_AUDIENCE',
        rule: 'is not set: a token that another party signs with JWT_SECRET is accepted for any audience, also one for another program that has the secret',
      },
    ]);
    expect(told({ ...quiet, NODE_ENV: 'development' })).to.deep.equal([]);
    const issuerWarning = (variables: Variables) => told({ ...quiet, JWT_AUDIENCE: 'api', ...variables });
    const PUBLIC_URL = 'https://api.example';
    expect(issuerWarning({ PUBLIC_URL, JWT_ISSUER: PUBLIC_URL })).to.deep.equal([]);
    expect(issuerWarning({ PUBLIC_URL, JWT_ISSUER: 'https://id.example' })).to.deep.equal([
      {
        name: 'JWT_ISSUER',
        rule: 'is not PUBLIC_URL: the metadata of the authorization server name another issuer than the tokens',
      },
    ]);
    expect(told({ ...quiet, JWT_UNREGISTERED_CLIENTS: 'accept' })).to.deep.equal([
      ...addresses,
      {
        name: 'JWT_UNREGISTERED_CLIENTS',
        rule: 'is accept: the tokens of a client that was removed are accepted until they expire',
      },
    ]);
    expect(told({ JWT_CLIENTS_JSON: clients({ redirect_origins: [] }, { client_id: 'b' }) })).to.deep.equal([
      ...addresses,
      {
        name: 'JWT_CLIENTS_JSON',
        rule: 'has clients without redirect_origins: their redirect_url may lead to any public https address',
      },
    ]);
    const one = { JWT_CLIENT_ID: 'solo', JWT_CLIENT_SECRET: secretFor('solo'), JWT_CLIENT_PARTNER_ID: 'p' };
    expect(told(one)).to.deep.equal([
      ...addresses,
      { name: 'JWT_CLIENT_REDIRECT_ORIGINS', rule: 'is not set: redirect_url may lead to any public https address' },
    ]);
    expect(told({ ...one, JWT_CLIENT_REDIRECT_ORIGINS: 'https://a.example,https://b.example' })).to.deep.equal(
      addresses,
    );
  });

  it('say in production alone that people consent to the built-in text', () => {
    const told = (NODE_ENV: string) => warningsOf({ NODE_ENV }).includes('CONSENT_VERSIONS');
    expect(['production', 'development', 'test'].map(told)).to.deep.equal([true, false, false]);
  });

  it('say in production alone that webhooks may travel in the clear', () => {
    const told = (NODE_ENV: string, WEBHOOK_ALLOW_HTTP: string) =>
      warningsOf({ NODE_ENV, WEBHOOK_ALLOW_HTTP }).includes('WEBHOOK_ALLOW_HTTP');
    expect([told('production', 'true'), told('production', 'false'), told('development', 'true')]).to.deep.equal([
      true,
      false,
      false,
    ]);
  });

  it('say what is not verified when documents are read only locally', () => {
    const told = (DOCUMENT_READER: string) =>
      allOf({ DOCUMENT_READER }).filter(({ name }) => name === 'DOCUMENT_READER');
    const rule = 'is local: printed fields are not read, and signs of forgery are not looked for';
    expect(['ai', 'both', 'local'].map(told)).to.deep.equal([[], [], [{ name: 'DOCUMENT_READER', rule }]]);
  });

  it('say what is not looked at without a provider', () => {
    const told = (chosen: Parameters<typeof allOf>[0]) =>
      allOf(chosen).flatMap(({ name }) => (name.endsWith('_PROVIDER') ? [name] : []));
    expect(told({})).to.deep.equal([]);
    expect(told({ LIVENESS_PROVIDER: 'none', FACE_PROVIDER: 'none' })).to.deep.equal(['LIVENESS_PROVIDER']);
    expect(told({ FACE_PROVIDER: 'none', DEVICE_PROVIDER: 'none' })).to.deep.equal([
      'FACE_PROVIDER',
      'DEVICE_PROVIDER',
    ]);
  });

  it('say what a threshold under 50 means', () => {
    const told = (FACE_LIVENESS_THRESHOLD: string) =>
      allOf({ FACE_LIVENESS_THRESHOLD }).flatMap(({ name, rule }) =>
        name === 'FACE_LIVENESS_THRESHOLD' ? [rule] : [],
      );
    const rule =
      'is under 50: a photo, a screen or a mask can pass for a live person; only scores below 10 are always refused';
    expect(['0', '49', '50', '75'].map(told)).to.deep.equal([[rule], [rule], [], []]);
  });
});
