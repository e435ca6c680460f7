import { aNew } from '@portcullis/contracts/builders';
import {
  E,
  type Eraser,
  type LivenessProvider,
  listProfiles,
  type ProfileStore,
  unavailable,
} from '@portcullis/domain';
import { expect } from 'chai';
import { clockOutage, steppedClock } from '../../../../support/clock/stepped-clock.ts';
import { memoryRecords } from '../../../../support/records/memory-records.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  aConsentingPerson,
  aPerson,
  aService,
  partner,
  personActions,
  type ServiceChanges,
  stored,
} from '../../../../support/services/memory-service.ts';

/** A service whose clock goes 400 days ahead once, when it is told to; and sweeps when it is right again. */
const stepping = (changes: (step: () => void) => ServiceChanges) => {
  const { clock, goesAhead, isRightAgain } = steppedClock();
  const held = { isDue: false };
  const step = (): void => {
    if (held.isDue) goesAhead();
    held.isDue = false;
  };
  const service = aService(changes(step), memoryRecords(), clock);
  return {
    clock,
    service,
    /** Sweeps once with a step within, and then every second for some time. */
    sweepFor: async (seconds: number): Promise<void> => {
      held.isDue = true;
      await mustSucceed(service.sweep());
      expect([held.isDue, clock.isTrusted()]).to.deep.equal([false, false]);
      isRightAgain();
      for (let second = 0; second < seconds; second += 1) {
        clock.advance(1000);
        await mustSucceed(service.sweep());
      }
    },
  };
};

describe('work that waits when the clock goes 400 days ahead within a sweep', () => {
  const eraserThat =
    (part: 'erase' | 'purge') =>
    (step: () => void): ServiceChanges => ({
      eraser: (eraser: Eraser): Eraser => ({
        erase: (profile) => async () => {
          const erased = await eraser.erase(profile)();
          if (part === 'erase') step();
          return erased;
        },
        purge: () => async () => {
          const purged = await eraser.purge()();
          if (part === 'purge') step();
          return purged;
        },
      }),
    });

  it('completes an erasure that was requested a minute later, beside which it happened', async () => {
    const { service, sweepFor } = stepping(eraserThat('erase'));
    const { id } = await aPerson(service);
    await mustSucceed(service.erase({ caller: partner, id }));
    await sweepFor(62);
    expect((await stored(service, id)).redaction?.completedAt).to.be.a('string');
  });

  it('purges again at once after a purge in which it happened', async () => {
    const { service, sweepFor } = stepping(eraserThat('purge'));
    const { id } = await aPerson(service, { reference: 'first' });
    await mustSucceed(service.erase({ caller: partner, id }));
    await sweepFor(0);
    const later = await aPerson(service, { reference: 'second' });
    await mustSucceed(service.erase({ caller: partner, id: later.id }));
    await mustSucceed(service.sweep());
    expect((await stored(service, later.id)).redaction?.completedAt).to.be.a('string');
  });

  it('announces an erasure a minute after the announcement at which it happened', async () => {
    const { clock, service, sweepFor } = stepping((step) => ({
      profiles: (profiles): ProfileStore => ({
        ...profiles,
        getAny: (id) => async () => {
          const found = await profiles.getAny(id)();
          step();
          return found;
        },
      }),
    }));
    const erasesAt = new Date(clock.now()).toISOString();
    const due = aNew({ reference: 'due', status: 'declined', erasesAt });
    await mustSucceed(service.profiles.insert(due, null));
    await sweepFor(62);
    expect((await stored(service, due.profile.id)).erasureAnnouncedAt).to.be.a('string');
  });

  it('reads a session at its end again after the seconds that the outage of its provider says', async () => {
    const held = { isOut: true };
    const { clock, service, sweepFor } = stepping((step) => ({
      liveness: (provider): LivenessProvider => ({
        ...provider,
        read: (asked) => async () => {
          if (!held.isOut) return provider.read(asked)();
          step();
          held.isOut = false;
          return E.left(unavailable('liveness', 'out'));
        },
      }),
    }));
    const person = await aConsentingPerson(service);
    await mustSucceed(personActions(person).open());
    const session = (await stored(service, person.id)).evidence.at(-1);
    const endsAt = session?.kind === 'liveness_session' ? session.expiresAt : '';
    clock.advance(Date.parse(endsAt) - clock.now() - 10_000);
    await sweepFor(9);
    expect((await stored(service, person.id)).evidence.at(-1)).to.include({ status: 'succeeded' });
  });
});

describe('a read during which the clock goes 400 days ahead', () => {
  const reading = async () => {
    const { clock, goesAhead } = steppedClock();
    const held = { steps: false };
    const step = (): void => {
      if (held.steps) goesAhead();
    };
    const profiles = (store: ProfileStore): ProfileStore => ({
      ...store,
      findBySession: (tenant, session) => async () => {
        const found = await store.findBySession(tenant, session)();
        step();
        return found;
      },
      list: (tenant, filter) => async () => {
        const found = await store.list(tenant, filter)();
        step();
        return found;
      },
    });
    let calls = 0;
    const liveness = (provider: LivenessProvider): LivenessProvider => ({
      ...provider,
      read: (asked) => {
        calls += 1;
        return provider.read(asked);
      },
    });
    const service = aService({ profiles, liveness }, memoryRecords(), clock);
    const person = await aConsentingPerson(service);
    const { sessionId } = await mustSucceed(personActions(person).open());
    held.steps = true;
    return { calls: () => calls, service, sessionId };
  };

  it('answers no result of a session, and does not ask its provider', async () => {
    const { calls, service, sessionId } = await reading();
    const read = service.readResult({ caller: { ...partner, scopes: ['profiles:read'] }, sessionId });
    expect(await mustFail<unknown>(read)).to.deep.equal(clockOutage);
    expect(calls()).to.equal(0);
  });

  it('answers no list, which would say what seems to have expired', async () => {
    const { service } = await reading();
    const listed = listProfiles(service)({ caller: partner, filter: { limit: 10 } });
    expect(await mustFail<unknown>(listed)).to.deep.equal(clockOutage);
  });
});
