import type { ClientRegistry } from '@portcullis/domain';
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

/** Tests the guarantees of every ClientRegistry; `open` answers one that knows exactly these clients. */
export const clientRegistryContract = (
  name: string,
  open: (clients: readonly KnownClient[]) => ClientRegistry,
): void => {
  describe(`ClientRegistry contract: ${name}`, () => {
    const registry = open([shop, cron, vault]);

    it('answers each client for its own secret, and does not contain the secret', async () => {
      for (const client of [shop, cron]) {
        const answer = await mustSucceed(registry.authenticate(client.clientId, client.clientSecret));
        expect(answer).to.deep.equal(clientOf(client));
      }
    });

    it('compares all 512 characters of a long secret', async () => {
      const { clientId, clientSecret } = vault;
      expect(clientSecret).to.have.length(512);
      expect(await mustSucceed(registry.authenticate(clientId, clientSecret))).to.deep.equal(clientOf(vault));
      for (const wrong of [clientSecret.slice(0, -1), `${clientSecret.slice(0, -1)}y`, clientSecret.slice(0, 72)]) {
        expect(await mustFail(registry.authenticate(clientId, wrong))).to.deep.equal(refused);
      }
    });

    it('gives the same answer to a wrong secret and to an unknown client', async () => {
      expect(await mustFail(registry.authenticate('shop', 'wrong'))).to.deep.equal(refused);
      expect(await mustFail(registry.authenticate('nobody', shop.clientSecret))).to.deep.equal(refused);
    });

    it("refuses a client with another client's secret", async () => {
      expect(await mustFail(registry.authenticate('shop', cron.clientSecret))).to.deep.equal(refused);
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
        expect(await mustFail(registry.authenticate('shop', secret))).to.deep.equal(refused);
      }
    });

    it('compares client ids exactly', async () => {
      for (const id of ['', 'SHOP', 'shop ', ' shop', '__proto__', 'constructor', 'toString']) {
        expect(await mustFail(registry.authenticate(id, shop.clientSecret))).to.deep.equal(refused);
      }
    });

    it('accepts a client again after any number of wrong secrets', async () => {
      await Promise.all(Array.from({ length: 50 }, (_, i) => mustFail(registry.authenticate('shop', `guess ${i}`))));
      const answer = await mustSucceed(registry.authenticate('shop', shop.clientSecret));
      expect(answer).to.deep.equal(clientOf(shop));
    });

    it('refuses everybody when it knows no client', async () => {
      expect(await mustFail(open([]).authenticate('shop', shop.clientSecret))).to.deep.equal(refused);
    });
  });
};
