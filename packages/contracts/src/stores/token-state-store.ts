import assert from 'node:assert/strict';
import type { TokenStateStore } from '@portcullis/domain/ports';
import { type Runner, resultOf } from '../shared/runner.ts';

const minute = (n: number): string => new Date(Date.parse('2026-05-01T10:00:00.000Z') + n * 60_000).toISOString();
const revoked = (id: string, at: number, expires = at + 60) => ({
  id,
  revokedAt: minute(at),
  expiresAt: minute(expires),
});

/** Tests the guarantees of every TokenStateStore. `open` answers one in which nothing has been recorded yet. */
export const tokenStateStoreContract = (
  { describe, it }: Runner,
  name: string,
  open: () => Promise<TokenStateStore>,
): void => {
  describe(`TokenStateStore contract: ${name}`, () => {
    const idsSince = async (store: TokenStateStore, at: number) =>
      (await resultOf(store.revokedSince(minute(at)))).map(({ id }) => id).toSorted();

    it('answers what was revoked from a time on, and each token once', async () => {
      const store = await open();
      for (const token of [revoked('a', 0), revoked('b', 1), revoked('c', 2), revoked('b', 2)])
        await resultOf(store.revoke(token));
      assert.deepEqual(await idsSince(store, 0), ['a', 'b', 'c']);
      assert.deepEqual(await idsSince(store, 1), ['b', 'c']);
      assert.deepEqual(await idsSince(store, 3), []);
      const [newest] = await resultOf(store.revokedSince(minute(2)));
      assert.deepEqual(newest, revoked('c', 2));
    });

    it('answers every revocation, also those of one moment and of more than a page', async () => {
      const store = await open();
      const tokens = Array.from({ length: 520 }, (_, n) => revoked(`token-${n}`, 5));
      for (let at = 0; at < tokens.length; at += 40)
        await Promise.all(tokens.slice(at, at + 40).map((token) => resultOf(store.revoke(token))));
      assert.deepEqual(await idsSince(store, 5), tokens.map(({ id }) => id).toSorted());
    });

    it('grants an assertion to its first use alone, also among twenty at once', async () => {
      const store = await open();
      const assertion = { id: 'assertion', expiresAt: minute(10) };
      const uses = await Promise.all(
        Array.from({ length: 20 }, () => resultOf(store.useAssertion(assertion, minute(0)))),
      );
      assert.equal(uses.filter((use) => use === 'first').length, 1);
      assert.equal(await resultOf(store.useAssertion(assertion, minute(1))), 'repeated');
      assert.equal(await resultOf(store.useAssertion({ ...assertion, id: 'Assertion' }, minute(1))), 'first');
    });

    it('keeps tokens and assertions apart', async () => {
      const store = await open();
      await resultOf(store.revoke(revoked('same', 0)));
      assert.equal(await resultOf(store.useAssertion({ id: 'same', expiresAt: minute(1) }, minute(0))), 'first');
      assert.deepEqual(await idsSince(store, 0), ['same']);
    });

    it('forgets what has expired, so much at a time, and nothing else', async () => {
      const store = await open();
      for (const [id, expires] of [
        ['a', 1],
        ['b', 2],
        ['c', 9],
      ] as const) {
        await resultOf(store.revoke(revoked(id, 0, expires)));
        await resultOf(store.useAssertion({ id: `use of ${id}`, expiresAt: minute(expires) }, minute(0)));
      }
      assert.equal(await resultOf(store.prune(minute(1), 100)), 0);
      assert.equal(await resultOf(store.prune(minute(5), 3)), 3);
      assert.equal(await resultOf(store.prune(minute(5), 3)), 1);
      assert.equal(await resultOf(store.prune(minute(5), 3)), 0);
      assert.deepEqual(await idsSince(store, 0), ['c']);
      const again = (id: string) => resultOf(store.useAssertion({ id, expiresAt: minute(9) }, minute(5)));
      assert.deepEqual([await again('use of a'), await again('use of c')], ['first', 'repeated']);
    });
  });
};
