import { setImmediate as turn } from 'node:timers/promises';

/** Resolves once the condition is true; if it never is, the test times out. */
export const waitUntil = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await turn();
};
