import type { ProfileStore } from '@portcullis/domain/ports';
import type { RecordStore } from '@portcullis/record-store';
import { expect } from 'chai';
import { waitUntil } from '../support/clock/until.ts';
import { runs, someOf } from '../support/effort.ts';
import { roundsUntilDone, sweepingInstances } from '../support/services/sweeping-instances.ts';

const profiles = runs(300, 24);

/** Tests that of several instances over one database one does the work by time, and the others none of it. */
export const leasedSweepContract = (name: string, open: () => Promise<RecordStore>): void => {
  describe(`Leased sweep contract: ${name}`, function () {
    this.timeout(60_000);

    for (const count of someOf([2, 1, 5], 1))
      it(`has one of ${count} judge and change each profile once`, async () => {
        const base = sweepingInstances(await open());
        const instances = Array.from({ length: count }, (_, n) => base.instance(`instance${n}`));
        await base.storeDue(profiles);
        await roundsUntilDone(base, instances);
        expect(instances.filter(({ lease }) => lease.isHeld())).to.have.length(1);
        // Each is read to see what is due, and read again for its change.
        expect(base.times()).to.deep.equal({
          judged: 2 * profiles,
          mostJudged: 2,
          changed: profiles,
          mostChanged: 1,
        });
      });

    it('would be as much work for each, and conflicts, if they knew nothing of each other', async () => {
      const base = sweepingInstances(await open());
      const arrived = new Map<string, number>();
      /** Changes a profile once both have read it as it was. */
      const profiles = (store: ProfileStore): ProfileStore => ({
        ...store,
        commit: (change) => async () => {
          const { id } = change.profile;
          arrived.set(id, (arrived.get(id) ?? 0) + 1);
          await waitUntil(() => (arrived.get(id) ?? 0) >= 2);
          return store.commit(change)();
        },
      });
      const instances = ['a', 'b'].map((one) => base.instance(one, { isAlone: true, profiles }));
      await base.storeDue(10);
      await roundsUntilDone(base, instances);
      expect(base.times()).to.include({ mostChanged: 2 });
      expect(base.times().judged).to.be.greaterThan(20);
    });
  });
};
