import { testHarnesses } from '../test-harnesses.ts';

testHarnesses('read-audit');
