import { testHarnesses } from '../harness/test-harnesses.ts';
import { canaries } from './canaries.ts';

testHarnesses(canaries);
