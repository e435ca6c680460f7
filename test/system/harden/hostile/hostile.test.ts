import { testHarnesses } from '../harness/test-harnesses.ts';
import { hostile } from './hostile.ts';

testHarnesses(hostile);
