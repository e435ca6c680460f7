import { testHarnesses } from '../harness/test-harnesses.ts';
import { backendKills } from './backend-kills.ts';

testHarnesses(backendKills);
