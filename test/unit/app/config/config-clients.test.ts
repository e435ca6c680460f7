import { expect } from 'chai';
import { client, clients, configOf, faultsOf } from '../../../support/builders/configurations.ts';
import { secretFor } from '../../../support/builders/secrets.ts';

describe('the configuration of clients', () => {
  const scopeRule =
    'must be one of health:read, profiles:read, profiles:write, status-history:write, reviews:write, verification-history:write, profiles:erase, ledger:read';
  const secretRule = 'must be at least one scope, and either client_secret or client_secret_hash';
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
      'must be 1 to 128 characters, not only blanks, without control, direction and tag characters',
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
});
