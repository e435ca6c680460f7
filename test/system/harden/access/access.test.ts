import { testHarnesses } from '../harness/test-harnesses.ts';
import { accessMatrix } from './access-matrix.ts';
import { tenants } from './tenants.ts';

testHarnesses(accessMatrix, tenants);
