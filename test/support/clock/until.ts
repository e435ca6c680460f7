import { setImmediate as turn } from 'node:timers/promises';

/** Resolves once something is so; what never is so ends with the time of the test. */
export const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await turn();
};
