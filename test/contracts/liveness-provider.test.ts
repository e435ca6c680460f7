import { rekognitionLiveness } from '@portcullis/adapter-aws';
import { simulatedLiveness } from '@portcullis/adapter-memory';
import { simulatorKeys } from '@portcullis/vendor-simulator';
import { aSimulation } from '../support/builders/simulations.ts';
import { awsAt } from '../support/clients/aws.ts';
import { simulatorForTests } from '../support/clients/vendor-calls.ts';
import { fakeClock } from '../support/clock/fake-clock.ts';
import { livenessProviderContract } from './liveness-provider.contract.ts';

livenessProviderContract('simulated', 'eu-west-1', ({ scenario, clock }) =>
  simulatedLiveness(aSimulation(scenario, clock)),
);

describe('the liveness provider over the simulator of AWS', () => {
  let now = fakeClock();
  const { running } = simulatorForTests({ clock: { now: () => now.now() } });

  livenessProviderContract('Rekognition', 'eu-west-1', ({ scenario, clock }) => {
    now = clock;
    running().script({ scenario });
    return rekognitionLiveness(awsAt(running().url, {}, simulatorKeys).clients, clock);
  });
});
