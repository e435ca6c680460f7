import { memoryClock } from '@portcullis/adapter-memory';
import type { MemoryClock } from '#adapters/memory/clock';

export type FakeClock = MemoryClock;

/** A clock that stands still until it is advanced. */
export const fakeClock = (start = '2026-05-01T00:00:00.000Z'): FakeClock => memoryClock(Date.parse(start));
