import { type ClientRegistry, pipe, TE } from '@portcullis/domain';
import type { Client } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { mustFail, mustSucceed } from '../support/run.ts';

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
  name: string,
  open: (clients: readonly KnownClient[]) => ClientRegistry,
): void => {
  describe(`ClientRegistry contract: ${name}`, () => {
    const registry = open([shop, cron, vault]);

    it('answers each client for its own secret, and does not contain the secret', async () => {
      for (const client of [shop, cron]) {
        const answer = await mustSucceed(authenticate(registry, client.clientId, client.clientSecret));
        expect(answer).to.deep.equal(clientOf(client));
      }
    });

    it('compares all 512 characters of a long secret', async () => {
      const { clientId, clientSecret } = vault;
      expect(clientSecret).to.have.length(512);
      expect(await mustSucceed(authenticate(registry, clientId, clientSecret))).to.deep.equal(clientOf(vault));
      for (const wrong of [clientSecret.slice(0, -1), `${clientSecret.slice(0, -1)}y`, clientSecret.slice(0, 72)]) {
        expect(await mustFail(authenticate(registry, clientId, wrong))).to.deep.equal(refused);
      }
    });

    it('gives the same answer to a wrong secret and to an unknown client', async () => {
      expect(await mustFail(authenticate(registry, 'shop', 'wrong'))).to.deep.equal(refused);
      expect(await mustFail(authenticate(registry, 'nobody', shop.clientSecret))).to.deep.equal(refused);
    });

    it("refuses a client with another client's secret", async () => {
      expect(await mustFail(authenticate(registry, 'shop', cron.clientSecret))).to.deep.equal(refused);
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
        expect(await mustFail(authenticate(registry, 'shop', secret))).to.deep.equal(refused);
      }
    });

    it('compares client ids exactly', async () => {
      for (const id of ['', 'SHOP', 'shop ', ' shop', '__proto__', 'constructor', 'toString']) {
        expect(await mustFail(authenticate(registry, id, shop.clientSecret))).to.deep.equal(refused);
      }
    });

    it('accepts a client again after any number of wrong secrets', async () => {
      await Promise.all(Array.from({ length: 50 }, (_, i) => mustFail(authenticate(registry, 'shop', `guess ${i}`))));
      const answer = await mustSucceed(authenticate(registry, 'shop', shop.clientSecret));
      expect(answer).to.deep.equal(clientOf(shop));
    });

    it('knows which clients and which partners are configured', () => {
      expect(registry.find('shop')).to.deep.equal(clientOf(shop));
      for (const id of ['nobody', 'SHOP', '', '__proto__', 'constructor']) expect(registry.find(id), id).to.equal(null);
      expect(['acme', 'other', 'shop', ''].map((partner) => registry.hasPartner(partner))).to.deep.equal([
        true,
        true,
        false,
        false,
      ]);
    });

    it('refuses an assertion of a client that has no key', async () => {
      for (const clientId of ['shop', 'nobody'])
        expect(await mustFail(registry.authenticate({ clientId, clientAssertion: 'a.b.c' }))).to.deep.equal(refused);
    });

    it('refuses everybody when it knows no client', async () => {
      expect(await mustFail(authenticate(open([]), 'shop', shop.clientSecret))).to.deep.equal(refused);
    });
  });
};
