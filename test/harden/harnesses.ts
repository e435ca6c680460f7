import type { Harness } from './harness.ts';

/** All of them, in the order in which they run. */
export const harnesses: readonly Harness[] = [];
