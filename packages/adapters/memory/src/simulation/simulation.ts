import type { Clock, IdGenerator, NotFound, ProfileId, TaskEither, Unavailable, VendorCall } from '@portcullis/domain';
import { pipe, TE, unavailable } from '@portcullis/domain';
import { type ExternalService, lruCache } from '@portcullis/domain/kernel';
import { type Scenario, scenarioByName } from './scenarios.ts';

/** The parts of the simulated providers. */
export type Simulation = {
  readonly clock: Clock;
  readonly ids: IdGenerator;
  /** The name of the scenario that was chosen for a profile, `null` for none. */
  readonly scenarioOf: (profileId: ProfileId) => TaskEither<NotFound | Unavailable, string | null>;
  /** The region that the providers report. */
  readonly region: string;
};

/**
 * The scenario for a call. When the profile cannot be found, the error is on our side, and the simulated provider is
 * unavailable.
 */
export const scenarioFor = (
  { scenarioOf }: Simulation,
  service: ExternalService,
  { profileId }: VendorCall,
): TaskEither<Unavailable, Scenario> =>
  pipe(
    scenarioOf(profileId),
    TE.mapLeft((reason) => unavailable(service, reason)),
    TE.map(scenarioByName),
  );

/** How many entries a simulation remembers of each kind: a sandbox that runs for weeks must not grow without limit. */
export const maxEntries = 10_000;

/** Fails the first calls for each profile, as often as its scenario says. */
export type SimulatedOutages = (
  call: VendorCall,
  times: number | 'always' | undefined,
) => TaskEither<Unavailable, void>;

export const simulatedOutages = (service: ExternalService): SimulatedOutages => {
  const failures = lruCache<string, number>(maxEntries);
  return ({ profileId }, times = 0) =>
    async () => {
      const before = failures.peek(profileId) ?? 0;
      if (times !== 'always' && before >= times) return TE.right(undefined)();
      failures.set(profileId, before + 1);
      return TE.left(unavailable(service, 'the scenario says so'))();
    };
};
