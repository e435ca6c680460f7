import { testHarnesses } from '../harness/test-harnesses.ts';
import { events } from './events.ts';

testHarnesses(events);
