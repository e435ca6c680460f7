import { memoryIdempotencyStore, memoryRecords } from '@portcullis/adapter-memory';
import { type IdempotencyStore, type WithIdempotencyKey, withIdempotencyKey } from '@portcullis/domain';
import { fakeClock } from '../clock/fake-clock.ts';
import { sequentialIds } from '../clock/sequential-ids.ts';

/** Keys in memory, for requests that take no time. */
export const idempotencyInMemory = (
  keys: IdempotencyStore = memoryIdempotencyStore(memoryRecords()),
): WithIdempotencyKey =>
  withIdempotencyKey({ keys, ids: sequentialIds(), clock: fakeClock(), every: () => () => undefined });
