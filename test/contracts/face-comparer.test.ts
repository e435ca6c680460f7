import { simulatedFaces } from '@portcullis/adapter-memory';
import { aSimulation } from '../support/simulations.ts';
import { faceComparerContract } from './face-comparer.contract.ts';

faceComparerContract('simulated', (scenario) => simulatedFaces(aSimulation(scenario)));
