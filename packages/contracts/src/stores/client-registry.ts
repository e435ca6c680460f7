import assert from 'node:assert/strict';
import { type ClientRegistry, pipe, TE } from '@portcullis/domain';
import type { Client } from '@portcullis/domain/ports';
import { type Runner, reasonOf, resultOf } from '../shared/runner.ts';

export type KnownClient = Client & { readonly clientSecret: string };

const shop: KnownClient = {
  clientId: 'shop',
  clientSecret: 'correct horse battery staple',
  tenant: { partnerId: 'acme', teamId: 'berlin' },
  scopes: ['profiles:read', 'profiles:write'],
};
const cron: KnownClient = {
  clientId: 'cron',
  clientSecret: 'Tr0ub4dor&3 äöü',
  tenant: { partnerId: 'other', teamId: null },
  scopes: [],
};
const vault: KnownClient = {
  clientId: 'vault',
  clientSecret: `${'Aa0 +%:'.repeat(73)}z`,
  tenant: { partnerId: 'third', teamId: null },
  scopes: ['health:read'],
};
const clientOf = ({ clientSecret: _, ...client }: KnownClient): Client => client;
const refused = { _tag: 'InvalidClient' };

const authenticate = (registry: ClientRegistry, clientId: string, clientSecret: string) =>
  pipe(
    registry.authenticate({ clientId, clientSecret }),
    TE.map(({ client }) => client),
  );

/** Tests the guarantees of every ClientRegistry; `open` answers one that knows exactly these clients. */
export const clientRegistryContract = (
  { describe, it }: Runner,
  name: string,
  open: (clients: readonly KnownClient[]) => ClientRegistry,
): void => {
  describe(`ClientRegistry contract: ${name}`, () => {
    const registry = open([shop, cron, vault]);

    it('answers each client for its own secret, and does not contain the secret', async () => {
      for (const client of [shop, cron]) {
        const answer = await resultOf(authenticate(registry, client.clientId, client.clientSecret));
        assert.deepEqual(answer, clientOf(client));
      }
    });

    it('compares all 512 characters of a long secret', async () => {
      const { clientId, clientSecret } = vault;
      assert.equal(clientSecret.length, 512);
      assert.deepEqual(await resultOf(authenticate(registry, clientId, clientSecret)), clientOf(vault));
      for (const wrong of [clientSecret.slice(0, -1), `${clientSecret.slice(0, -1)}y`, clientSecret.slice(0, 72)]) {
        assert.deepEqual(await reasonOf(authenticate(registry, clientId, wrong)), refused);
      }
    });

    it('gives the same answer to a wrong secret and to an unknown client', async () => {
      assert.deepEqual(await reasonOf(authenticate(registry, 'shop', 'wrong')), refused);
      assert.deepEqual(await reasonOf(authenticate(registry, 'nobody', shop.clientSecret)), refused);
    });

    it("refuses a client with another client's secret", async () => {
      assert.deepEqual(await reasonOf(authenticate(registry, 'shop', cron.clientSecret)), refused);
    });

    it('refuses an empty secret, a part of the secret, and the secret with something appended', async () => {
      const { clientSecret } = shop;
      const wrong = [
        '',
        clientSecret.slice(0, -1),
        `${clientSecret} `,
        clientSecret.toUpperCase(),
        `${clientSecret}\0`,
      ];
      for (const secret of wrong) {
        assert.deepEqual(await reasonOf(authenticate(registry, 'shop', secret)), refused);
      }
    });

    it('compares client ids exactly', async () => {
      for (const id of ['', 'SHOP', 'shop ', ' shop', '__proto__', 'constructor', 'toString']) {
        assert.deepEqual(await reasonOf(authenticate(registry, id, shop.clientSecret)), refused);
      }
    });

    it('accepts a client again after any number of wrong secrets', async () => {
      await Promise.all(Array.from({ length: 50 }, (_, i) => reasonOf(authenticate(registry, 'shop', `guess ${i}`))));
      const answer = await resultOf(authenticate(registry, 'shop', shop.clientSecret));
      assert.deepEqual(answer, clientOf(shop));
    });

    it('knows which clients and which partners are configured', () => {
      assert.deepEqual(registry.find('shop'), clientOf(shop));
      for (const id of ['nobody', 'SHOP', '', '__proto__', 'constructor']) assert.equal(registry.find(id), null, id);
      assert.deepEqual(
        ['acme', 'other', 'shop', ''].map((partner) => registry.hasPartner(partner)),
        [true, true, false, false],
      );
    });

    it('refuses an assertion of a client that has no key', async () => {
      for (const clientId of ['shop', 'nobody'])
        assert.deepEqual(await reasonOf(registry.authenticate({ clientId, clientAssertion: 'a.b.c' })), refused);
    });

    it('refuses everybody when it knows no client', async () => {
      assert.deepEqual(await reasonOf(authenticate(open([]), 'shop', shop.clientSecret)), refused);
    });
  });
};
