import { isFullEffort } from '../../support/effort.ts';
import { canaries } from './canaries/canaries.ts';
import { databaseKills } from './crash/database-kills.ts';
import { testHarnessesOverPostgres } from './harness/test-harnesses.ts';
import { thief } from './thief/thief.ts';

/** What is erased lies elsewhere in each engine; the others find in it what their own contracts find. */
testHarnessesOverPostgres(canaries, ...(isFullEffort ? [databaseKills, thief] : []));
