import assert from 'node:assert/strict';
import type { DeviceEventClaims } from '@portcullis/domain';
import { freshId } from '../builders/profiles.ts';
import { type Runner, resultOf } from '../shared/runner.ts';

/** Tests the guarantees of every DeviceEventClaims port. `open` answers one in which nothing has been claimed yet. */
export const deviceEventClaimsContract = (
  { describe, it }: Runner,
  name: string,
  open: () => Promise<DeviceEventClaims>,
): void => {
  describe(`DeviceEventClaims contract: ${name}`, () => {
    const eventId = '1708102555327.NLOjmg';
    const profileId = 'abc000000000001';
    const first = { eventId, profileId, attempt: 1 };

    it('grants an event to its first use, and to the same use as often as it asks', async () => {
      const register = await open();
      for (let time = 0; time < 3; time += 1) assert.equal(await resultOf(register.claim(first)), 'ours');
    });

    it('refuses an event to another profile and to another attempt, and the first use keeps it', async () => {
      const register = await open();
      await resultOf(register.claim(first));
      const others = [
        { ...first, attempt: 2 },
        { ...first, profileId: 'abc000000000002' },
        { ...first, profileId: 'abc000000000002', attempt: 2 },
      ];
      for (const use of others) assert.equal(await resultOf(register.claim(use)), 'taken', JSON.stringify(use));
      assert.equal(await resultOf(register.claim(first)), 'ours');
    });

    it('distinguishes events that differ in anything at all', async () => {
      const register = await open();
      await resultOf(register.claim(first));
      const others = ['1708102555327.NLOjmG', '1708102555327.nlojmg', '1708102555327', 'true', '1708102555327.NLOjmg-'];
      for (const other of others) {
        const use = { eventId: other, profileId: 'abc000000000002', attempt: 1 };
        assert.equal(await resultOf(register.claim(use)), 'ours', other);
      }
    });

    it('grants an event to exactly one of twenty concurrent claims', async () => {
      const register = await open();
      const uses = Array.from({ length: 20 }, () => ({ eventId, profileId: freshId('race'), attempt: 1 }));
      const claims = await Promise.all(uses.map((use) => resultOf(register.claim(use))));
      assert.equal(claims.filter((claim) => claim === 'ours').length, 1);
      const again = await Promise.all(uses.map((use) => resultOf(register.claim(use))));
      assert.deepEqual(again, claims);
    });

    it('grants an event to all of twenty concurrent claims of the same use', async () => {
      const register = await open();
      const claims = await Promise.all(Array.from({ length: 20 }, () => resultOf(register.claim(first))));
      assert.deepEqual(new Set(claims), new Set(['ours']));
    });
  });
};
