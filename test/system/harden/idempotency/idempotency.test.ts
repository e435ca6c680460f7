import { testHarnesses } from '../harness/test-harnesses.ts';
import { idempotency } from './idempotency.ts';

testHarnesses(idempotency);
