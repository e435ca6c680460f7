import { E, newInProcessState, notFound, type ProfileStore, sweepDue, TE } from '@portcullis/domain';
import { type DueProfile, shardCount, shardOf } from '@portcullis/domain/ports';
import type { WorkShares } from '@portcullis/domain/use-cases';
import { createRecordStore } from '@portcullis/record-store';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { sequentialIds } from '../../../../support/clock/sequential-ids.ts';
import { waitUntil } from '../../../../support/clock/until.ts';
import { runs } from '../../../../support/effort.ts';
import { randomOf } from '../../../../support/generators/seeded-random.ts';
import { mustSucceed } from '../../../../support/run.ts';
import { aService } from '../../../../support/services/memory-service.ts';
import {
  roundsUntilDone,
  type SweepingInstance,
  sweepingInstances,
} from '../../../../support/services/sweeping-instances.ts';

const profiles = runs(300, 150);

const begin = () => {
  const stores = createRecordStore(memoryDriver(), null, sequentialIds('stores'));
  return { stores, ...sweepingInstances(stores) };
};

/** Rounds of all of them, until each has its part. */
const divide = async ({ clock }: ReturnType<typeof begin>, instances: readonly SweepingInstance[]): Promise<void> => {
  for (let second = 0; second < 45; second += 1) {
    await Promise.all(instances.map(({ round }) => round()));
    clock.advance(1000);
  }
};

/** The versions of these profiles: 2 where one change was made. */
const versions = async ({ stores }: ReturnType<typeof begin>, ids: readonly string[]): Promise<ReadonlySet<number>> => {
  const all = await Promise.all(ids.map((id) => mustSucceed(stores.profiles.getAny(id))));
  return new Set(all.map(({ version }) => version));
};

describe('a sweep that several instances divide', () => {
  it('changes each profile once when instances are killed in the middle, and all of them once their leases end', async () => {
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
    const killed = ['a', 'b'].map((name) => base.instance(name, { profiles: killable }));
    const others = ['c', 'd', 'e'].map((name) => base.instance(name));
    await divide(base, [...killed, ...others]);
    const ids = await base.storeDue(profiles);
    for (const { round } of killed) void round();
    await Promise.all(others.map(({ round }) => round()));
    await waitUntil(() => isKilled);
    for (let second = 0; second < 11; second += 1) {
      base.clock.advance(1000);
      await Promise.all(others.map(({ round }) => round()));
    }
    const left = await base.left();
    expect(left, 'the part of those that were killed').to.be.within(profiles / 6, profiles / 2);
    expect(base.times().mostChanged, 'before their leases have ended').to.equal(1);
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
        await instances.shift()?.shares.release();
      }
      // The rounds of before are still under way at every other second; those of one instance follow each other.
      if (second % 2 === 0) await Promise.all(rounds);
      rounds = second % 2 === 0 ? instances.map(({ round }) => round()) : rounds;
      await Promise.all(instances.map(({ shares }) => shares.keep()));
      if (second % 5 === 0) ids.push(...(await base.storeDue(20)));
      base.clock.advance(1000);
    }
    await Promise.all(rounds);
    await roundsUntilDone(base, instances);
    expect(ids.length).to.equal(profiles + 120);
    expect(await versions(base, ids)).to.deep.equal(new Set([2]));
    expect(base.times()).to.include({ changed: ids.length, mostChanged: 1, judged: 2 * ids.length });
  });

  describe('with some of the shards', () => {
    /** The shares of an instance that has these shards for good. */
    const sharesOf = (own: readonly number[]): WorkShares => {
      const owns = (name: string): boolean => own.includes(shardOf(name));
      return {
        owns,
        count: () => own.length,
        shards: () => new Set(own),
        run: async (name, task) => (owns(name) ? task() : null),
      };
    };
    const allBut5 = Array.from({ length: shardCount }, (_, shard) => shard).filter((shard) => shard !== 5);
    const idsOf = (count: number): readonly string[] =>
      Array.from({ length: count }, (_, n) => `profile${String(n).padStart(8, '0')}`);

    /** A sweep over profiles that are to be processed, and what it has read and done. */
    const sweepOver = (listed: readonly string[] | (() => readonly string[]), shares: WorkShares) => {
      const idsNow = typeof listed === 'function' ? listed : () => listed;
      const pages: number[] = [];
      const driven: string[] = [];
      const base = aService();
      const profiles: ProfileStore = {
        ...base.profiles,
        due: (_, most, { kind, after } = {}) => {
          if (kind !== 'drive') return TE.right([]);
          const ids = idsNow();
          const from = after === null || after === undefined ? 0 : ids.findIndex((id) => id > after.id);
          const found: readonly DueProfile[] =
            from < 0 ? [] : ids.slice(from, from + most).map((id) => ({ id, at: id }));
          pages.push(found.length);
          return TE.right(found);
        },
      };
      const state = newInProcessState();
      const processVerification = (id: string) => async () => {
        driven.push(id);
        return E.left(notFound);
      };
      const sweep = sweepDue({ ...base, ...state, profiles, processVerification, shares });
      return { clock: base.clock, driven, pages, state, sweep: () => mustSucceed(sweep()) };
    };

    it('reads what is due as far as it takes to find its part, and nothing without any', async () => {
      const ids = idsOf(2000);
      const two = sweepOver(ids, sharesOf([3, 9]));
      await two.sweep();
      expect(two.pages).to.deep.equal([400]);
      expect(two.driven).to.have.length(50);
      expect(two.driven.every((id) => [3, 9].includes(shardOf(id)))).to.equal(true);
      const none = sweepOver(ids, sharesOf([]));
      expect(await none.sweep()).to.deep.equal({ seen: 0, failures: [] });
      expect([none.pages, none.driven]).to.deep.equal([[], []]);
    });

    it('reaches its own behind any number of profiles of others, some pages in each round', async () => {
      const others = idsOf(20_000).filter((id) => shardOf(id) !== 5);
      const own = Array.from({ length: 200 }, (_, n) => `z-last${n}`).filter((id) => shardOf(id) === 5);
      const one = sweepOver([...others, ...own], sharesOf([5]));
      for (let round = 0; one.driven.length === 0; round += 1) {
        expect(round).to.be.below(8);
        one.pages.length = 0;
        await one.sweep();
        expect(one.pages.length).to.be.at.most(4);
      }
      expect(new Set(one.driven)).to.deep.equal(new Set(own));
    });

    it('goes on behind a full batch where others have a backlog that stays, and comes back to the first ones', async () => {
      const isOwn = (id: string): boolean => shardOf(id) !== 5;
      // Most of what is due is of an instance that does nothing, and what is this one's stands between and behind it.
      const some = (prefix: string, isWanted: (id: string) => boolean, count: number): readonly string[] =>
        idsOf(20 * count)
          .map((id) => `${prefix}${id}`)
          .filter(isWanted)
          .slice(0, count);
      const others = some('m', (id) => !isOwn(id), 5000);
      let ids = [...some('b', isOwn, 100), ...others, ...some('z', isOwn, 400)];
      const mine = ids.filter(isOwn).length;
      const one = sweepOver(() => ids, sharesOf(allBut5));
      let rounds = 0;
      for (const done = new Set<string>(); done.size < mine; rounds += 1) {
        expect(rounds).to.be.below(20);
        await one.sweep();
        for (const id of one.driven) done.add(id);
        ids = ids.filter((id) => !done.has(id));
      }
      expect(
        one.pages.reduce((sum, rows) => sum + rows, 0),
        'rows',
      ).to.be.below(2 * others.length);
      // What comes before everything else is found, too.
      const [first = ''] = some('a', isOwn, 1);
      ids = [first, ...ids];
      one.clock.advance(60_000);
      await one.sweep();
      expect(one.driven.at(-1)).to.equal(first);
    });

    it('leaves the retries of a profile to the instance whose work it is', async () => {
      const ids = idsOf(40);
      const { clock, driven, state, sweep } = sweepOver([], sharesOf([1, 2, 3, 4, 5, 6, 7]));
      for (const id of ids) state.deferredRetries.defer(id, 0);
      clock.advance(1000);
      await sweep();
      await sweep();
      expect(driven).to.deep.equal(ids.filter((id) => shardOf(id) >= 1 && shardOf(id) <= 7));
      expect(state.deferredRetries.size()).to.equal(0);
    });

    it('takes half a batch of its own retries, however many of others wait before them', async () => {
      const isOwn = (id: string): boolean => shardOf(id) <= 3;
      const { clock, driven, state, sweep } = sweepOver([], sharesOf([0, 1, 2, 3]));
      const others = idsOf(2000).filter((id) => !isOwn(id));
      const mine = idsOf(400).filter(isOwn);
      for (const id of [...others, ...mine]) state.deferredRetries.defer(id, 0);
      clock.advance(1000);
      await sweep();
      expect(driven).to.deep.equal(mine.slice(0, 25));
    });
  });
});
