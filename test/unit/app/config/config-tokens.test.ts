import { expect } from 'chai';
import { clients, configOf, faultsOf } from '../../../support/builders/configurations.ts';
import { secretFor } from '../../../support/builders/secrets.ts';

describe('the configuration of tokens', () => {
  it('has an issuer and an audience, whether they are set or not, and asks others for those that are set alone', () => {
    const addressOf = (variables: Record<string, string>) => {
      const { issuer, audience, assertionAudiences, uncheckedElsewhere } = configOf(variables).tokens;
      return { issuer, audience, assertionAudiences, uncheckedElsewhere };
    };
    const clientUrl = 'https://verify.example.com';
    expect(addressOf({})).to.deep.equal({
      issuer: clientUrl,
      audience: 'portcullis',
      assertionAudiences: [clientUrl],
      uncheckedElsewhere: ['iss', 'aud'],
    });
    const own = { JWT_ISSUER: 'https://id.example', JWT_AUDIENCE: 'api' };
    expect(addressOf(own)).to.deep.equal({
      issuer: 'https://id.example',
      audience: 'api',
      assertionAudiences: ['https://id.example'],
      uncheckedElsewhere: [],
    });
    expect(addressOf({ JWT_ISSUER: own.JWT_ISSUER }).uncheckedElsewhere).to.deep.equal(['aud']);
    expect(addressOf({ JWT_AUDIENCE: own.JWT_AUDIENCE }).uncheckedElsewhere).to.deep.equal(['iss']);
    const publicUrl = 'https://api.example';
    const published = configOf({ PUBLIC_URL: publicUrl }).tokens;
    expect([published.issuer, published.otherIssuers]).to.deep.equal([publicUrl, [clientUrl]]);
    expect(configOf({ PUBLIC_URL: publicUrl, ...own }).tokens).to.deep.include({
      issuer: own.JWT_ISSUER,
      otherIssuers: [],
    });
    const old = configOf({ PUBLIC_URL: publicUrl, JWT_ISSUER: clientUrl }).tokens;
    expect([old.issuer, old.otherIssuers]).to.deep.equal([clientUrl, [publicUrl]]);
    const named = configOf({ PUBLIC_URL: publicUrl, JWT_ISSUER: publicUrl }).tokens;
    expect([named.issuer, named.otherIssuers]).to.deep.equal([publicUrl, [clientUrl]]);
    const slashed = configOf({ PUBLIC_URL: publicUrl, JWT_ISSUER: `${clientUrl}/` }).tokens;
    expect([slashed.issuer, slashed.otherIssuers]).to.deep.equal([`${clientUrl}/`, [publicUrl, clientUrl]]);
    expect(configOf({}).tokens.otherIssuers).to.deep.equal([]);
    for (const NODE_ENV of ['development', 'test']) expect(addressOf({ NODE_ENV })).to.deep.equal(addressOf({}));
    expect(addressOf({ PUBLIC_URL: 'https://api.example' }).assertionAudiences).to.deep.equal([
      clientUrl,
      'https://api.example',
      'https://api.example/api/auth/token',
    ]);
    expect(addressOf({ NODE_ENV: 'test' }).assertionAudiences).to.deep.equal([clientUrl]);
    expect(
      addressOf({ JWT_ASSERTION_AUDIENCES: 'a, https://api.example/api/auth/token' }).assertionAudiences,
    ).to.deep.equal(['a', 'https://api.example/api/auth/token']);
  });

  it('accepts tokens of other clients only if they were minted elsewhere, and all where it has no clients', () => {
    const of = (variables: Record<string, string>) => configOf(variables).tokens.unregisteredClients;
    expect(of({})).to.equal('accept');
    expect(of({ JWT_CLIENTS_JSON: clients({}) })).to.equal('minted_elsewhere');
    expect(of({ JWT_CLIENTS_JSON: clients({}), JWT_UNREGISTERED_CLIENTS: 'accept' })).to.equal('accept');
    expect(of({ JWT_UNREGISTERED_CLIENTS: 'refuse' })).to.equal('refuse');
  });

  it('takes a second secret to verify tokens, as strong as the first and another one', () => {
    const JWT_VERIFY_SECRET = secretFor('the next one');
    expect(configOf({ JWT_VERIFY_SECRET }).tokens.verifySecret).to.equal(JWT_VERIFY_SECRET);
    expect(configOf({}).tokens.verifySecret).to.equal(null);
    expect(faultsOf({ JWT_VERIFY_SECRET: secretFor('signing') })).to.deep.equal([
      { name: 'JWT_VERIFY_SECRET', rule: 'must be another secret than JWT_SECRET' },
    ]);
    expect(faultsOf({ JWT_VERIFY_SECRET: 'short' })).to.deep.equal([
      { name: 'JWT_VERIFY_SECRET', rule: 'must be at least 32 bytes long' },
    ]);
    expect(
      faultsOf({ JWT_VERIFY_SECRET, JWT_CLIENTS_JSON: clients({ client_secret: JWT_VERIFY_SECRET }) }),
    ).to.deep.equal([
      {
        name: 'JWT_VERIFY_SECRET',
        rule: 'must be another one than the secret of a client, who could make any token with it',
      },
    ]);
  });

  it('reads the names by which the management listener may be asked', () => {
    const MANAGEMENT_ALLOWED_HOSTS = 'Portcullis, metrics.internal,[fd00::1],10.0.0.5';
    expect(configOf({ MANAGEMENT_ALLOWED_HOSTS }).management.allowedHosts).to.deep.equal([
      'portcullis',
      'metrics.internal',
      '[fd00::1]',
      '10.0.0.5',
    ]);
    for (const bad of ['*', 'a:9000', 'http://a', 'a b', '-a', 'a.'])
      expect(faultsOf({ MANAGEMENT_ALLOWED_HOSTS: bad }), bad).to.deep.equal([
        {
          name: 'MANAGEMENT_ALLOWED_HOSTS',
          rule: 'must be host names or addresses without ports, separated by commas',
        },
      ]);
  });
});
