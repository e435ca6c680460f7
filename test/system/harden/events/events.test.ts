import { testHarnesses } from '../test-harnesses.ts';

testHarnesses('events');
