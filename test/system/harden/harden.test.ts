import { testHarnesses } from './harness/test-harnesses.ts';
import { stops } from './stops.ts';
import { sweeps } from './sweeps.ts';
import { writers } from './writers.ts';

testHarnesses(stops, sweeps, writers);
