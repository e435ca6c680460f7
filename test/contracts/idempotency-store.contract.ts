import type { IdempotencyStore } from '@portcullis/domain';
import type { KeyState, StoredResponse } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { aKeyClaim } from '../support/records/key-claims.ts';
import { mustSucceed } from '../support/run.ts';

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
export const idempotencyStoreContract = (name: string, open: () => Promise<IdempotencyStore>): void => {
  describe(`IdempotencyStore contract: ${name}`, () => {
    it('grants a key to its first claim, and refuses every other claim while it is held', async () => {
      const store = await open();
      expect(await mustSucceed(store.claim(aKeyClaim()))).to.deep.equal(acquired);
      expect(await mustSucceed(store.claim(aKeyClaim()))).to.deep.equal({ state: 'in_progress' });
      expect(await mustSucceed(store.claim(aKeyClaim({ key: 'a2'.repeat(32) })))).to.deep.equal(acquired);
    });

    it('grants a key to exactly one of twenty concurrent claims', async () => {
      const store = await open();
      const states = await Promise.all(Array.from({ length: 20 }, () => mustSucceed(store.claim(aKeyClaim()))));
      expect(states.map(({ state }) => state).sort()).to.deep.equal(['acquired', ...Array(19).fill('in_progress')]);
    });

    it('refuses a key for another request, before and after it was completed', async () => {
      const store = await open();
      const claim = aKeyClaim();
      await mustSucceed(store.claim(claim));
      const other = () => mustSucceed(store.claim(aKeyClaim({ request: 'd4'.repeat(32) })));
      expect(await other()).to.deep.equal({ state: 'mismatch' });
      await mustSucceed(store.complete(claim, answer, null));
      expect(await other()).to.deep.equal({ state: 'mismatch' });
    });

    it('answers a completed key with the stored response, unchanged', async () => {
      const store = await open();
      const claim = aKeyClaim();
      await mustSucceed(store.claim(claim));
      expect(await mustSucceed(store.complete(claim, answer, 'profile00000001'))).to.equal(true);
      for (let time = 0; time < 3; time += 1) {
        expect(await mustSucceed(store.claim(aKeyClaim({ now: afterClaimExpiry })))).to.deep.equal({
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
      await mustSucceed(store.claim(claim));
      expect(await mustSucceed(store.complete(claim, large, null))).to.equal(true);
      const kept: KeyState = { state: 'completed', answer: large, profileId: null };
      expect(await mustSucceed(store.claim(aKeyClaim()))).to.deep.equal(kept);
    });

    it('grants a key whose claim has expired to one of twenty, with the operation of the first claim', async () => {
      const store = await open();
      await mustSucceed(store.claim(aKeyClaim()));
      const late = () =>
        aKeyClaim({ now: afterClaimExpiry, heldUntil: '2026-05-01T10:00:20.000Z', operation: 'e5'.repeat(32) });
      const states = await Promise.all(Array.from({ length: 20 }, () => mustSucceed(store.claim(late()))));
      expect(states.filter(({ state }) => state !== 'in_progress')).to.deep.equal([reacquired]);
    });

    it('holds a claim for as long as it is renewed', async () => {
      const store = await open();
      const claim = aKeyClaim();
      await mustSucceed(store.claim(claim));
      expect(await mustSucceed(store.renew(claim, '2026-05-01T10:00:13.000Z'))).to.equal(true);
      expect(await mustSucceed(store.claim(aKeyClaim({ now: afterClaimExpiry })))).to.deep.equal({
        state: 'in_progress',
      });
    });

    it('refuses a former owner whose claim went to another', async () => {
      const store = await open();
      const first = aKeyClaim();
      const second = aKeyClaim({ now: afterClaimExpiry, heldUntil: '2026-05-01T10:00:20.000Z' });
      await mustSucceed(store.claim(first));
      await mustSucceed(store.claim(second));
      expect(await mustSucceed(store.renew(first, '2026-05-01T11:00:00.000Z'))).to.equal(false);
      await mustSucceed(store.release(first));
      expect(await mustSucceed(store.complete(first, { ...answer, body: '"late"' }, null))).to.equal(false);
      expect(await mustSucceed(store.claim(aKeyClaim({ now: afterClaimExpiry })))).to.deep.equal({
        state: 'in_progress',
      });
      expect(await mustSucceed(store.complete(second, answer, null))).to.equal(true);
      expect(await mustSucceed(store.complete(first, { ...answer, body: '"late"' }, null))).to.equal(false);
      expect(await mustSucceed(store.claim(aKeyClaim()))).to.deep.equal({
        state: 'completed',
        answer,
        profileId: null,
      });
    });

    it('keeps one of two responses that are stored concurrently by two owners of the claim', async () => {
      const store = await open();
      const first = aKeyClaim();
      const second = aKeyClaim({ now: afterClaimExpiry, heldUntil: '2026-05-01T10:00:20.000Z' });
      await mustSucceed(store.claim(first));
      const [, late] = await Promise.all([
        mustSucceed(store.claim(second)),
        mustSucceed(store.complete(first, answer, null)),
      ]);
      const early = await mustSucceed(store.complete(second, { ...answer, body: '"second"' }, null));
      expect([late, early].filter(Boolean).length).to.equal(1);
      const kept = { ...answer, body: late ? answer.body : '"second"' };
      expect(await mustSucceed(store.claim(aKeyClaim()))).to.deep.equal({
        state: 'completed',
        answer: kept,
        profileId: null,
      });
    });

    it('grants a released claim to the next caller at once, with the same operation and request', async () => {
      const store = await open();
      const claim = aKeyClaim();
      await mustSucceed(store.claim(claim));
      await mustSucceed(store.release(claim));
      expect(await mustSucceed(store.claim(aKeyClaim({ request: 'd4'.repeat(32) })))).to.deep.equal({
        state: 'mismatch',
      });
      expect(await mustSucceed(store.claim(aKeyClaim({ operation: 'e5'.repeat(32) })))).to.deep.equal(reacquired);
    });

    it('treats a key whose retention has ended as new, whatever it was used for', async () => {
      const store = await open();
      const claim = aKeyClaim();
      await mustSucceed(store.claim(claim));
      await mustSucceed(store.complete(claim, answer, null));
      const other = { request: 'd4'.repeat(32), operation: 'e5'.repeat(32) };
      const before = aKeyClaim({ ...other, now: '2026-05-04T09:59:59.999Z' });
      expect(await mustSucceed(store.claim(before))).to.deep.equal({ state: 'mismatch' });
      const after = aKeyClaim({ ...other, now: '2026-05-04T10:00:00.000Z', keptUntil: '2026-05-07T10:00:00.000Z' });
      expect(await mustSucceed(store.claim(after))).to.deep.equal({ ...acquired, operation: other.operation });
    });

    it('removes keys whose retention has ended, up to the given number, and no others', async () => {
      const store = await open();
      const keys = Array.from({ length: 130 }, (_, i) => i.toString(16).padStart(64, '0'));
      for (const old of keys) await mustSucceed(store.claim(aKeyClaim({ key: old, keptUntil: afterClaimExpiry })));
      const kept = aKeyClaim();
      await mustSucceed(store.claim(kept));
      await mustSucceed(store.complete(kept, answer, null));
      expect(await mustSucceed(store.prune('2026-05-01T10:00:09.999Z', 500))).to.equal(0);
      expect(await mustSucceed(store.prune(afterClaimExpiry, 60))).to.equal(60);
      expect(await mustSucceed(store.prune(afterClaimExpiry, 500))).to.equal(70);
      expect(await mustSucceed(store.prune(afterClaimExpiry, 500))).to.equal(0);
      expect(await mustSucceed(store.claim(aKeyClaim()))).to.deep.equal({
        state: 'completed',
        answer,
        profileId: null,
      });
    });
  });
};
