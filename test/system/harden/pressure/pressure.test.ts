import { testHarnesses } from '../harness/test-harnesses.ts';
import { abortedUploads } from './aborted-uploads.ts';
import { containers } from './containers.ts';
import { memory } from './memory.ts';
import { neighbours } from './neighbours.ts';
import { slowClients } from './slow-clients.ts';

testHarnesses(abortedUploads, containers, memory, neighbours, slowClients);
