import { testHarnesses } from '../harness/test-harnesses.ts';
import { thief } from './thief.ts';

testHarnesses(thief);
