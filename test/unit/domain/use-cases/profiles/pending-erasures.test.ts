import { aNew } from '@portcullis/contracts/builders';
import { E, type Eraser, TE, type Unavailable, unavailable } from '@portcullis/domain';
import type { Row } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { inFull, runs } from '../../../../support/effort.ts';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { memoryRecords } from '../../../../support/records/memory-records.ts';
import { mustSucceed } from '../../../../support/run.ts';
import {
  aPerson,
  aService,
  completeLiveness,
  create,
  ledgerOf,
  partner,
  personActions,
  stored,
} from '../../../../support/services/memory-service.ts';

const second = 1000;
const out = unavailable('database', 'down');

/** A database that two instances share. */
const shared = () => ({ records: memoryRecords(), clock: fakeClock() });
type Shared = ReturnType<typeof shared>;

/** An instance with slow purges; it counts them, and how often a profile was erased. */
const slowInstance = ({ clock, records }: Shared, seconds: number) => {
  const count = { scrubs: 0, erased: 0, fails: false };
  const eraser = ({ erase }: Eraser): Eraser => ({
    erase: (profile) => {
      count.erased += 1;
      return erase(profile);
    },
    purge: () => async () => {
      count.scrubs += 1;
      clock.advance(seconds * second);
      return count.fails ? E.left(out) : E.right(undefined);
    },
  });
  return { count, service: aService({ eraser, seed: 'slow' }, records, clock) };
};

/** A profile whose instance died between the submission and the checks. */
const leftInProcessing = async ({ clock, records }: Shared) => {
  const held: Unavailable = { ...unavailable('document_reader', 'circuit_open', 'unavailable', 7), notSent: true };
  const dead = aService({ reader: () => ({ read: () => TE.left(held) }), seed: 'dead' }, records, clock);
  const person = await aPerson(dead, { reference: 'left' });
  await mustSucceed(personActions(person).consent());
  await mustSucceed(personActions(person).patch({ files: [{ kind: 'document_front', bytes: tinyJpeg() }] }));
  await completeLiveness(person);
  expect((await stored(dead, person.id)).status).to.equal('processing');
  return person.id;
};

/** Sweeps once a second until nothing is left to erase; answers after how many seconds each watched event happened. */
const sweepUntilErased = async (
  { clock, records }: Shared,
  service: ReturnType<typeof aService>,
  watched: Readonly<Record<string, string>>,
) => {
  const began = clock.now();
  const came = new Map<string, number>();
  const isPending = ({ due_at }: Row): boolean => Date.parse(String(due_at)) <= clock.now();
  while ([...records.profiles.values()].some(isPending) && clock.now() - began < 3600 * second) {
    expect((await mustSucceed(service.sweep())).failures).to.deep.equal([]);
    for (const [id, status] of Object.entries(watched)) {
      const isThere = records.profiles.get(id)?.status === status;
      if (isThere && !came.has(id)) came.set(id, (clock.now() - began) / second);
    }
    clock.advance(second);
  }
  return { came, seconds: (clock.now() - began) / second };
};

/** A profile that expires and one whose approval lapses in the next seconds. */
const someDue = async ({ clock }: Shared, { profiles }: ReturnType<typeof aService>) => {
  const soon = (seconds: number) => new Date(clock.now() + seconds * second).toISOString();
  const expiring = aNew({ reference: 'expiring', status: 'in_progress', expiresAt: soon(40) });
  const lapsing = aNew({ reference: 'lapsing', status: 'approved', lapsesAt: soon(41) });
  for (const change of [expiring, lapsing]) await mustSucceed(profiles.insert(change, null));
  return { expiring: expiring.profile.id, lapsing: lapsing.profile.id };
};

/** More than a sweep reads at once. */
const many = 3000;
/** What differs for those that were asked for is how they began, so that a quick run has fewer of them. */
const asked = runs(3000, 300);

describe('thousands of pending erasures', function () {
  this.timeout(900_000);

  const play = async (
    count: number,
    prepare: (both: Shared, service: ReturnType<typeof aService>) => Promise<void>,
  ) => {
    const both = shared();
    const { count: counted, service } = slowInstance(both, 5);
    await prepare(both, service);
    const left = await leftInProcessing(both);
    const { expiring, lapsing } = await someDue(both, service);
    const watched = { [left]: 'approved', [expiring]: 'expired', [lapsing]: 'lapsed' };
    const { came, seconds } = await sweepUntilErased(both, service, watched);
    // The range is from the due time to that with a running purge and the interval of the sweep, a second.
    expect(came.get(left)).to.be.within(75, 81);
    expect(came.get(expiring)).to.be.within(40, 46);
    expect(came.get(lapsing)).to.be.within(41, 47);
    expect(counted.scrubs).to.be.at.most(4);
    expect(seconds).to.be.below(330);
    expect(counted.erased).to.equal(count);
    const { profiles: all } = await mustSucceed(service.profiles.scan(null, count + 3));
    expect(all.filter(({ redaction }) => redaction?.completedAt)).to.have.length(count);
  };

  it('delay no processing, no expiry and no lapse, and need few purges', () =>
    play(asked, async (_, service) => {
      for (let n = 0; n < asked; n += 1) {
        const { view } = await mustSucceed(create(service, { reference: `gone-${n}` }));
        await mustSucceed(service.erase({ caller: partner, id: view.profile.id }));
      }
    }));

  inFull('delay nothing either when they come from retention', () =>
    play(many, async ({ clock }, { profiles }) => {
      const erasesAt = new Date(clock.now() - second).toISOString();
      const announced = { erasesAt, erasureAnnouncedAt: erasesAt };
      for (let n = 0; n < many; n += 1) {
        await mustSucceed(
          profiles.insert(
            aNew({ reference: `over-${n}`, status: 'declined', ...announced, updatedAt: erasesAt }),
            null,
          ),
        );
      }
    }),
  );
});

describe('an erasure that waits for a purge', () => {
  const requested = async (both: Shared) => {
    const slow = slowInstance(both, 5);
    const { id } = await aPerson(slow.service, {});
    await mustSucceed(slow.service.erase({ caller: partner, id }));
    return { id, ...slow };
  };
  const typesOf = async (both: Shared, id: string) =>
    (await ledgerOf(aService({}, both.records, both.clock), id)).map(({ type }) => type);

  it('is found by any other instance when this one dies, and started again', async () => {
    const both = shared();
    const { count, id, service } = await requested(both);
    count.fails = true;
    expect(await mustSucceed(service.sweep())).to.deep.equal({ seen: 1, failures: [{ id: null, cause: out }] });
    expect(count).to.deep.include({ erased: 1, scrubs: 1 });
    const other = slowInstance(both, 5);
    expect(await mustSucceed(other.service.sweep())).to.deep.equal({ seen: 1, failures: [] });
    expect(other.count).to.deep.include({ erased: 1, scrubs: 1 });
    expect((await typesOf(both, id)).at(-1)).to.equal('profile.erased');
  });

  it('is kept by this instance, which retries only the purge, a minute later', async () => {
    const both = shared();
    const { count, id, service } = await requested(both);
    count.fails = true;
    await mustSucceed(service.sweep());
    count.fails = false;
    both.clock.advance(94 * second);
    expect(await mustSucceed(service.sweep())).to.deep.equal({ seen: 0, failures: [] });
    both.clock.advance(6 * second);
    expect(await mustSucceed(service.sweep())).to.deep.equal({ seen: 1, failures: [] });
    expect(count).to.deep.include({ erased: 1, scrubs: 2 });
    expect((await typesOf(both, id)).at(-1)).to.equal('profile.erased');
  });

  it('is not confirmed for data that was erased before another instance completed it', async () => {
    const both = shared();
    const { count, id, service } = await requested(both);
    count.fails = true;
    await mustSucceed(service.sweep());
    await mustSucceed(slowInstance(both, 0).service.sweep());
    both.clock.advance(16 * 60 * second);
    count.fails = false;
    await mustSucceed(service.sweep());
    expect((await typesOf(both, id)).at(-1)).to.equal('profile.erased');
    both.clock.advance(120 * second);
    await mustSucceed(service.sweep());
    expect((await typesOf(both, id)).at(-1)).to.equal('profile.erasure_confirmed');
    expect(count.erased).to.equal(2);
  });

  it('is left alone by an instance that listed it before another one completed it', async () => {
    const both = shared();
    const { id, service } = await requested(both);
    const listed = [{ id, at: new Date(both.clock.now()).toISOString() }];
    let erased = 0;
    const late = aService(
      {
        profiles: (store) => ({
          ...store,
          due: (now, limit, only) => (only?.kind === 'erasure' ? TE.right(listed) : store.due(now, limit, only)),
        }),
        eraser: ({ purge }) => ({
          erase: () => async () => {
            erased += 1;
            return E.right(undefined);
          },
          purge,
        }),
        seed: 'late',
      },
      both.records,
      both.clock,
    );
    await mustSucceed(service.sweep());
    await mustSucceed(late.sweep());
    expect(erased).to.equal(0);
    expect((await typesOf(both, id)).at(-1)).to.equal('profile.erased');
  });
});
