import type { Simulation } from '@portcullis/adapter-memory';
import { type Clock, TE } from '@portcullis/domain';
import { movingClock } from '../clock/fake-clock.ts';
import { countingIds } from '../clock/sequential-ids.ts';

/** Answers what the simulated providers need; every profile plays one scenario. */
export const aSimulation = (scenario: string | null, clock: Clock = movingClock()): Simulation => ({
  clock,
  ids: countingIds(),
  scenarioOf: () => TE.right(scenario),
  region: 'eu-west-1',
});
