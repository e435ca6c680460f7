import type { TokenStateStore } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { mustSucceed } from '../support/run.ts';

const minute = (n: number): string => new Date(Date.parse('2026-05-01T10:00:00.000Z') + n * 60_000).toISOString();
const revoked = (id: string, at: number, expires = at + 60) => ({
  id,
  revokedAt: minute(at),
  expiresAt: minute(expires),
});

/** Tests the guarantees of every TokenStateStore. `open` answers one in which nothing has been recorded yet. */
export const tokenStateStoreContract = (name: string, open: () => Promise<TokenStateStore>): void => {
  describe(`TokenStateStore contract: ${name}`, () => {
    const idsSince = async (store: TokenStateStore, at: number) =>
      (await mustSucceed(store.revokedSince(minute(at)))).map(({ id }) => id).toSorted();

    it('answers what was revoked from a time on, and each token once', async () => {
      const store = await open();
      for (const token of [revoked('a', 0), revoked('b', 1), revoked('c', 2), revoked('b', 2)])
        await mustSucceed(store.revoke(token));
      expect(await idsSince(store, 0)).to.deep.equal(['a', 'b', 'c']);
      expect(await idsSince(store, 1)).to.deep.equal(['b', 'c']);
      expect(await idsSince(store, 3)).to.deep.equal([]);
      const [newest] = await mustSucceed(store.revokedSince(minute(2)));
      expect(newest).to.deep.equal(revoked('c', 2));
    });

    it('answers every revocation, also those of one moment and of more than a page', async () => {
      const store = await open();
      const tokens = Array.from({ length: 520 }, (_, n) => revoked(`token-${n}`, 5));
      for (let at = 0; at < tokens.length; at += 40)
        await Promise.all(tokens.slice(at, at + 40).map((token) => mustSucceed(store.revoke(token))));
      expect(await idsSince(store, 5)).to.deep.equal(tokens.map(({ id }) => id).toSorted());
    }).timeout(30_000);

    it('grants an assertion to its first use alone, also among twenty at once', async () => {
      const store = await open();
      const assertion = { id: 'assertion', expiresAt: minute(10) };
      const uses = await Promise.all(
        Array.from({ length: 20 }, () => mustSucceed(store.useAssertion(assertion, minute(0)))),
      );
      expect(uses.filter((use) => use === 'first')).to.have.length(1);
      expect(await mustSucceed(store.useAssertion(assertion, minute(1)))).to.equal('repeated');
      expect(await mustSucceed(store.useAssertion({ ...assertion, id: 'Assertion' }, minute(1)))).to.equal('first');
    });

    it('keeps tokens and assertions apart', async () => {
      const store = await open();
      await mustSucceed(store.revoke(revoked('same', 0)));
      expect(await mustSucceed(store.useAssertion({ id: 'same', expiresAt: minute(1) }, minute(0)))).to.equal('first');
      expect(await idsSince(store, 0)).to.deep.equal(['same']);
    });

    it('forgets what has expired, so much at a time, and nothing else', async () => {
      const store = await open();
      for (const [id, expires] of [
        ['a', 1],
        ['b', 2],
        ['c', 9],
      ] as const) {
        await mustSucceed(store.revoke(revoked(id, 0, expires)));
        await mustSucceed(store.useAssertion({ id: `use of ${id}`, expiresAt: minute(expires) }, minute(0)));
      }
      expect(await mustSucceed(store.prune(minute(1), 100))).to.equal(0);
      expect(await mustSucceed(store.prune(minute(5), 3))).to.equal(3);
      expect(await mustSucceed(store.prune(minute(5), 3))).to.equal(1);
      expect(await mustSucceed(store.prune(minute(5), 3))).to.equal(0);
      expect(await idsSince(store, 0)).to.deep.equal(['c']);
      const again = (id: string) => mustSucceed(store.useAssertion({ id, expiresAt: minute(9) }, minute(5)));
      expect([await again('use of a'), await again('use of c')]).to.deep.equal(['first', 'repeated']);
    });
  });
};
