import { type MemoryClock, memoryClock } from '@portcullis/adapter-memory';

export type MovingClock = MemoryClock;

/** A clock that stands still until it is advanced. */
export const movingClock = (start = '2026-05-01T00:00:00.000Z'): MovingClock => memoryClock(Date.parse(start));
