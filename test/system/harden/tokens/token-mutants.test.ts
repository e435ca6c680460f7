import { testHarnesses } from '../test-harnesses.ts';

testHarnesses('token-mutants');
