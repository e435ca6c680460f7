import { simulatedLiveness } from '@portcullis/adapter-memory';
import { aSimulation } from '../support/simulations.ts';
import { livenessProviderContract } from './liveness-provider.contract.ts';

livenessProviderContract('simulated', 'eu-west-1', ({ scenario, clock }) =>
  simulatedLiveness(aSimulation(scenario, clock)),
);
