import { backendKills } from './backend-kills.ts';
import { databaseKills } from './database-kills.ts';
import type { Harness } from './harness.ts';
import { hostile } from './hostile.ts';
import { idempotency } from './idempotency.ts';
import { tokenMutants } from './token-mutants.ts';

/** All of them, in the order in which they run. */
export const harnesses: readonly Harness[] = [backendKills, databaseKills, hostile, idempotency, tokenMutants];
