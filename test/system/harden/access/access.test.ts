import { testHarnesses } from '../test-harnesses.ts';

testHarnesses('access-matrix', 'tenants');
