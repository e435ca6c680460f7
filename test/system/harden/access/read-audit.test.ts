import { testHarnesses } from '../harness/test-harnesses.ts';
import { readAudit } from './read-audit.ts';

testHarnesses(readAudit);
