import { testHarnesses } from '../test-harnesses.ts';

testHarnesses('aborted-uploads', 'containers', 'memory', 'neighbours', 'slow-clients');
