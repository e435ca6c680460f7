import type { Profile, ProfileStore } from '@portcullis/domain';
import type { UsageCounters } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { aChangeOf, aNew } from '../support/builders/profiles.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

type Stores = { readonly profiles: ProfileStore; readonly usageCounters: UsageCounters };

/** Tests the guarantees of every UsageCounters port, and of the profile store that counts bytes for it. */
export const usageCountersContract = (name: string, open: () => Promise<Stores>): void => {
  describe(`UsageCounters contract: ${name}`, function () {
    this.timeout(60_000);
    const calls = { partnerId: 'acme', provider: 'document_reader', day: '2026-05-01' } as const;

    const aStored = async ({ profiles }: Stores, partnerId = 'acme', reference = 'customer-1'): Promise<Profile> => {
      const { profile, entries } = aNew({ reference, tenant: { partnerId, teamId: null } });
      await mustSucceed(profiles.insert({ profile, entries }, null));
      return profile;
    };

    it('answers the calls of a partner to a provider on a day, with those that are added or taken back', async () => {
      const { usageCounters } = await open();
      const others = [
        { ...calls, partnerId: 'acme/Ä %2F' },
        { ...calls, provider: 'faces' as const },
        { ...calls, day: '2026-05-02' },
      ];
      for (const count of [calls, ...others]) {
        expect(await mustSucceed(usageCounters.addCalls(count, 1)), JSON.stringify(count)).to.equal(1);
        expect(await mustSucceed(usageCounters.addCalls(count, 2))).to.equal(3);
        expect(await mustSucceed(usageCounters.addCalls(count, -1))).to.equal(2);
      }
    });

    it('counts each of forty calls that are added at the same time', async () => {
      const { usageCounters } = await open();
      const sums = await Promise.all(Array.from({ length: 40 }, () => mustSucceed(usageCounters.addCalls(calls, 1))));
      expect(Math.max(...sums)).to.equal(40);
      expect(await mustSucceed(usageCounters.addCalls(calls, 0))).to.equal(40);
    });

    it('counts the bytes of changes that are written, and of no others', async () => {
      const stores = await open();
      const { profiles, usageCounters } = stores;
      const one = await aStored(stores);
      const other = await aStored(stores, 'beta');
      const change = aChangeOf(one);
      await mustSucceed(profiles.commit({ ...change, bytes: 700 }));
      expect(await mustFail(profiles.commit({ ...change, bytes: 700 }))).to.deep.include({ _tag: 'VersionConflict' });
      await mustSucceed(profiles.commit({ ...aChangeOf(other), bytes: 50 }));
      await mustSucceed(profiles.commit({ ...aChangeOf(change.profile), bytes: -200 }));
      expect(await mustSucceed(usageCounters.storedBytes(null, 10))).to.deep.equal([
        { partnerId: 'acme', bytes: 500 },
        { partnerId: 'beta', bytes: 50 },
      ]);
      expect(await mustSucceed(usageCounters.storedBytes('acme', 10))).to.deep.equal([
        { partnerId: 'beta', bytes: 50 },
      ]);
      expect(await mustSucceed(usageCounters.storedBytes(null, 1))).to.deep.equal([{ partnerId: 'acme', bytes: 500 }]);
    });

    it('counts the bytes of many profiles of a partner that change at the same time', async () => {
      const stores = await open();
      const profiles = await Promise.all(
        Array.from({ length: 10 }, (_, n) => aStored(stores, 'acme', `customer-${n}`)),
      );
      await Promise.all(
        profiles.map((profile) => mustSucceed(stores.profiles.commit({ ...aChangeOf(profile), bytes: 7 }))),
      );
      expect(await mustSucceed(stores.usageCounters.storedBytes(null, 10))).to.deep.equal([
        { partnerId: 'acme', bytes: 70 },
      ]);
    });

    it('forgets the calls of earlier days, as many as it is told, and no bytes', async () => {
      const stores = await open();
      const { profiles, usageCounters } = stores;
      await mustSucceed(profiles.commit({ ...aChangeOf(await aStored(stores)), bytes: 700 }));
      for (const day of ['2026-04-29', '2026-04-30', '2026-05-01'])
        await mustSucceed(usageCounters.addCalls({ ...calls, day }, 1));
      expect(await mustSucceed(usageCounters.prune('2026-05-01', 1))).to.equal(1);
      expect(await mustSucceed(usageCounters.prune('2026-05-01', 10))).to.equal(1);
      expect(await mustSucceed(usageCounters.prune('2026-05-01', 10))).to.equal(0);
      expect(await mustSucceed(usageCounters.addCalls(calls, 0))).to.equal(1);
      expect(await mustSucceed(usageCounters.storedBytes(null, 10))).to.have.length(1);
    });
  });
};
