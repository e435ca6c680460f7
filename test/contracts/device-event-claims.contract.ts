import type { DeviceEventClaims } from '@portcullis/domain';
import { expect } from 'chai';
import { freshId } from '../support/builders/profiles.ts';
import { mustSucceed } from '../support/run.ts';

/** Tests the guarantees of every DeviceEventClaims port. `open` answers one in which nothing has been claimed yet. */
export const deviceEventClaimsContract = (name: string, open: () => Promise<DeviceEventClaims>): void => {
  describe(`DeviceEventClaims contract: ${name}`, () => {
    const eventId = '1708102555327.NLOjmg';
    const profileId = 'abc000000000001';
    const first = { eventId, profileId, attempt: 1 };

    it('grants an event to its first use, and to the same use as often as it asks', async () => {
      const register = await open();
      for (let time = 0; time < 3; time += 1) expect(await mustSucceed(register.claim(first))).to.equal('ours');
    });

    it('refuses an event to another profile and to another attempt, and the first use keeps it', async () => {
      const register = await open();
      await mustSucceed(register.claim(first));
      const others = [
        { ...first, attempt: 2 },
        { ...first, profileId: 'abc000000000002' },
        { ...first, profileId: 'abc000000000002', attempt: 2 },
      ];
      for (const use of others) expect(await mustSucceed(register.claim(use)), JSON.stringify(use)).to.equal('taken');
      expect(await mustSucceed(register.claim(first))).to.equal('ours');
    });

    it('distinguishes events that differ in anything at all', async () => {
      const register = await open();
      await mustSucceed(register.claim(first));
      const others = ['1708102555327.NLOjmG', '1708102555327.nlojmg', '1708102555327', 'true', '1708102555327.NLOjmg-'];
      for (const other of others) {
        const use = { eventId: other, profileId: 'abc000000000002', attempt: 1 };
        expect(await mustSucceed(register.claim(use)), other).to.equal('ours');
      }
    });

    it('grants an event to exactly one of twenty concurrent claims', async () => {
      const register = await open();
      const uses = Array.from({ length: 20 }, () => ({ eventId, profileId: freshId('race'), attempt: 1 }));
      const claims = await Promise.all(uses.map((use) => mustSucceed(register.claim(use))));
      expect(claims.filter((claim) => claim === 'ours').length).to.equal(1);
      const again = await Promise.all(uses.map((use) => mustSucceed(register.claim(use))));
      expect(again).to.deep.equal(claims);
    });

    it('grants an event to all of twenty concurrent claims of the same use', async () => {
      const register = await open();
      const claims = await Promise.all(Array.from({ length: 20 }, () => mustSucceed(register.claim(first))));
      expect(new Set(claims)).to.deep.equal(new Set(['ours']));
    });
  });
};
