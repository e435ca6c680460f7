import { memoryIdempotencyStore, memoryRecords } from '@portcullis/adapter-memory';
import { type IdempotencyStore, type RunOnce, runOnce } from '@portcullis/domain';
import { countingIds } from './counting-ids.ts';
import { movingClock } from './moving-clock.ts';

/** Keys in memory, for requests that take no time. */
export const runOnceInMemory = (keys: IdempotencyStore = memoryIdempotencyStore(memoryRecords())): RunOnce =>
  runOnce({ keys, ids: countingIds(), clock: movingClock(), every: () => () => undefined });
