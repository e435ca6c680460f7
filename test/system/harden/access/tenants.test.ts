import { testHarnesses } from '../harness/test-harnesses.ts';
import { tenants } from './tenants.ts';

testHarnesses(tenants);
