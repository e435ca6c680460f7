import { testHarnesses } from '../test-harnesses.ts';

testHarnesses('input-cost');
