import { testHarnesses } from '../harness/test-harnesses.ts';
import { inputCost } from './input-cost.ts';

testHarnesses(inputCost);
