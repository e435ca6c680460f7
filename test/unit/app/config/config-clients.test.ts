import { clientRegistry } from '@portcullis/adapter-jose';
import { readSandboxVariables } from '@portcullis/app/configuration';
import { E } from '@portcullis/domain';
import { expect } from 'chai';
import { client, clients, configOf, faultsOf } from '../../../support/builders/configurations.ts';
import { secretFor } from '../../../support/builders/secrets.ts';
import { publishedKeys } from '../../../support/clients/published-keys.ts';
import { fakeClock } from '../../../support/clock/fake-clock.ts';

describe('the configuration of clients', () => {
  const scopeRule =
    'must be one of health:read, profiles:read, profiles:write, status-history:write, reviews:write, verification-history:write, profiles:erase, ledger:read, access-log:read, events:read, webhooks:manage';
  const secretRule =
    'must be at least one scope, and either client_secret or client_secret_hash, or jwks, or one of the two and jwks';
  const hash = `sha256:${'ab'.repeat(32)}`;
  const bad: readonly (readonly [string, string, string, string])[] = [
    ['an unknown scope', clients({ scopes: ['profiles:read', 'all'] }), 'JWT_CLIENTS_JSON[0].scopes[1]', scopeRule],
    ['no scope', clients({}, { client_id: 'b', scopes: [] }), 'JWT_CLIENTS_JSON[1]', secretRule],
    ['no secret', clients({ client_secret: undefined }), 'JWT_CLIENTS_JSON[0]', secretRule],
    ['a secret and a hash', clients({ client_secret_hash: hash }), 'JWT_CLIENTS_JSON[0]', secretRule],
    ['an unknown field', clients({ secret: 'x' }), 'JWT_CLIENTS_JSON[0]', 'has an unknown field'],
    ['the same id twice', clients({}, {}), 'JWT_CLIENTS_JSON', 'must be clients of which each client_id stands once'],
    [
      'no partner',
      clients({ partner_id: undefined }),
      'JWT_CLIENTS_JSON[0].partner_id',
      'must be a text of 1 to 128 characters, not only blanks, without control, direction and tag characters',
    ],
    [
      'a blank in the id',
      clients({ client_id: 'a b' }),
      'JWT_CLIENTS_JSON[0].client_id',
      'must be 1 to 128 visible ASCII characters',
    ],
    [
      'a hash without its form',
      clients({ client_secret: undefined, client_secret_hash: 'ab'.repeat(32) }),
      'JWT_CLIENTS_JSON[0].client_secret_hash',
      'must be sha256: and the SHA-256 of the secret in 64 hex digits',
    ],
  ];
  for (const [what, JWT_CLIENTS_JSON, name, rule] of bad) {
    it(`rejects a client with ${what}, and says where`, () => {
      expect(faultsOf({ JWT_CLIENTS_JSON })).to.deep.equal([{ name, rule }]);
    });
  }

  const written = JSON.stringify(client);
  for (const [what, JWT_CLIENTS_JSON] of [
    ['a secret that stands twice', `[${written.replace('{', `{"client_secret":"${secretFor('another one')}",`)}]`],
    ['a partner that stands twice, once escaped', `[${written.replace('{', '{"partner\\u005fid":"p2",')}]`],
    ['a list of scopes that stands twice', `[${written.replace('{', '{"scopes":["profiles:erase"],')}]`],
    ['a key that stands twice in its jwks', `[${written.replace('{', '{"jwks":{"keys":[],"keys":[]},')}]`],
    ['a prototype', `[${written.replace('{', '{"__proto__":{},')}]`],
  ] as const) {
    it(`rejects a client with ${what}, and repeats nothing of it`, () => {
      const rule = 'must be JSON in which no object has a key twice, nor the key "__proto__"';
      expect(faultsOf({ JWT_CLIENTS_JSON })).to.deep.equal([{ name: 'JWT_CLIENTS_JSON', rule }]);
    });
  }

  const publicKey = publishedKeys['RFC 7515 A.3'].public;

  it('accepts keys instead of a secret, and beside one', () => {
    const jwks = { keys: [publicKey] };
    const list = clients({ jwks }, { client_id: 'b', client_secret: undefined, jwks });
    const [both, keysAlone] = configOf({ JWT_CLIENTS_JSON: list }).tokens.clients;
    expect(both).to.include.keys('clientSecret', 'keys');
    expect(keysAlone).to.include.keys('keys').and.not.have.any.keys('clientSecret', 'clientSecretHash');
    expect(keysAlone?.keys?.[0]?.algorithms).to.deep.equal(['ES256']);
  });

  it('rejects a private key in the place of the public one, and does not repeat it', () => {
    const jwks = { keys: [publishedKeys['RFC 7515 A.3'].private] };
    const [fault, ...more] = faultsOf({ JWT_CLIENTS_JSON: clients({ jwks }) });
    expect([fault?.name, more]).to.deep.equal(['JWT_CLIENTS_JSON[0].jwks', []]);
    expect(fault?.rule).to.match(/^must be a JWK Set of 1 to 10 public keys/);
  });

  it('reads the origins to which a client may send people', () => {
    const origins = ['https://app.example', 'https://App.Example:443/', 'http://localhost:3000'];
    const list = clients({ redirect_origins: origins }, { client_id: 'b', redirect_origins: [] }, { client_id: 'c' });
    const development = { JWT_CLIENTS_JSON: list, NODE_ENV: 'development' };
    expect(configOf(development).tokens.clients.map(({ redirectOrigins }) => redirectOrigins)).to.deep.equal([
      ['https://app.example', 'https://app.example', 'http://localhost:3000'],
      [],
      undefined,
    ]);
    for (const origin of [
      'http://app.example',
      'https://app.example/path',
      'https://u:p@app.example',
      '*',
      'app.example',
      'https://10.0.0.5',
      'https://intranet',
      'https://api.internal',
    ])
      expect(faultsOf({ JWT_CLIENTS_JSON: clients({ redirect_origins: [origin] }) }), origin).to.deep.equal([
        {
          name: 'JWT_CLIENTS_JSON[0].redirect_origins[0]',
          rule: 'must be public https origins such as https://app.example.com, without paths',
        },
      ]);
  });

  it('takes origins of this machine outside of production alone, by whatever name', () => {
    const rule = 'must not send people to this machine (localhost) in production';
    const single = { JWT_CLIENT_ID: 'a', JWT_CLIENT_SECRET: client.client_secret, JWT_CLIENT_PARTNER_ID: 'p' };
    for (const origin of ['http://localhost:3000', 'http://app.localhost:3000', 'http://127.0.0.2', 'https://[::1]'])
      for (const [name, variables] of Object.entries({
        JWT_CLIENTS_JSON: { JWT_CLIENTS_JSON: clients({ redirect_origins: [origin] }) },
        JWT_CLIENT_REDIRECT_ORIGINS: { ...single, JWT_CLIENT_REDIRECT_ORIGINS: origin },
      })) {
        expect(faultsOf(variables), origin).to.deep.equal([{ name, rule }]);
        expect(faultsOf({ ...variables, NODE_ENV: 'development' }), origin).to.deep.equal([]);
      }
  });

  it('accepts several, with secrets and hashes', () => {
    const list = clients({ team_id: 't1' }, { client_id: 'b', client_secret: undefined, client_secret_hash: hash });
    expect(configOf({ JWT_CLIENTS_JSON: list }).tokens.clients).to.deep.equal([
      {
        clientId: 'acme',
        clientSecret: client.client_secret,
        tenant: { partnerId: 'p1', teamId: 't1' },
        scopes: ['profiles:read'],
      },
      { clientId: 'b', clientSecretHash: hash, tenant: { partnerId: 'p1', teamId: null }, scopes: ['profiles:read'] },
    ]);
  });

  const one = { JWT_CLIENT_ID: 'solo', JWT_CLIENT_SECRET: secretFor('solo'), JWT_CLIENT_PARTNER_ID: 'p' };

  it('accepts a single client from separate variables, with every scope except erasure, reviews and the heads of the log by default', () => {
    const solo = { clientId: 'solo', clientSecret: secretFor('solo'), tenant: { partnerId: 'p', teamId: null } };
    const all = [
      'health:read',
      'profiles:read',
      'profiles:write',
      'status-history:write',
      'verification-history:write',
      'events:read',
      'webhooks:manage',
    ];
    expect(configOf(one).tokens.clients).to.deep.equal([{ ...solo, scopes: all }]);
    expect(
      configOf({ ...one, JWT_CLIENT_TEAM_ID: 't', JWT_CLIENT_SCOPES: 'profiles:write, health:read' }).tokens.clients,
    ).to.deep.equal([{ ...solo, tenant: { partnerId: 'p', teamId: 't' }, scopes: ['health:read', 'profiles:write'] }]);
  });

  it('rejects an incomplete single client, and one beside an array', () => {
    expect(faultsOf({ JWT_CLIENT_ID: 'solo' })).to.deep.equal([
      { name: 'JWT_CLIENT_SECRET', rule: 'is missing; it must be set together with JWT_CLIENT_ID' },
      { name: 'JWT_CLIENT_PARTNER_ID', rule: 'is missing; it must be set together with JWT_CLIENT_ID' },
    ]);
    expect(faultsOf({ ...one, JWT_CLIENTS_JSON: clients({}) })).to.deep.equal([
      {
        name: 'JWT_CLIENTS_JSON',
        rule: 'must not be set together with JWT_CLIENT_ID, JWT_CLIENT_SECRET, JWT_CLIENT_PARTNER_ID',
      },
    ]);
    expect(faultsOf({ ...one, JWT_CLIENT_SCOPES: 'everything' }).map(({ name }) => name)).to.deep.equal([
      'JWT_CLIENT_SCOPES',
    ]);
  });

  it('of a sandbox are the built-in one unless others are named, or none', () => {
    const read = (SANDBOX_CLIENTS_JSON: string | undefined) => {
      const variables = readSandboxVariables({ SANDBOX_CLIENTS_JSON });
      return E.isRight(variables) ? variables.right.SANDBOX_CLIENTS_JSON : variables.left;
    };
    expect(read(undefined)).to.equal(undefined);
    expect(read('')).to.equal(undefined);
    expect(read(' [ ]\n')).to.equal(null);
    expect(read(clients({}))).to.equal(clients({}));
    expect(read('off')).to.deep.equal([{ name: 'SANDBOX_CLIENTS_JSON', rule: 'must be a JSON array of clients' }]);
    const scopeless = read(clients({ scopes: [] }));
    expect(scopeless).to.deep.equal([{ name: 'SANDBOX_CLIENTS_JSON[0]', rule: secretRule }]);
    expect(faultsOf({ JWT_CLIENTS_JSON: '[]' })).to.have.length(1);
  });

  it('are one reviewer each, unless the operator trusts those whom one names', () => {
    const list = clients({ trusts_reviewers: true }, { client_id: 'b', trusts_reviewers: false }, { client_id: 'c' });
    const { clients: configured } = configOf({ JWT_CLIENTS_JSON: list }).tokens;
    const registry = clientRegistry(configured, { audiences: ['https://id.example'], clock: fakeClock() });
    expect(configured.map(({ clientId }) => registry.find(clientId)?.trustsReviewers)).to.deep.equal([
      true,
      undefined,
      undefined,
    ]);
  });
});
