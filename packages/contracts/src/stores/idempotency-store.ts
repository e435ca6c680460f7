import assert from 'node:assert/strict';
import type { IdempotencyStore } from '@portcullis/domain';
import type { KeyState, StoredResponse } from '@portcullis/domain/ports';
import { aKeyClaim } from '../builders/key-claims.ts';
import { type Runner, resultOf } from '../shared/runner.ts';

const operation = 'c3'.repeat(32);

const answer: StoredResponse = {
  status: 201,
  headers: { 'Content-Type': 'application/json', ETag: '"1"' },
  body: '{"id":"abc","name":"Ünïcode \\u2028 \\"123\\"","n":1.50}',
};
const acquired: KeyState = { state: 'acquired', operation, isRetry: false };
const reacquired: KeyState = { state: 'acquired', operation, isRetry: true };
const afterClaimExpiry = '2026-05-01T10:00:10.000Z';

/** Tests the guarantees of every IdempotencyStore. `open` answers one that knows no key yet. */
export const idempotencyStoreContract = (
  { describe, it }: Runner,
  name: string,
  open: () => Promise<IdempotencyStore>,
): void => {
  describe(`IdempotencyStore contract: ${name}`, () => {
    it('grants a key to its first claim, and refuses every other claim while it is held', async () => {
      const store = await open();
      assert.deepEqual(await resultOf(store.claim(aKeyClaim())), acquired);
      assert.deepEqual(await resultOf(store.claim(aKeyClaim())), { state: 'in_progress' });
      assert.deepEqual(await resultOf(store.claim(aKeyClaim({ key: 'a2'.repeat(32) }))), acquired);
    });

    it('grants a key to exactly one of twenty concurrent claims', async () => {
      const store = await open();
      const states = await Promise.all(Array.from({ length: 20 }, () => resultOf(store.claim(aKeyClaim()))));
      assert.deepEqual(states.map(({ state }) => state).sort(), ['acquired', ...Array(19).fill('in_progress')]);
    });

    it('refuses a key for another request, before and after it was completed', async () => {
      const store = await open();
      const claim = aKeyClaim();
      await resultOf(store.claim(claim));
      const other = () => resultOf(store.claim(aKeyClaim({ request: 'd4'.repeat(32) })));
      assert.deepEqual(await other(), { state: 'mismatch' });
      await resultOf(store.complete(claim, answer, null));
      assert.deepEqual(await other(), { state: 'mismatch' });
    });

    it('answers a completed key with the stored response, unchanged', async () => {
      const store = await open();
      const claim = aKeyClaim();
      await resultOf(store.claim(claim));
      assert.equal(await resultOf(store.complete(claim, answer, 'profile00000001')), true);
      for (let time = 0; time < 3; time += 1) {
        assert.deepEqual(await resultOf(store.claim(aKeyClaim({ now: afterClaimExpiry }))), {
          state: 'completed',
          answer,
          profileId: 'profile00000001',
        });
      }
    });

    it('keeps a response of a million characters, each of which takes two bytes', async () => {
      const store = await open();
      const large = { ...answer, body: '"'.repeat(1_000_000) };
      const claim = aKeyClaim();
      await resultOf(store.claim(claim));
      assert.equal(await resultOf(store.complete(claim, large, null)), true);
      const kept: KeyState = { state: 'completed', answer: large, profileId: null };
      assert.deepEqual(await resultOf(store.claim(aKeyClaim())), kept);
    });

    it('grants a key whose claim has expired to one of twenty, with the operation of the first claim', async () => {
      const store = await open();
      await resultOf(store.claim(aKeyClaim()));
      const late = () =>
        aKeyClaim({ now: afterClaimExpiry, heldUntil: '2026-05-01T10:00:20.000Z', operation: 'e5'.repeat(32) });
      const states = await Promise.all(Array.from({ length: 20 }, () => resultOf(store.claim(late()))));
      assert.deepEqual(
        states.filter(({ state }) => state !== 'in_progress'),
        [reacquired],
      );
    });

    it('holds a claim for as long as it is renewed', async () => {
      const store = await open();
      const claim = aKeyClaim();
      await resultOf(store.claim(claim));
      assert.equal(await resultOf(store.renew(claim, '2026-05-01T10:00:13.000Z')), true);
      assert.deepEqual(await resultOf(store.claim(aKeyClaim({ now: afterClaimExpiry }))), {
        state: 'in_progress',
      });
    });

    it('refuses a former owner whose claim went to another', async () => {
      const store = await open();
      const first = aKeyClaim();
      const second = aKeyClaim({ now: afterClaimExpiry, heldUntil: '2026-05-01T10:00:20.000Z' });
      await resultOf(store.claim(first));
      await resultOf(store.claim(second));
      assert.equal(await resultOf(store.renew(first, '2026-05-01T11:00:00.000Z')), false);
      await resultOf(store.release(first));
      assert.equal(await resultOf(store.complete(first, { ...answer, body: '"late"' }, null)), false);
      assert.deepEqual(await resultOf(store.claim(aKeyClaim({ now: afterClaimExpiry }))), {
        state: 'in_progress',
      });
      assert.equal(await resultOf(store.complete(second, answer, null)), true);
      assert.equal(await resultOf(store.complete(first, { ...answer, body: '"late"' }, null)), false);
      assert.deepEqual(await resultOf(store.claim(aKeyClaim())), {
        state: 'completed',
        answer,
        profileId: null,
      });
    });

    it('keeps one of two responses that are stored concurrently by two owners of the claim', async () => {
      const store = await open();
      const first = aKeyClaim();
      const second = aKeyClaim({ now: afterClaimExpiry, heldUntil: '2026-05-01T10:00:20.000Z' });
      await resultOf(store.claim(first));
      const [, late] = await Promise.all([
        resultOf(store.claim(second)),
        resultOf(store.complete(first, answer, null)),
      ]);
      const early = await resultOf(store.complete(second, { ...answer, body: '"second"' }, null));
      assert.equal([late, early].filter(Boolean).length, 1);
      const kept = { ...answer, body: late ? answer.body : '"second"' };
      assert.deepEqual(await resultOf(store.claim(aKeyClaim())), {
        state: 'completed',
        answer: kept,
        profileId: null,
      });
    });

    it('grants a released claim to the next caller at once, with the same operation and request', async () => {
      const store = await open();
      const claim = aKeyClaim();
      await resultOf(store.claim(claim));
      await resultOf(store.release(claim));
      assert.deepEqual(await resultOf(store.claim(aKeyClaim({ request: 'd4'.repeat(32) }))), {
        state: 'mismatch',
      });
      assert.deepEqual(await resultOf(store.claim(aKeyClaim({ operation: 'e5'.repeat(32) }))), reacquired);
    });

    it('treats a key whose retention has ended as new, whatever it was used for', async () => {
      const store = await open();
      const claim = aKeyClaim();
      await resultOf(store.claim(claim));
      await resultOf(store.complete(claim, answer, null));
      const other = { request: 'd4'.repeat(32), operation: 'e5'.repeat(32) };
      const before = aKeyClaim({ ...other, now: '2026-05-04T09:59:59.999Z' });
      assert.deepEqual(await resultOf(store.claim(before)), { state: 'mismatch' });
      const after = aKeyClaim({ ...other, now: '2026-05-04T10:00:00.000Z', keptUntil: '2026-05-07T10:00:00.000Z' });
      assert.deepEqual(await resultOf(store.claim(after)), { ...acquired, operation: other.operation });
    });

    it('removes keys whose retention has ended, up to the given number, and no others', async () => {
      const store = await open();
      const keys = Array.from({ length: 130 }, (_, i) => i.toString(16).padStart(64, '0'));
      for (const old of keys) await resultOf(store.claim(aKeyClaim({ key: old, keptUntil: afterClaimExpiry })));
      const kept = aKeyClaim();
      await resultOf(store.claim(kept));
      await resultOf(store.complete(kept, answer, null));
      assert.equal(await resultOf(store.prune('2026-05-01T10:00:09.999Z', 500)), 0);
      assert.equal(await resultOf(store.prune(afterClaimExpiry, 60)), 60);
      assert.equal(await resultOf(store.prune(afterClaimExpiry, 500)), 70);
      assert.equal(await resultOf(store.prune(afterClaimExpiry, 500)), 0);
      assert.deepEqual(await resultOf(store.claim(aKeyClaim())), {
        state: 'completed',
        answer,
        profileId: null,
      });
    });
  });
};
