import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { aNew, freshId } from '@portcullis/contracts/builders';
import { type Eraser, type ProfileStore, sweepDue, TE } from '@portcullis/domain';
import type { Clock } from '@portcullis/domain/ports';
import { createWorkLease, type KeptLease } from '@portcullis/events';
import type { RecordStore } from '@portcullis/record-store';
import { type FakeClock, fakeClock } from '../clock/fake-clock.ts';
import { mustSucceed } from '../run.ts';
import { aService } from './memory-service.ts';

/** How often something was done for each profile, by all instances together. */
type Counts = Map<string, number>;

const countOne = (counts: Counts, id: string): void => void counts.set(id, (counts.get(id) ?? 0) + 1);

/** An instance that sweeps while it has the lease, or that is alone and needs none. */
export type SweepingInstance = {
  readonly lease: KeptLease;
  /** Looks after its lease and sweeps, as a round of the service does. Answers how many profiles it has handled. */
  readonly round: () => Promise<number>;
};

export type InstanceChanges = {
  /** Whether it takes itself for the only one. */
  readonly isAlone?: boolean;
  readonly clock?: Clock;
  readonly profiles?: (store: ProfileStore) => ProfileStore;
};

/** Purges nothing, and finds nothing to erase. */
const idleEraser: Eraser = { erase: () => TE.right(undefined), purge: () => TE.right(undefined) };

/** Instances that sweep over one database, under a clock that stands still, and what they do for each profile. */
export const sweepingInstances = (stores: RecordStore, clock: FakeClock = fakeClock('2026-06-01T00:00:00.000Z')) => {
  const judged: Counts = new Map();
  const changed: Counts = new Map();
  const counted = (profiles: ProfileStore): ProfileStore => ({
    ...profiles,
    commit: (change) => {
      countOne(changed, change.profile.id);
      return profiles.commit(change);
    },
  });

  const instance = (name: string, changes: InstanceChanges = {}): SweepingInstance => {
    const { isAlone = false, profiles: alter = (store) => store } = changes;
    const ownClock = changes.clock ?? clock;
    const lease = createWorkLease({ leases: stores.workLeases, clock: ownClock, ids: sequentialIds(name) }, 'sweep');
    const service = aService({ seed: name, profiles: () => alter(counted(stores.profiles)) });
    const getAny: ProfileStore['getAny'] = (id) => {
      countOne(judged, id);
      return service.profiles.getAny(id);
    };
    const deps = { ...service, clock: ownClock, eraser: idleEraser, profiles: { ...service.profiles, getAny } };
    const sweep = sweepDue(isAlone ? deps : { ...deps, isSweeping: lease.isHeld });
    return {
      lease,
      round: async () => {
        if (!isAlone) await mustSucceed(lease.keep);
        return (await mustSucceed(sweep())).seen;
      },
    };
  };

  /** Stores profiles that are due: they were declined, and the end of their retention is to be announced. */
  const storeDue = async (count: number): Promise<readonly string[]> => {
    const ids = Array.from({ length: count }, () => freshId('due'));
    const erasesAt = '2026-05-31T00:00:00.000Z';
    for (const id of ids) {
      const over = { id, erasesAt, reference: id, policy: { id: 'standard', version: '1' } };
      await mustSucceed(stores.profiles.insert(aNew({ status: 'declined', ...over }), null));
    }
    return ids;
  };

  /** How many of these profiles are due still. */
  const left = async (): Promise<number> =>
    (await mustSucceed(stores.profiles.due(new Date(clock.now()).toISOString(), 1000))).length;

  /** How many of the profiles were judged so often, and changed so often: `judged` and `changed` by their number. */
  const times = () => ({
    judged: [...judged.values()].reduce((sum, count) => sum + count, 0),
    changed: [...changed.values()].reduce((sum, count) => sum + count, 0),
    mostJudged: Math.max(0, ...judged.values()),
    mostChanged: Math.max(0, ...changed.values()),
  });

  return { clock, instance, left, storeDue, times };
};

/** Rounds of all instances at once, until nothing is due any more, or too many were made. Answers how many were. */
export const roundsUntilDone = async (
  { clock, left }: Pick<ReturnType<typeof sweepingInstances>, 'clock' | 'left'>,
  instances: readonly SweepingInstance[],
): Promise<number> => {
  for (let rounds = 1; rounds <= 100; rounds += 1) {
    await Promise.all(instances.map(({ round }) => round()));
    clock.advance(1000);
    if ((await left()) === 0) return rounds;
  }
  throw new Error('something is due after a hundred rounds');
};
