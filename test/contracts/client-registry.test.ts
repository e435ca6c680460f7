import { createHash } from 'node:crypto';
import { clientRegistry, withStoredClients } from '@portcullis/adapter-jose';
import { memoryClientRegistry } from '@portcullis/adapter-memory';
import { clientRegistryContract, type KnownClient } from '@portcullis/contracts';
import { TE } from '@portcullis/domain';
import { expect } from 'chai';
import { fakeClock } from '../support/clock/fake-clock.ts';

const hashed = ({ clientSecret, ...client }: KnownClient) => ({
  ...client,
  clientSecretHash: `sha256:${createHash('sha256').update(clientSecret).digest('hex')}`,
});

clientRegistryContract({ describe, it }, 'memory', memoryClientRegistry);
const options = { audiences: ['https://id.example'], clock: fakeClock() };
clientRegistryContract({ describe, it }, 'keyed digests of secrets', (clients) => clientRegistry(clients, options));
clientRegistryContract({ describe, it }, 'keyed digests of configured hashes', (clients) =>
  clientRegistry(clients.map(hashed), options),
);

clientRegistryContract({ describe, it }, 'beside a store without clients', (clients) =>
  withStoredClients(clientRegistry(clients, options), { find: () => TE.right(null) }, options.clock),
);

describe('a client registry with an invalid configuration', () => {
  const client = { clientId: 'shop', tenant: { partnerId: 'acme', teamId: null }, scopes: [] };

  for (const hash of [
    '',
    'sha256:',
    `sha256:${'a'.repeat(63)}`,
    `sha256:${'g'.repeat(64)}`,
    'a'.repeat(64),
    `md5:${'a'.repeat(64)}`,
  ]) {
    it(`does not start with the client secret hash "${hash.slice(0, 12)}" of ${hash.length} characters, and does not repeat it`, () => {
      expect(() => clientRegistry([{ ...client, clientSecretHash: hash }], options)).to.throw(
        TypeError,
        /^a client secret hash must be sha256: and 64 hex characters$/,
      );
    });
  }

  it('does not start with two clients of the same id', () => {
    const twice = [
      { ...client, clientSecret: 'a' },
      { ...client, clientSecret: 'b' },
    ];
    expect(() => clientRegistry(twice, options)).to.throw(TypeError, /^two clients have the same id$/);
  });
});
