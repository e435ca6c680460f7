import { setImmediate as turn } from 'node:timers/promises';

/** Resolves once the condition is true; if it never is, the test times out. */
export const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await turn();
};
