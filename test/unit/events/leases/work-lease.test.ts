import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { E, TE, unavailable } from '@portcullis/domain';
import { createWorkLease, type KeptLease } from '@portcullis/events';
import type { WorkLeases } from '@portcullis/events/ports';
import { createRecordStore } from '@portcullis/record-store';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { fakeClock } from '../../../support/clock/fake-clock.ts';
import { mustSucceed } from '../../../support/run.ts';

const begin = () => {
  const clock = fakeClock();
  const { workLeases } = createRecordStore(memoryDriver(), aKeyring(), sequentialIds('stores'));
  const database = { isDown: false };
  const down = TE.left(unavailable('database', 'is down'));
  const leases: WorkLeases = {
    find: (work) => (database.isDown ? down : workLeases.find(work)),
    replace: (work, seen, next) => (database.isDown ? down : workLeases.replace(work, seen, next)),
  };
  /** An instance whose clock is ahead of the others by some milliseconds. */
  const instance = (name: string, offset: { aheadMs: number; isTrusted?: boolean } = { aheadMs: 0 }) => {
    const own = {
      now: () => clock.now() + offset.aheadMs,
      monotonic: clock.monotonic,
      isTrusted: () => offset.isTrusted ?? true,
    };
    return createWorkLease({ leases, clock: own, ids: sequentialIds(name) }, 'sweep');
  };
  return { clock, database, instance, leases };
};

const generations = (all: readonly KeptLease[]) => all.map((one) => one.generation());

/** Lets these instances look after their lease, four times a second, and fails where two have it. */
const pass = async (
  { clock }: ReturnType<typeof begin>,
  ms: number,
  alive: readonly KeptLease[],
  all: readonly KeptLease[] = alive,
): Promise<void> => {
  for (let passed = 0; passed < ms; passed += 250) {
    await Promise.all(alive.map((one) => one.keep()));
    clock.advance(250);
    expect(all.filter((one) => one.isHeld()).length, `after ${passed} ms`).to.be.at.most(1);
  }
};

describe('the lease on a work', () => {
  it('is nobody’s before its first look, and at once that of an instance that is alone', async () => {
    const { instance } = begin();
    const one = instance('a');
    expect([one.isHeld(), one.generation()]).to.deep.equal([false, null]);
    await one.keep();
    expect([one.isHeld(), one.generation()]).to.deep.equal([true, 1]);
  });

  it('is that of one of several that begin together', async () => {
    const base = begin();
    const all = ['a', 'b', 'c'].map((name) => base.instance(name));
    await pass(base, 60_000, all);
    expect(generations(all).filter((one) => one !== null)).to.deep.equal([1]);
  });

  it('of a work says nothing about another one', async () => {
    const { clock, instance, leases } = begin();
    await instance('a').keep();
    const other = createWorkLease({ leases, clock, ids: sequentialIds('b') }, 'delivery');
    await other.keep();
    expect(other.generation()).to.equal(1);
  });

  it('lets work begin for less than 12 seconds after the last renewal, and is renewed after seven', async () => {
    const { clock, instance, leases } = begin();
    const one = instance('a');
    await one.keep();
    const { heldUntil } = await mustSucceed(leases.find('sweep'));
    clock.advance(6999);
    await one.keep();
    expect((await mustSucceed(leases.find('sweep'))).heldUntil).to.equal(heldUntil);
    clock.advance(5000);
    expect(one.generation()).to.equal(1);
    clock.advance(1);
    expect(one.generation()).to.equal(null);
    await one.keep();
    expect(one.generation()).to.equal(1);
  });

  it('lets nothing begin at a holder that cannot renew it and at one whose clock is ahead at once', async () => {
    const base = begin();
    const a = base.instance('a');
    const b = base.instance('b', { aheadMs: 40_000 });
    await pass(base, 9500, [a, b]);
    await pass(base, 20_500, [b], [a, b]);
    expect(b.generation()).to.equal(2);
  });

  for (const aheadMs of [-100_000, -40_000, -1000, -20, 20, 1000, 40_000, 100_000]) {
    it(`stays with a holder that renews it, whose clock differs from that of others by ${aheadMs} ms`, async () => {
      const base = begin();
      const a = base.instance('a');
      const b = base.instance('b', { aheadMs });
      await pass(base, 250, [a]);
      await pass(base, 120_000, [a, b]);
      expect(generations([a, b])).to.deep.equal([1, null]);
    });

    it(`is taken some seconds over half a minute after its holder was killed, whose clock differed by ${aheadMs} ms`, async () => {
      const base = begin();
      const a = base.instance('a', { aheadMs });
      const b = base.instance('b');
      await pass(base, 250, [a]);
      await pass(base, 60_000, [a, b]);
      await pass(base, 35_000, [b], [a, b]);
      expect(generations([a, b])).to.deep.equal([null, 2]);
    });
  }

  for (const jumpMs of [-50_000, -20_000, 20_000, 50_000])
    it(`is never that of two while a clock is set by ${jumpMs} ms and back`, async () => {
      const base = begin();
      const offset = { aheadMs: 0 };
      const all = [base.instance('a', offset), base.instance('b')];
      await pass(base, 10_000, all);
      for (const aheadMs of [jumpMs, 0, -jumpMs, 0]) {
        offset.aheadMs = aheadMs;
        await pass(base, 45_000, all);
      }
      expect(all.filter((one) => one.isHeld())).to.have.length(1);
    });

  it('is lost by a holder that slept, which begins nothing more and stands by', async () => {
    const base = begin();
    const a = base.instance('a');
    const b = base.instance('b');
    await pass(base, 10_000, [a, b]);
    await pass(base, 60_000, [b], [a, b]);
    await pass(base, 60_000, [a, b]);
    expect(generations([a, b])).to.deep.equal([null, 2]);
  });

  it('is not taken by who has seen it before it was renewed', async () => {
    const { clock, instance, leases } = begin();
    const a = instance('a');
    await a.keep();
    const seen = await mustSucceed(leases.find('sweep'));
    clock.advance(11_000);
    await a.keep();
    expect(await mustSucceed(leases.replace('sweep', seen, { ...seen, generation: 2, holder: 'b' }))).to.equal(false);
  });

  it('is taken from a holder whose clock was years ahead', async () => {
    const { clock, instance } = begin();
    clock.set(400 * 86_400_000);
    await instance('ahead').keep();
    clock.set(-400 * 86_400_000);
    const b = instance('b');
    await b.keep();
    expect(b.generation()).to.equal(2);
  });

  it('is kept through twelve seconds without the database, and taken again afterwards', async () => {
    const base = begin();
    const a = base.instance('a');
    await pass(base, 250, [a]);
    base.database.isDown = true;
    await pass(base, 11_000, [a]);
    expect(a.generation()).to.equal(1);
    await pass(base, 60_000, [a]);
    expect(E.isLeft(await a.keep())).to.equal(true);
    expect(a.generation()).to.equal(null);
    base.database.isDown = false;
    await pass(base, 3000, [a]);
    expect(a.generation()).to.equal(1);
  });

  it('is another’s at its next look after a release, and not at once that of the one that gave it back', async () => {
    const base = begin();
    const a = base.instance('a');
    const b = base.instance('b');
    await pass(base, 4000, [a, b]);
    await a.release();
    expect(a.isHeld()).to.equal(false);
    await pass(base, 3250, [b], [a, b]);
    expect(generations([a, b])).to.deep.equal([null, 2]);
    await b.release();
    await b.keep();
    expect(b.isHeld()).to.equal(false);
  });

  it('is neither taken nor renewed by a clock that is not trusted', async () => {
    const base = begin();
    const offset = { aheadMs: 0, isTrusted: false };
    const a = base.instance('a', offset);
    const b = base.instance('b');
    await pass(base, 2000, [a]);
    expect(a.isHeld()).to.equal(false);
    offset.isTrusted = true;
    await pass(base, 4000, [a, b]);
    expect(a.generation()).to.equal(1);
    offset.isTrusted = false;
    expect(a.generation()).to.equal(null);
    await pass(base, 40_000, [a, b]);
    expect(b.generation()).to.equal(2);
  });

  it('is looked after once, however often that is asked for at the same time', async () => {
    const { instance } = begin();
    const one = instance('a');
    const first = one.keep();
    expect(one.keep()).to.equal(first);
    await first;
    expect(one.isHeld()).to.equal(true);
  });
});
