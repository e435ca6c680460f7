import { testHarnesses } from '../test-harnesses.ts';

testHarnesses('aborted-uploads', 'memory', 'slow-clients');
