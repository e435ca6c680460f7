import type { Clock, Ids, NotFound, ProfileId, Service, TaskEither, Unavailable, VendorCall } from '@portcullis/domain';
import { pipe, TE, unavailable } from '@portcullis/domain';
import { type Scenario, scenarioNamed } from './scenarios.ts';

/** What the simulated providers are made of. */
export type Simulation = {
  readonly clock: Clock;
  readonly ids: Ids;
  /** The name of the scenario that was chosen for a profile, `null` for none. */
  readonly scenarioOf: (profileId: ProfileId) => TaskEither<NotFound | Unavailable, string | null>;
  /** The region that the providers report. */
  readonly region: string;
};

/**
 * The scenario for a call. When the profile cannot be found, the error is ours, and the simulated provider is
 * unavailable.
 */
export const scenarioFor = (
  { scenarioOf }: Simulation,
  service: Service,
  { profileId }: VendorCall,
): TaskEither<Unavailable, Scenario> =>
  pipe(
    scenarioOf(profileId),
    TE.mapLeft((reason) => unavailable(service, reason)),
    TE.map(scenarioNamed),
  );

const maxKept = 10_000;

/**
 * Sets a value and evicts the oldest one when there are more than ten thousand: a sandbox that runs for weeks must not
 * grow without limit.
 */
export const keep = <Value>(kept: Map<string, Value>, key: string, value: Value): void => {
  kept.delete(key);
  kept.set(key, value);
  const oldest = kept.size > maxKept ? kept.keys().next().value : undefined;
  if (oldest !== undefined) kept.delete(oldest);
};

/** Fails the first calls for each profile, as often as its scenario says. */
export type Outages = (call: VendorCall, times: number | 'always' | undefined) => TaskEither<Unavailable, void>;

export const outages = (service: Service): Outages => {
  const failures = new Map<string, number>();
  return ({ profileId }, times = 0) =>
    async () => {
      const before = failures.get(profileId) ?? 0;
      if (times !== 'always' && before >= times) return TE.right(undefined)();
      keep(failures, profileId, before + 1);
      return TE.left(unavailable(service, 'the scenario says so'))();
    };
};
