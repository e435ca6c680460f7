import { accessMatrix } from './access/access-matrix.ts';
import { readAudit } from './access/read-audit.ts';
import { tenants } from './access/tenants.ts';
import { canaries } from './canaries/canaries.ts';
import { clocks } from './chaos/clocks.ts';
import { connections } from './chaos/connections.ts';
import { databaseStates } from './chaos/database-states.ts';
import { descriptors } from './chaos/descriptors.ts';
import { restarts } from './chaos/restarts.ts';
import { backendKills } from './crash/backend-kills.ts';
import { databaseKills } from './crash/database-kills.ts';
import { events } from './events/events.ts';
import { failover } from './failover/failover.ts';
import type { Harness } from './harness/harness.ts';
import { hostile } from './hostile/hostile.ts';
import { idempotency } from './idempotency/idempotency.ts';
import { inputCost } from './input-cost/input-cost.ts';
import { abortedUploads } from './pressure/aborted-uploads.ts';
import { containers } from './pressure/containers.ts';
import { memory } from './pressure/memory.ts';
import { neighbours } from './pressure/neighbours.ts';
import { slowClients } from './pressure/slow-clients.ts';
import { stops } from './stops.ts';
import { sweeps } from './sweeps.ts';
import { thief } from './thief/thief.ts';
import { tokenMutants } from './tokens/token-mutants.ts';
import { writers } from './writers.ts';

/** All harnesses, in the order in which they run. */
export const harnesses: readonly Harness[] = [
  abortedUploads,
  accessMatrix,
  backendKills,
  canaries,
  clocks,
  connections,
  containers,
  databaseKills,
  databaseStates,
  descriptors,
  events,
  failover,
  hostile,
  idempotency,
  inputCost,
  memory,
  neighbours,
  readAudit,
  restarts,
  slowClients,
  stops,
  sweeps,
  tenants,
  thief,
  tokenMutants,
  writers,
];
