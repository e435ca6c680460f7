import type { Simulation } from '@portcullis/adapter-memory';
import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { type Clock, TE } from '@portcullis/domain';
import { fakeClock } from '../clock/fake-clock.ts';

/** Answers what the simulated providers need; every profile plays one scenario. */
export const aSimulation = (scenario: string | null, clock: Clock = fakeClock()): Simulation => ({
  clock,
  ids: sequentialIds(),
  scenarioOf: () => TE.right(scenario),
  region: 'eu-west-1',
});
