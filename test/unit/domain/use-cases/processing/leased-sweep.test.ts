import { sequentialIds } from '@portcullis/adapter-memory/testing';
import type { ProfileStore } from '@portcullis/domain';
import { createRecordStore } from '@portcullis/record-store';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { aKeyring } from '../../../../support/builders/keyrings.ts';
import { waitUntil } from '../../../../support/clock/until.ts';
import { runs } from '../../../../support/effort.ts';
import { randomOf } from '../../../../support/generators/seeded-random.ts';
import { mustSucceed } from '../../../../support/run.ts';
import {
  roundsUntilDone,
  type SweepingInstance,
  sweepingInstances,
} from '../../../../support/services/sweeping-instances.ts';

const profiles = runs(300, 150);

const begin = () => {
  const stores = createRecordStore(memoryDriver(), aKeyring(), sequentialIds('stores'));
  return { stores, ...sweepingInstances(stores) };
};

/** The versions of these profiles: 2 where one change was made. */
const versions = async ({ stores }: ReturnType<typeof begin>, ids: readonly string[]): Promise<ReadonlySet<number>> => {
  const all = await Promise.all(ids.map((id) => mustSucceed(stores.profiles.getAny(id))));
  return new Set(all.map(({ version }) => version));
};

describe('a sweep that one of several instances does', () => {
  it('changes each profile once when that instance is killed in the middle, and all of them once its lease ends', async () => {
    const base = begin();
    let written = 0;
    let isKilled = false;
    /** A store that gives no answer any more, and writes nothing, once its instance was killed. */
    const killable = (store: ProfileStore): ProfileStore => ({
      ...store,
      commit: (change) => async () => {
        if (isKilled) return new Promise(() => undefined);
        written += 1;
        if (written === 20) isKilled = true;
        return store.commit(change)();
      },
    });
    const killed = base.instance('a', { profiles: killable });
    await killed.round();
    const others = ['b', 'c'].map((name) => base.instance(name));
    const ids = await base.storeDue(profiles);
    void killed.round();
    await waitUntil(() => isKilled);
    for (let second = 0; second < 11; second += 1) {
      base.clock.advance(1000);
      await Promise.all(others.map(({ round }) => round()));
    }
    expect(await base.left(), 'nobody else has begun before its lease has ended').to.equal(profiles - 20);
    await roundsUntilDone(base, others);
    expect(await versions(base, ids)).to.deep.equal(new Set([2]));
    const { changed, judged } = base.times();
    expect(changed, 'what was under way, and written by nobody').to.be.within(profiles, profiles + 20);
    expect(judged).to.be.at.most(2 * profiles + 40);
  });

  it('changes each profile once while instances come and go, and their rounds overlap', async () => {
    const base = begin();
    const random = randomOf(7);
    /** A store that takes its time, so that rounds of instances overlap in many orders. */
    const slow = (store: ProfileStore): ProfileStore => ({
      ...store,
      commit: (change) => async () => {
        for (let turns = Math.floor(10 * random()); turns > 0; turns -= 1) await new Promise(setImmediate);
        return store.commit(change)();
      },
    });
    const instances: SweepingInstance[] = [];
    const ids = [...(await base.storeDue(profiles))];
    let rounds: Promise<unknown>[] = [];
    for (let second = 0; second < 30; second += 1) {
      if (second % 3 === 0 && second < 15) instances.push(base.instance(`i${second}`, { profiles: slow }));
      if (second === 10 || second === 20) {
        await Promise.all(rounds);
        await instances.shift()?.lease.release();
      }
      // The rounds of before are still under way at every other second; those of one instance follow each other.
      if (second % 2 === 0) await Promise.all(rounds);
      rounds = second % 2 === 0 ? instances.map(({ round }) => round()) : rounds;
      await Promise.all(instances.map(({ lease }) => lease.keep()));
      if (second % 5 === 0) ids.push(...(await base.storeDue(20)));
      base.clock.advance(1000);
    }
    await Promise.all(rounds);
    await roundsUntilDone(base, instances);
    expect(ids.length).to.equal(profiles + 120);
    expect(await versions(base, ids)).to.deep.equal(new Set([2]));
    expect(base.times()).to.include({ changed: ids.length, mostChanged: 1, judged: 2 * ids.length });
  });
});
