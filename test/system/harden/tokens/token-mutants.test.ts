import { testHarnesses } from '../harness/test-harnesses.ts';
import { tokenMutants } from './token-mutants.ts';

testHarnesses(tokenMutants);
