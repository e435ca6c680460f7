import { accessMatrix } from './access/access-matrix.ts';
import { readAudit } from './access/read-audit.ts';
import { tenants } from './access/tenants.ts';
import { canaries } from './canaries/canaries.ts';
import { backendKills } from './crash/backend-kills.ts';
import { databaseKills } from './crash/database-kills.ts';
import { events } from './events/events.ts';
import type { Harness } from './harness/harness.ts';
import { hostile } from './hostile/hostile.ts';
import { idempotency } from './idempotency/idempotency.ts';
import { memory } from './pressure/memory.ts';
import { stops } from './stops.ts';
import { thief } from './thief/thief.ts';
import { tokenMutants } from './tokens/token-mutants.ts';

/** All harnesses, in the order in which they run. */
export const harnesses: readonly Harness[] = [
  accessMatrix,
  backendKills,
  canaries,
  databaseKills,
  events,
  hostile,
  idempotency,
  memory,
  readAudit,
  stops,
  tenants,
  thief,
  tokenMutants,
];
