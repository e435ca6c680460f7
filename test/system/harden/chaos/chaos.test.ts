import { testHarnesses } from '../harness/test-harnesses.ts';
import { clocks } from './clocks.ts';
import { connections } from './connections.ts';
import { databaseStates } from './database-states.ts';
import { descriptors } from './descriptors.ts';
import { restarts } from './restarts.ts';

testHarnesses(clocks, connections, databaseStates, descriptors, restarts);
