import { E } from '@portcullis/domain';
import { shardOf } from '@portcullis/domain/ports';
import { createShardLeases } from '@portcullis/domain/use-cases';
import { createRecordStore } from '@portcullis/record-store';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { sequentialIds } from '../../../../support/clock/sequential-ids.ts';
import { mustSucceed } from '../../../../support/run.ts';

const endpoint = 'endpoint0000001';
const wanted = new Set([shardOf(endpoint)]);

const begin = () => {
  const clock = fakeClock();
  const { webhookShards: shards } = createRecordStore(memoryDriver(), null, sequentialIds('stores'));
  /** An instance whose clock is ahead of the others by some milliseconds. */
  const instance = (name: string, aheadMs = 0) => {
    const own = { now: () => clock.now() + aheadMs, monotonic: clock.monotonic };
    return createShardLeases({ shards, clock: own, ids: sequentialIds(name) });
  };
  return { clock, instance, shards };
};

describe('the leases on shards of endpoints', () => {
  it('let a request begin for less than 12 seconds after the last renewal, and are renewed at a third', async () => {
    const { clock, instance } = begin();
    const leases = instance('a');
    expect(leases.generationFor(endpoint)).to.equal(null);
    await leases.keep(wanted);
    clock.advance(11_999);
    expect(leases.generationFor(endpoint)).to.equal(1);
    clock.advance(1);
    expect(leases.generationFor(endpoint)).to.equal(null);
    await leases.keep(wanted);
    expect(leases.generationFor(endpoint)).to.equal(1);
  });

  it('let no request begin at a holder that cannot renew them and at one whose clock is ahead at once', async () => {
    const { clock, instance } = begin();
    const a = instance('a');
    const b = instance('b', 40_000);
    for (let passed = 0; passed < 30_000; passed += 250) {
      if (passed < 9500) await a.keep(wanted);
      await b.keep(wanted);
      const both = [a, b].filter((one) => one.generationFor(endpoint) !== null);
      expect(both.length, `after ${passed} ms`).to.be.at.most(1);
      clock.advance(250);
    }
    expect(b.generationFor(endpoint)).to.equal(2);
  });

  it('pass on with a higher generation once they have ended, and the holder that slept finds out', async () => {
    const { clock, instance } = begin();
    const a = instance('a');
    const b = instance('b');
    await a.keep(wanted);
    await b.keep(wanted);
    expect([a.generationFor(endpoint), b.generationFor(endpoint)]).to.deep.equal([1, null]);
    clock.advance(30_000);
    await b.keep(wanted);
    expect([a.generationFor(endpoint), b.generationFor(endpoint)]).to.deep.equal([null, 2]);
    await a.keep(wanted);
    expect([a.generationFor(endpoint), b.generationFor(endpoint)]).to.deep.equal([null, 2]);
  });

  for (const aheadMs of [-100_000, -40_000, -1000, -20, 20, 1000, 40_000, 100_000])
    it(`stay with a holder that renews them, whose clock differs from that of others by ${aheadMs} ms`, async () => {
      const { clock, instance } = begin();
      const a = instance('a');
      const b = instance('b', aheadMs);
      for (let passed = 0; passed < 120_000; passed += 250) {
        await a.keep(wanted);
        await b.keep(wanted);
        expect([a.generationFor(endpoint), b.generationFor(endpoint)], `after ${passed} ms`).to.deep.equal([1, null]);
        clock.advance(250);
      }
    });

  for (const aheadMs of [-40_000, 40_000])
    it(`pass on half a minute after a holder has died, whose clock differs by ${aheadMs} ms`, async () => {
      const { clock, instance } = begin();
      const a = instance('a');
      const b = instance('b', aheadMs);
      await a.keep(wanted);
      await b.keep(wanted);
      for (let passed = 0; passed < 33_000; passed += 250) {
        clock.advance(250);
        await b.keep(wanted);
      }
      expect(b.generationFor(endpoint)).to.equal(2);
    });

  it('let no request begin for longer when the clock of their holder is set back', async () => {
    const { clock, instance } = begin();
    const leases = instance('a');
    await leases.keep(wanted);
    clock.set(-50_000);
    clock.advance(14_001);
    expect(leases.generationFor(endpoint)).to.equal(null);
  });

  it('are not taken by who has seen them before they were renewed', async () => {
    const { clock, instance, shards } = begin();
    const a = instance('a');
    await a.keep(wanted);
    const [shard = 0] = wanted;
    const seen = (await mustSucceed(shards.leases()))[shard];
    if (seen === undefined) throw new Error('no lease');
    clock.advance(11_000);
    await a.keep(wanted);
    const next = { ...seen, generation: seen.generation + 1, holder: 'b' };
    expect(await mustSucceed(shards.replace(seen, next))).to.equal(false);
  });

  it('are taken from a holder whose clock was years ahead', async () => {
    const { clock, instance, shards } = begin();
    clock.set(400 * 86_400_000);
    await instance('ahead').keep(wanted);
    clock.set(-400 * 86_400_000);
    const b = instance('b');
    await b.keep(wanted);
    expect(b.generationFor(endpoint)).to.equal(2);
    expect(E.isRight(await shards.leases()())).to.equal(true);
  });

  it('are free at once after a release', async () => {
    const { instance, shards } = begin();
    const a = instance('a');
    const b = instance('b');
    await a.keep(wanted);
    await a.release();
    expect(a.generationFor(endpoint)).to.equal(null);
    await b.keep(wanted);
    expect(b.generationFor(endpoint)).to.equal(2);
    expect((await mustSucceed(shards.leases())).filter(({ holder }) => holder !== '')).to.have.length(1);
  });
});
