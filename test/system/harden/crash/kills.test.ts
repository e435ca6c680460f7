import { testHarnesses } from '../harness/test-harnesses.ts';
import { backendKills } from './backend-kills.ts';
import { databaseKills } from './database-kills.ts';

testHarnesses(backendKills, databaseKills);
