import { E, TE, type Unavailable, unavailable } from '@portcullis/domain';
import type { PaidProvider, UsageCounters } from '@portcullis/domain/ports';
import { type VendorBudgets, withBudgets } from '@portcullis/domain/use-cases';
import { expect } from 'chai';
import type { PaidPorts } from '#domain/use-cases/processing/vendor-budget';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { storesInMemory } from '../../../../support/records/memory-records.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  aConsentingPerson,
  aService,
  completeLiveness,
  personActions,
  stored,
} from '../../../../support/services/memory-service.ts';

const none: VendorBudgets = { document_reader: null, liveness: null, faces: null, device: null };
const call = { profileId: 'profile00000001', attempt: 1, partnerId: 'acme' };

const exhausted = (service: PaidProvider, retryAfterSeconds = 86_400): Unavailable => ({
  ...unavailable(service, 'the budget of the day is used up', 'budget_exhausted', retryAfterSeconds),
  notSent: true,
});

/** Instances over one database, whose comparison of faces is counted and may not be sent. */
const instances = (count: number, budgets: Partial<VendorBudgets>) => {
  const clock = fakeClock();
  const state = { compared: 0, statements: 0, refused: 0, isSent: true, lateReads: 0 };
  let held = Promise.resolve();
  const counted = new Map<string, number>();
  /** Adds and reads at once, so that a test says itself when a sum is read late. */
  const addCalls: UsageCounters['addCalls'] = (count, calls) => async () => {
    const key = JSON.stringify(count);
    const sum = (counted.get(key) ?? 0) + calls;
    counted.set(key, sum);
    return E.right(sum);
  };
  const usageCounters: UsageCounters = {
    ...storesInMemory().usageCounters,
    addCalls: (count, calls) => async () => {
      state.statements += 1;
      const done = await addCalls(count, calls)();
      if (state.lateReads === 0) return done;
      state.lateReads -= 1;
      // The sum is read by a statement of its own, when others have added to it.
      await Promise.resolve();
      return addCalls(count, 0)();
    },
  };
  const { faces, devices, liveness, reader: documentReader } = aService();
  const ports: PaidPorts = {
    devices,
    liveness,
    documentReader,
    faces: {
      ...faces,
      model: 'acme-3',
      compare: () => async () => {
        state.compared += 1;
        await held;
        if (!state.isSent) return E.left({ ...unavailable('faces', 'the circuit is open'), notSent: true });
        return E.right({ outcome: 'compared', similarity: 99 });
      },
    },
  };
  const onRefused = () => {
    state.refused += 1;
  };
  const deps = { usageCounters, clock, budgets: { ...none, ...budgets }, onRefused };
  const all = Array.from({ length: count }, () => withBudgets(deps, ports));
  const compare = (instance = 0, partnerId = 'acme') =>
    (all[instance] ?? ports).faces.compare({
      call: { ...call, partnerId },
      reference: tinyJpeg(),
      document: tinyJpeg(),
    });
  /** Keeps calls waiting until what is answered is called. */
  const hold = (): (() => void) => {
    let open = (): void => undefined;
    held = new Promise((resolve) => {
      open = resolve;
    });
    return () => open();
  };
  return { all, clock, compare, hold, state };
};

describe('the budget of a partner for a provider', () => {
  it('leaves the comparer of faces the name of its model', () => {
    expect(instances(1, { faces: 1 }).all.map(({ faces }) => faces.model)).to.deep.equal(['acme-3']);
  });

  it('is never exceeded by several instances at the same time', async () => {
    const { compare, state } = instances(3, { faces: 10 });
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => compare(n % 3)()));
    expect([state.compared, answers.filter(E.isRight).length, state.refused]).to.deep.equal([10, 10, 50]);
  });

  it('is one of each partner and each provider, and begins anew at midnight UTC, which the refusal names', async () => {
    const { clock, compare } = instances(1, { faces: 1, device: 5 });
    await mustSucceed(compare());
    clock.advance(82_800_000);
    expect(await mustFail(compare())).to.deep.equal(exhausted('faces', 3600));
    await mustSucceed(compare(0, 'beta'));
    clock.advance(3_600_000);
    await mustSucceed(compare());
  });

  it('costs no statement where there is none, and once it is used up those of one refusal in ten seconds', async () => {
    const free = instances(1, {});
    await mustSucceed(free.compare());
    expect(free.state.statements).to.equal(0);
    const { clock, compare, state } = instances(1, { faces: 0 });
    for (const statements of [2, 2, 4]) {
      for (let time = 0; time < 5; time += 1) await mustFail(compare());
      expect([state.statements, state.compared]).to.deep.equal([statements, 0]);
      clock.advance(5_000);
    }
  });

  it('is not used up by calls that were not sent', async () => {
    const { compare, state } = instances(1, { faces: 1 });
    state.isSent = false;
    for (let time = 0; time < 5; time += 1) await mustFail(compare());
    state.isSent = true;
    await mustSucceed(compare());
    expect(state.compared).to.equal(6);
  });

  it('is not used up until midnight by six calls at once of which none was sent, although five were left', async () => {
    const { clock, compare, hold, state } = instances(2, { faces: 5 });
    state.isSent = false;
    const open = hold();
    const all = Array.from({ length: 6 }, () => compare()());
    while (state.refused === 0) await Promise.resolve();
    open();
    expect((await Promise.all(all)).every(E.isLeft)).to.equal(true);
    expect(state.compared).to.equal(5);
    state.isSent = true;
    for (let time = 0; time < 5; time += 1) await mustSucceed(compare(time % 2));
    expect(await mustFail(compare())).to.deep.include({ kind: 'budget_exhausted' });
    clock.advance(10_000);
    expect(await mustFail(compare())).to.deep.include({ kind: 'budget_exhausted' });
    expect(state.compared).to.equal(10);
  });

  it('is forgotten to be used up on other instances within ten seconds after calls were taken back', async () => {
    const { clock, compare, hold, state } = instances(2, { faces: 1 });
    state.isSent = false;
    const open = hold();
    const slow = compare(0)();
    while (state.compared === 0) await Promise.resolve();
    await mustFail(compare(1));
    open();
    await slow;
    state.isSent = true;
    expect(await mustFail(compare(1))).to.deep.include({ kind: 'budget_exhausted' });
    clock.advance(10_000);
    await mustSucceed(compare(1));
  });

  it('takes a call back from the day on which it was counted, when it ends on the next one', async () => {
    const { clock, compare, hold, state } = instances(1, { faces: 1 });
    const open = hold();
    state.isSent = false;
    const slow = compare()();
    while (state.compared === 0) await Promise.resolve();
    clock.advance(86_400_000);
    open();
    await slow;
    state.isSent = true;
    await mustSucceed(compare());
    expect(await mustFail(compare())).to.deep.include({ kind: 'budget_exhausted' });
  });

  it('is not spent on a provider that is absent, which stays so', async () => {
    const { usageCounters } = storesInMemory();
    const { devices, faces, liveness, reader: documentReader } = aService();
    const ports = { documentReader, devices, faces, liveness: { ...liveness, isAbsent: true } as const };
    const deps = { budgets: { ...none, liveness: 0 }, clock: fakeClock(), usageCounters, onRefused: () => undefined };
    expect(withBudgets(deps, ports).liveness).to.equal(ports.liveness);
  });

  it('passes a capture on to a provider that is an object with a state of its own', async () => {
    const { usageCounters } = storesInMemory();
    const { devices, faces, liveness, reader: documentReader } = aService();
    const stateful: PaidPorts['liveness'] = {
      ...liveness,
      submit() {
        expect(this).to.equal(stateful);
        return TE.right(undefined);
      },
    };
    const deps = { budgets: none, clock: fakeClock(), usageCounters, onRefused: () => undefined };
    const paid = withBudgets(deps, { documentReader, devices, faces, liveness: stateful }).liveness;
    const capture = { call, sessionId: 'a', capture: new Uint8Array(1) };
    expect(await paid.submit?.(capture)()).to.deep.equal(E.right(undefined));
  });

  it('gives its last call to one of two that count at the same time', async () => {
    const { compare, state } = instances(2, { faces: 1 });
    state.lateReads = 2;
    const answers = await Promise.all([compare(0)(), compare(1)()]);
    expect([answers.filter(E.isRight).length, state.compared]).to.deep.equal([1, 1]);
  });

  it('is asked for nothing where the counters give no answer, and nothing is called then', async () => {
    const down = unavailable('database', 'down');
    const { state, all } = instances(1, {});
    const port = withBudgets(
      {
        clock: fakeClock(),
        budgets: { ...none, faces: 5 },
        onRefused: () => undefined,
        usageCounters: { ...storesInMemory().usageCounters, addCalls: () => TE.left(down) },
      },
      all[0] ?? ({} as never),
    );
    const input = { call, reference: tinyJpeg(), document: tinyJpeg() };
    expect(await mustFail(port.faces.compare(input))).to.deep.equal(down);
    expect(state.compared).to.equal(0);
  });
});

describe('a verification whose partner has used up a budget', () => {
  it('is told so where somebody waits, and nothing counts against its attempt', async () => {
    const person = await aConsentingPerson(
      aService({
        reader: () => ({ read: () => TE.left(exhausted('document_reader')) }),
        liveness: (liveness) => ({ ...liveness, open: () => TE.left(exhausted('liveness')) }),
      }),
    );
    const { analyze, open } = personActions(person);
    for (let time = 0; time < 25; time += 1)
      expect(await mustFail(analyze(tinyJpeg()))).to.deep.equal(exhausted('document_reader'));
    expect(await mustFail(open())).to.deep.equal(exhausted('liveness'));
    expect((await stored(person.service, person.id)).failedAnalyses).to.equal(undefined);
  });

  it('is reviewed with the reason, without waiting for the next day, when the checks needed the call', async () => {
    const faces = { compare: () => TE.left(exhausted('faces')) };
    const person = await aConsentingPerson(aService({ faces: () => faces }));
    await mustSucceed(personActions(person).analyze(tinyJpeg()));
    await completeLiveness(person);
    const { status, statusReasons } = await stored(person.service, person.id);
    expect([status, statusReasons]).to.deep.equal(['in_review', ['provider_budget_exhausted']]);
  });
});
