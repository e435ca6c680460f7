import { testHarnesses } from '../harness/test-harnesses.ts';
import { accessMatrix } from './access-matrix.ts';

testHarnesses(accessMatrix);
