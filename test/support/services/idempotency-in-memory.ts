import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { type IdempotencyStore, type WithIdempotencyKey, withIdempotencyKey } from '@portcullis/domain';
import { fakeClock } from '../clock/fake-clock.ts';
import { storesInMemory } from '../records/memory-records.ts';

/** Keys in memory, for requests that take no time. */
export const idempotencyInMemory = (keys: IdempotencyStore = storesInMemory().idempotencyKeys): WithIdempotencyKey =>
  withIdempotencyKey({ keys, ids: sequentialIds(), clock: fakeClock(), every: () => ({ stop: () => undefined }) });
