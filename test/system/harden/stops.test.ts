import { testHarnesses } from './harness/test-harnesses.ts';
import { stops } from './stops.ts';

testHarnesses(stops);
