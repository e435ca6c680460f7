import { memoryIdempotencyStore, memoryRecords } from '@portcullis/adapter-memory';
import { type IdempotencyStore, type WithIdempotencyKey, withIdempotencyKey } from '@portcullis/domain';
import { movingClock } from '../clock/fake-clock.ts';
import { countingIds } from '../clock/sequential-ids.ts';

/** Keys in memory, for requests that take no time. */
export const runOnceInMemory = (keys: IdempotencyStore = memoryIdempotencyStore(memoryRecords())): WithIdempotencyKey =>
  withIdempotencyKey({ keys, ids: countingIds(), clock: movingClock(), every: () => () => undefined });
