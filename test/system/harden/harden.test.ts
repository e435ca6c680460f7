import { testHarnesses } from './test-harnesses.ts';

testHarnesses('stops', 'writers');
