import { type DeviceInspector, E, type Unavailable, unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { memoryRecords } from '../../../../support/records/memory-records.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  aConsentingPerson,
  aService,
  partner,
  personActions,
  stored,
} from '../../../../support/services/memory-service.ts';

const hour = 3_600_000;

/** A person whose device events are inspected by a provider that counts its calls. */
const aDevice = async () => {
  const records = memoryRecords();
  const clock = fakeClock();
  const state: { asked: number; down: Unavailable | null; known: boolean } = { asked: 0, down: null, known: true };
  const counting = ({ inspect }: DeviceInspector): DeviceInspector => ({
    inspect: (asked) => async () => {
      state.asked += 1;
      if (state.down) return E.left(state.down);
      return state.known ? inspect(asked)() : E.left({ _tag: 'NotFound' });
    },
  });
  const person = await aConsentingPerson(aService({ devices: counting }, records, clock));
  const { id } = person;
  const other = { ...person, service: aService({ devices: counting, seed: 'other' }, records, clock) };
  const name = (eventId: string, by = person) => personActions(by).patch({ device: { eventId } });
  const profile = () => stored(person.service, id);
  const inspected = async () => (await profile()).evidence.filter(({ kind }) => kind === 'device').length;
  const fill = async (version: number) => {
    const append = { type: 'partner.seen', occurredAt: null, outcome: null, data: {}, expectedVersion: null };
    while ((await profile()).version < version)
      await mustSucceed(person.service.append({ caller: partner, id, ...append }));
  };
  return {
    clock,
    fill,
    inspected,
    name,
    other,
    person,
    profile,
    state,
  };
};

const refusal = 'this attempt has had its 20 inspections of device events';

describe('the event of a device that counts already', () => {
  it('is not looked up again, and writes nothing', async () => {
    const { inspected, name, profile, state } = await aDevice();
    await mustSucceed(name('sim-1'));
    const before = await profile();
    for (let time = 0; time < 5; time += 1) await mustSucceed(name('sim-1'));
    expect(await profile()).to.deep.equal(before);
    expect([state.asked, await inspected()]).to.deep.equal([1, 1]);
  });

  it('is looked up again while the provider does not know it', async () => {
    const { name, profile, state } = await aDevice();
    state.known = false;
    await mustSucceed(name('sim-1'));
    state.known = true;
    await mustSucceed(name('sim-1'));
    await mustSucceed(name('sim-1'));
    const facts = (await profile()).evidence.flatMap((item) => (item.kind === 'device' ? [item.facts !== null] : []));
    expect([state.asked, facts]).to.deep.equal([2, [false, true]]);
  });

  for (const version of [499, 500])
    it(`is paid for by no profile of version ${version} that cannot keep the answer`, async () => {
      const { fill, name, profile, state } = await aDevice();
      state.down = { ...unavailable('device', 'down'), notSent: true };
      await mustSucceed(name('sim-1'));
      state.asked = 0;
      state.down = null;
      await fill(version);
      for (let time = 0; time < 5; time += 1) await name('sim-1')();
      const { evidence } = await profile();
      const kept = evidence.filter(({ kind }) => kind === 'device').length;
      expect(state.asked)
        .to.equal(kept)
        .and.to.equal(version === 499 ? 1 : 0);
      if (version === 500) expect((await mustFail(name('sim-1')))._tag).to.equal('ChangeLimitReached');
    });
});

describe('the inspections of one attempt', () => {
  it('are twenty in all, which the database knows: another instance does not begin anew', async () => {
    const { clock, name, other, profile, state } = await aDevice();
    for (let n = 0; n < 20; n += 1) {
      clock.advance(hour);
      await mustSucceed(name(`sim-${n}`));
    }
    const before = await profile();
    for (const refused of [name('sim-20'), name('sim-21', other)])
      expect((await mustFail(refused)) as { message?: string }).to.deep.include({
        _tag: 'LimitReached',
        limit: 'device_inspections',
        message: `${refusal}; it ends with the link, and a reviewer can grant another one`,
        retryAfterSeconds: (Date.parse(before.expiresAt) - clock.now()) / 1000,
      });
    expect(state.asked).to.equal(20);
    await mustSucceed(name('sim-19', other));
    expect(await profile()).to.deep.equal(before);
  });

  it('count those that failed, and not those that were not sent', async () => {
    const { clock, name, other, profile, state } = await aDevice();
    const failTimes = async (count: number) => {
      for (let n = 0; n < count; n += 1) {
        clock.advance(hour);
        await mustSucceed(name('sim-1'));
      }
    };
    state.down = { ...unavailable('device', 'down'), notSent: true };
    await failTimes(3);
    expect((await profile()).failedInspections).to.equal(undefined);
    state.down = unavailable('device', 'down');
    await failTimes(20);
    expect((await profile()).failedInspections).to.deep.equal({ attempt: 1, count: 20 });
    for (const refused of [name('sim-1'), name('sim-2', other)])
      expect((await mustFail(refused))._tag).to.equal('LimitReached');
    expect(state.asked).to.equal(23);
  });

  it('are no more than twenty when sixteen requests come at once, those of which nothing is kept included', async () => {
    const { clock, inspected, name, other, person, profile, state } = await aDevice();
    for (let burst = 0; burst < 4; burst += 1) {
      clock.advance(hour);
      const { version: expectedVersion } = await profile();
      const { caller, id, service } = person;
      const patch = (n: number) => ({ files: [], device: { eventId: `sim-${burst}-${n}` } });
      await Promise.all(
        Array.from({ length: 16 }, (_, n) => service.update({ caller, id, expectedVersion, patch: patch(n) })()),
      );
    }
    expect(state.asked).to.equal(20);
    const { failedInspections } = await profile();
    expect((failedInspections?.count ?? 0) + (await inspected())).to.equal(20);
    for (const by of [person, other]) expect((await mustFail(name('sim-last', by)))._tag).to.equal('LimitReached');
  });
});
