import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { clients, faultsOf } from '../../../support/builders/configurations.ts';
import { secretFor } from '../../../support/builders/secrets.ts';
import { runs } from '../../../support/effort.ts';

const random = 'must be random, without words, repeats and sequences, as openssl rand -base64 32 makes it';
const ofKeys = 'must be keys of the form id:base64 of 32 random bytes, separated by commas, each id once';

const inBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Values that people type, copy or leave as placeholders instead of a secret; all of them have 32 bytes or more. */
const weak: readonly string[] = [
  'a'.repeat(32),
  'ab'.repeat(20),
  'abc123'.repeat(8),
  '0123456789abcdef0123456789abcdef',
  'abcdefghijklmnopqrstuvwxyz0123456789',
  '9876543210zyxwvutsrqponmlkjihgfedcba',
  'qwertyuiopasdfghjklzxcvbnm1234567890',
  'changemechangemechangemechangeme!',
  'ChangeMe_ChangeMe_ChangeMe_ChangeMe_2026',
  'P@ssw0rdP@ssw0rdP@ssw0rdP@ssw0rd',
  'your-256-bit-secret-your-256-bit-secret',
  'your_jwt_secret_key_here_at_least_32_characters',
  'MySuperSecretJwtKeyForProduction2026!',
  'this-is-a-very-long-secret-key-for-jwt',
  'a-secret-of-more-than-32-bytes-for-tokens',
  'correct horse battery staple correct horse',
  'shhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh',
  'secretsecretsecretsecretsecretsecret',
  '00000000-0000-0000-0000-000000000000',
  '11112222333344445555666677778888',
  `${randomBytes(2).toString('hex')}`.repeat(16),
  inBase64(Buffer.from('changemechangemechangemechangeme')),
  inBase64(Buffer.from('your-256-bit-secret-your-256-bit-secret\n')),
  Buffer.from('changeme-changeme-changeme-changeme').toString('base64url'),
  Buffer.from('password12345678').toString('hex'),
  '\uff59\uff4f\uff55\uff52-256-bit-\uff53\uff45\uff43\uff52\uff45\uff54-key',
  [...'my-secret-jwt-key'].join('\u200b'),
];

describe('the secrets of a configuration', function () {
  this.timeout(60_000);

  for (const secret of weak) {
    it(`must not be ${JSON.stringify(secret)}`, () => {
      expect(faultsOf({ JWT_SECRET: secret })).to.deep.equal([{ name: 'JWT_SECRET', rule: random }]);
    });
  }

  it('must be long enough, for tokens and for clients', () => {
    const short = secretFor('short');
    const ofClient = 'must be 16 to 512 characters, not only blanks, without control, direction and tag characters';
    expect(faultsOf({ JWT_SECRET: short.slice(0, 31) })).to.deep.equal([
      { name: 'JWT_SECRET', rule: 'must be at least 32 bytes long' },
    ]);
    expect(faultsOf({ JWT_CLIENTS_JSON: clients({ client_secret: short.slice(0, 15) }) })).to.deep.equal([
      { name: 'JWT_CLIENTS_JSON[0].client_secret', rule: ofClient },
    ]);
    expect(faultsOf({ JWT_CLIENTS_JSON: clients({ client_secret: short.slice(0, 16) }) })).to.deep.equal([]);
  });

  it('must not be guessable for a client, in either form of its configuration', () => {
    for (const secret of [
      'changemechangeme',
      'password12345678',
      'aaaaaaaaaaaaaaaa',
      'acme-secret-2026',
      'client_secret_value',
    ]) {
      expect(faultsOf({ JWT_CLIENTS_JSON: clients({ client_secret: secret }) }), secret).to.deep.equal([
        { name: 'JWT_CLIENTS_JSON[0].client_secret', rule: random },
      ]);
      const one = { JWT_CLIENT_ID: 'acme', JWT_CLIENT_PARTNER_ID: 'p1', JWT_CLIENT_SECRET: secret };
      expect(faultsOf(one), secret).to.deep.equal([{ name: 'JWT_CLIENT_SECRET', rule: random }]);
    }
  });

  it('must not be the same for tokens and for a client, who could mint any token', () => {
    const secret = secretFor('both');
    const hash = `sha256:${createHash('sha256').update(secret).digest('hex')}`;
    const rule = 'must be another one than the secret of a client, who could make any token with it';
    for (const client of [{ client_secret: secret }, { client_secret: undefined, client_secret_hash: hash }]) {
      expect(faultsOf({ JWT_SECRET: secret, JWT_CLIENTS_JSON: clients(client) })).to.deep.equal([
        { name: 'JWT_SECRET', rule },
      ]);
    }
  });

  it('must not be hand-written keys for data at rest', () => {
    for (const bytes of [
      new Uint8Array(32),
      new Uint8Array(32).fill(7),
      Uint8Array.from({ length: 32 }, (_, i) => i),
      Buffer.from('passwordpasswordpasswordpassword'),
      Buffer.from('this is the key for data at rest'),
    ]) {
      expect(faultsOf({ DATA_KEYS: `k1:${inBase64(bytes)}` })).to.deep.equal([{ name: 'DATA_KEYS', rule: ofKeys }]);
    }
  });

  const generated: Readonly<Record<string, () => string>> = {
    'openssl rand -base64 32': () => inBase64(randomBytes(32)),
    'openssl rand -hex 32': () => randomBytes(32).toString('hex'),
    uuidgen: () => randomUUID(),
  };
  for (const [command, make] of Object.entries(generated)) {
    it(`are always accepted when ${command} makes them`, () => {
      const refused = Array.from({ length: runs(33_334, 500) }, make).filter(
        (secret) => faultsOf({ JWT_SECRET: secret }).length > 0,
      );
      expect(refused).to.deep.equal([]);
    });
  }
});
