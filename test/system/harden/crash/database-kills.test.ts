import { testHarnesses } from '../harness/test-harnesses.ts';
import { databaseKills } from './database-kills.ts';

testHarnesses(databaseKills);
