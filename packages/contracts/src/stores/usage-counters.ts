import assert from 'node:assert/strict';
import type { Profile, ProfileStore } from '@portcullis/domain';
import type { UsageCounters } from '@portcullis/domain/ports';
import { aChangeOf, aNew } from '../builders/profiles.ts';
import { assertFields, type Runner, reasonOf, resultOf } from '../shared/runner.ts';

type Stores = { readonly profiles: ProfileStore; readonly usageCounters: UsageCounters };

/** Tests the guarantees of every UsageCounters port, and of the profile store that counts bytes for it. */
export const usageCountersContract = ({ describe, it }: Runner, name: string, open: () => Promise<Stores>): void => {
  describe(`UsageCounters contract: ${name}`, () => {
    const calls = { partnerId: 'acme', provider: 'document_reader', day: '2026-05-01' } as const;

    const aStored = async ({ profiles }: Stores, partnerId = 'acme', reference = 'customer-1'): Promise<Profile> => {
      const { profile, entries } = aNew({ reference, tenant: { partnerId, teamId: null } });
      await resultOf(profiles.insert({ profile, entries }, null));
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
        assert.equal(await resultOf(usageCounters.addCalls(count, 1)), 1, JSON.stringify(count));
        assert.equal(await resultOf(usageCounters.addCalls(count, 2)), 3);
        assert.equal(await resultOf(usageCounters.addCalls(count, -1)), 2);
      }
    });

    it('counts each of forty calls that are added at the same time', async () => {
      const { usageCounters } = await open();
      const sums = await Promise.all(Array.from({ length: 40 }, () => resultOf(usageCounters.addCalls(calls, 1))));
      assert.equal(Math.max(...sums), 40);
      assert.equal(await resultOf(usageCounters.addCalls(calls, 0)), 40);
    });

    it('counts the bytes of changes that are written, and of no others', async () => {
      const stores = await open();
      const { profiles, usageCounters } = stores;
      const one = await aStored(stores);
      const other = await aStored(stores, 'beta');
      const change = aChangeOf(one);
      await resultOf(profiles.commit({ ...change, bytes: 700 }));
      assertFields(await reasonOf(profiles.commit({ ...change, bytes: 700 })), { _tag: 'VersionConflict' });
      await resultOf(profiles.commit({ ...aChangeOf(other), bytes: 50 }));
      await resultOf(profiles.commit({ ...aChangeOf(change.profile), bytes: -200 }));
      assert.deepEqual(await resultOf(usageCounters.storedBytes(null, 10)), [
        { partnerId: 'acme', bytes: 500 },
        { partnerId: 'beta', bytes: 50 },
      ]);
      assert.deepEqual(await resultOf(usageCounters.storedBytes('acme', 10)), [{ partnerId: 'beta', bytes: 50 }]);
      assert.deepEqual(await resultOf(usageCounters.storedBytes(null, 1)), [{ partnerId: 'acme', bytes: 500 }]);
    });

    it('counts the bytes of many profiles of a partner that change at the same time', async () => {
      const stores = await open();
      const profiles = await Promise.all(
        Array.from({ length: 10 }, (_, n) => aStored(stores, 'acme', `customer-${n}`)),
      );
      await Promise.all(
        profiles.map((profile) => resultOf(stores.profiles.commit({ ...aChangeOf(profile), bytes: 7 }))),
      );
      assert.deepEqual(await resultOf(stores.usageCounters.storedBytes(null, 10)), [{ partnerId: 'acme', bytes: 70 }]);
    });

    it('forgets the calls of earlier days, as many as it is told, and no bytes', async () => {
      const stores = await open();
      const { profiles, usageCounters } = stores;
      await resultOf(profiles.commit({ ...aChangeOf(await aStored(stores)), bytes: 700 }));
      for (const day of ['2026-04-29', '2026-04-30', '2026-05-01'])
        await resultOf(usageCounters.addCalls({ ...calls, day }, 1));
      assert.equal(await resultOf(usageCounters.prune('2026-05-01', 1)), 1);
      assert.equal(await resultOf(usageCounters.prune('2026-05-01', 10)), 1);
      assert.equal(await resultOf(usageCounters.prune('2026-05-01', 10)), 0);
      assert.equal(await resultOf(usageCounters.addCalls(calls, 0)), 1);
      assert.equal((await resultOf(usageCounters.storedBytes(null, 10))).length, 1);
    });
  });
};
