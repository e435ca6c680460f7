import { memoryRecords } from '@portcullis/adapter-memory';
import { notFound, type ProfileStore, sweepDue, TE, verifyChain } from '@portcullis/domain';
import { expect } from 'chai';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { mustSucceed } from '../../../../support/run.ts';
import {
  aPerson,
  aService,
  cancelProfile,
  ledgerOf,
  partner,
  type Service,
  stored,
} from '../../../../support/services/memory-service.ts';
import { inTime, storeUnannounced, sweep } from '../../../../support/services/retained-profiles.ts';

const day = 86_400_000;
const aheadMs = 400 * day;

const eventsOf = async (service: Service, id: string) =>
  (await ledgerOf(service, id)).map(({ actor, data, type }) => [type, actor.type, data]);

/** Sweeps with the clocks of machine and database 400 days ahead, which therefore agree, and puts them right. */
const sweepAhead = async (service: Service, restarted: () => Service = () => service): Promise<Service> => {
  service.clock.set(aheadMs);
  await sweep(service);
  service.clock.set(-aheadMs);
  return restarted();
};

describe('an erasure that retention announced while machine and database were 400 days ahead', () => {
  it('is taken back once the clocks are right, and announced again when it is due by its own time', async () => {
    const retention = { approvedDays: null, declinedDays: null, unfinishedDays: 30 };
    const service = aService({ policy: { retention } });
    const erasesAt = inTime(service, 30 * day);
    const { id } = await aPerson(service);
    await cancelProfile(service, id);
    const announcedFor = inTime(service, aheadMs + day);
    await sweepAhead(service);
    expect(await stored(service, id), 'by the clock that was ahead').to.include({ erasesAt: announcedFor });
    await sweep(service);
    expect(await stored(service, id)).to.include({ erasesAt, erasureAnnouncedAt: null });
    expect((await eventsOf(service, id)).slice(-2)).to.deep.equal([
      ['profile.erasure_announced', 'system', { erases_at: announcedFor }],
      ['profile.erasure_taken_back', 'system', { erases_at: erasesAt }],
    ]);
    service.clock.advance(29 * day);
    await sweep(service);
    expect(await stored(service, id)).to.include({ erasesAt, erasureAnnouncedAt: inTime(service, 0) });
    service.clock.advance(day - 1);
    await sweep(service);
    expect((await stored(service, id)).redaction).to.equal(undefined);
    service.clock.advance(1);
    await sweep(service);
    const erased = await stored(service, id);
    expect(erased.redaction).to.deep.include({ because: 'retention' });
    expect(verifyChain(id, await ledgerOf(service, id), erased)).to.deep.include({ ok: true });
  });

  it('is announced anew with a day of notice where it is overdue, by a process that has just begun', async () => {
    const service = aService();
    const id = await storeUnannounced(service, -3);
    const next = await sweepAhead(service, () => aService({ seed: 'next' }, service.records, service.clock));
    await sweep(next);
    expect(await stored(next, id)).to.include({ erasesAt: inTime(next, day), erasureAnnouncedAt: inTime(next, 0) });
    next.clock.advance(day - 1);
    await sweep(next);
    expect((await stored(next, id)).redaction).to.equal(undefined);
    next.clock.advance(1);
    await sweep(next);
    expect((await stored(next, id)).redaction).to.deep.include({ because: 'retention' });
  });

  it('is found for each of many profiles, whatever their status', async () => {
    const service = aService();
    const ids: string[] = [];
    for (const status of ['declined', 'approved', 'lapsed', 'canceled', 'expired'] as const)
      for (let n = 0; n < 11; n += 1)
        ids.push(await storeUnannounced(service, 30, { status, reference: `${status}-${n}` }));
    service.clock.set(aheadMs);
    for (let n = 0; n < 2; n += 1) await sweep(service);
    service.clock.set(-aheadMs);
    for (let n = 0; n < 2; n += 1) await sweep(service);
    for (const id of ids) expect(await stored(service, id)).to.include({ erasureAnnouncedAt: null });
  });

  it('stands when the clock was less than a minute ahead', async () => {
    const service = aService();
    const id = await storeUnannounced(service, -3);
    service.clock.set(59_000);
    await sweep(service);
    const announced = await stored(service, id);
    service.clock.set(-59_000);
    service.clock.advance(day / 2);
    await sweep(service);
    expect(await stored(service, id)).to.deep.equal(announced);
  });

  it('gives its own time back under a hold, and the days of the policy from now when its partner takes it back', async () => {
    const retention = { approvedDays: null, declinedDays: 40, unfinishedDays: null };
    const service = aService({ policy: { retention } });
    const held = await storeUnannounced(service, -3);
    const taken = await storeUnannounced(service, -3, { reference: 'taken' });
    await sweepAhead(service);
    await mustSucceed(service.hold({ id: held, held: true, by: 'legal', note: null }));
    expect(await stored(service, held)).to.include({ erasesAt: inTime(service, -3 * day), erasureAnnouncedAt: null });
    const renewed = await mustSucceed(service.takeBackErasure({ caller: partner, id: taken }));
    expect(renewed).to.include({ erasesAt: inTime(service, 40 * day), erasureAnnouncedAt: null });
  });
});

describe('the search for erasures that were announced ahead', () => {
  it('reads some profiles each five seconds, each of them once a day', async () => {
    const read: string[] = [];
    const counting = (store: ProfileStore): ProfileStore => ({
      ...store,
      getAny: (id) => {
        read.push(id);
        return store.getAny(id);
      },
    });
    const service = aService({ profiles: counting }, memoryRecords(), fakeClock());
    for (let n = 0; n < 60; n += 1) await storeUnannounced(service, 30, { reference: `kept-${n}` });
    const readIn = async (ms: number): Promise<number> => {
      const before = read.length;
      service.clock.advance(ms);
      await sweep(service);
      return read.length - before;
    };
    expect([await readIn(0), await readIn(4999), await readIn(1), await readIn(5000)]).to.deep.equal([50, 0, 10, 0]);
    expect(new Set(read).size).to.equal(60);
    expect([await readIn(day - 5001), await readIn(1)]).to.deep.equal([0, 50]);
  });

  /** The search over as many profiles, by an instance that may have the lease, and how often each was looked at. */
  const searching = (count: number, lease: { isHeld: boolean }) => {
    const looked = new Map<string, number>();
    const ids = Array.from({ length: count }, (_, n) => `profile${String(n).padStart(8, '0')}`);
    const at = '2030-01-01T00:00:00.000Z';
    const { clock, ...base } = aService();
    const profiles: ProfileStore = {
      ...base.profiles,
      due: (_, most, { after, kind } = {}) => {
        const behind = kind === undefined ? ids.filter((id) => id > (after?.id ?? '')) : [];
        return TE.right(behind.slice(0, most).map((id) => ({ id, at })));
      },
      getAny: (id) => {
        looked.set(id, (looked.get(id) ?? 0) + 1);
        return TE.left(notFound);
      },
    };
    const find = sweepDue({ ...base, clock, profiles, isSweeping: () => lease.isHeld });
    const seconds = async (many: number): Promise<void> => {
      for (let second = 0; second < many; second += 1) {
        await mustSucceed(find());
        clock.advance(1000);
      }
    };
    const times = (): readonly number[] => ids.map((id) => looked.get(id) ?? 0);
    return { advance: clock.advance, seconds, times };
  };

  it('goes on behind a gap in which the lease could not be renewed', async () => {
    const lease = { isHeld: true };
    const { seconds, times } = searching(1000, lease);
    for (let part = 0; part < 10; part += 1) {
      await seconds(11);
      lease.isHeld = false;
      await seconds(2);
      lease.isHeld = true;
    }
    expect(new Set(times())).to.deep.equal(new Set([1]));
  });

  it('reads everything once a day where the lease changes hands all the time, and at once where it is gained first', async () => {
    const lease = { isHeld: false };
    const { advance, seconds, times } = searching(100, lease);
    await seconds(60);
    expect(Math.max(...times())).to.equal(0);
    for (let n = 0; n < 2 * 48; n += 1) {
      lease.isHeld = n % 2 === 0;
      await seconds(12);
      if (n === 0) expect(Math.min(...times())).to.equal(1);
      advance(888_000);
    }
    expect(Math.max(...times())).to.equal(1);
    advance(2 * 3_600_000);
    lease.isHeld = true;
    await seconds(12);
    expect(new Set(times())).to.deep.equal(new Set([2]));
  });
});
