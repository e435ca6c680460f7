import { canaries } from './canaries/canaries.ts';
import { databaseKills } from './crash/database-kills.ts';
import { testHarnessesOverPostgres } from './harness/test-harnesses.ts';
import { thief } from './thief/thief.ts';

testHarnessesOverPostgres(canaries, databaseKills, thief);
