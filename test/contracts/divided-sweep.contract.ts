import type { ProfileStore } from '@portcullis/domain/ports';
import type { RecordStore } from '@portcullis/record-store';
import { expect } from 'chai';
import { waitUntil } from '../support/clock/until.ts';
import { runs, someOf } from '../support/effort.ts';
import { roundsUntilDone, type SweepingInstance, sweepingInstances } from '../support/services/sweeping-instances.ts';

const profiles = runs(300, 24);

/** Starts so many instances, each of which has its part of the work, and then stores what they sweep. */
const sweptBy = async (stores: RecordStore, count: number) => {
  const base = sweepingInstances(stores);
  const instances = Array.from({ length: count }, (_, n) => base.instance(`instance${n}`));
  const counts = () => instances.map(({ shares }) => shares.count());
  for (let round = 0; Math.max(...counts()) > Math.ceil(16 / count) || Math.min(...counts()) === 0; round += 1) {
    expect(round, `shares of ${counts().join(', ')}`).to.be.below(20);
    await Promise.all(instances.map((one) => one.round()));
    // One that has just begun gets its part after half a minute; a seat is renewed at each second round.
    base.clock.advance(5000);
  }
  await base.storeDue(profiles);
  await roundsUntilDone(base, instances);
  return { ...base, instances };
};

const countOf = ({ shares }: SweepingInstance): number => shares.count();

/** Tests that several instances over one database do the work by time of one. */
export const dividedSweepContract = (name: string, open: () => Promise<RecordStore>): void => {
  describe(`Divided sweep contract: ${name}`, function () {
    this.timeout(60_000);

    for (const count of someOf([2, 1, 5, 10], 1))
      it(`has ${count} of them judge and change each profile once, and none of them the work of another`, async () => {
        const { instances, times } = await sweptBy(await open(), count);
        const counts = instances.map(countOf);
        expect(counts.reduce((sum, one) => sum + one, 0)).to.equal(16);
        expect(Math.max(...counts) - Math.min(...counts)).to.be.at.most(1);
        // Each is read to see what is due, and read again for its change.
        expect(times()).to.deep.equal({
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
