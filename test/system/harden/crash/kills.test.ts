import { testHarnesses } from '../test-harnesses.ts';

testHarnesses('backend-kills', 'database-kills');
