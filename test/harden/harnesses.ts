import { accessMatrix } from './access-matrix.ts';
import { backendKills } from './backend-kills.ts';
import { canaries } from './canaries.ts';
import { databaseKills } from './database-kills.ts';
import type { Harness } from './harness.ts';
import { hostile } from './hostile.ts';
import { idempotency } from './idempotency.ts';
import { abortedUploads } from './pressure/aborted-uploads.ts';
import { memory } from './pressure/memory.ts';
import { slowClients } from './pressure/slow-clients.ts';
import { stops } from './stops.ts';
import { tenants } from './tenants.ts';
import { tokenMutants } from './token-mutants.ts';
import { writers } from './writers.ts';

/** All of them, in the order in which they run. */
export const harnesses: readonly Harness[] = [
  abortedUploads,
  accessMatrix,
  backendKills,
  canaries,
  databaseKills,
  hostile,
  idempotency,
  memory,
  slowClients,
  stops,
  tenants,
  tokenMutants,
  writers,
];
