import { setImmediate } from 'node:timers/promises';

/** Lets whatever waits for the processor go on. */
export const pause = (): Promise<void> => setImmediate();
