import { canaries } from './canaries/canaries.ts';
import { databaseKills } from './crash/database-kills.ts';
import { testHarnessesOverPostgres } from './harness/test-harnesses.ts';
import { thief } from './thief/thief.ts';

// What is erased, and what is lost, lies elsewhere in each engine.
testHarnessesOverPostgres(canaries, databaseKills, thief);
