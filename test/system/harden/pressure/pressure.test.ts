import { testHarnesses } from '../harness/test-harnesses.ts';
import { memory } from './memory.ts';

testHarnesses(memory);
