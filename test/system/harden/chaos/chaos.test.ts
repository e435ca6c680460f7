import { testHarnesses } from '../test-harnesses.ts';

testHarnesses('clocks', 'connections', 'database-states', 'descriptors', 'restarts');
