// What a request costs beside the framework and the database under it, and what an idle service costs.
import { setTimeout as sleep } from 'node:timers/promises';
import { admin, startDatabase } from '../database.mjs';
import { environmentFor, newClient } from '../environment.mjs';
import { startGenerator } from '../load/generator.mjs';
import { alternating, connections } from '../load/rounds.mjs';
import { groupsFor, limitedLinks } from '../load/targets.mjs';
import { startBackend, startBareKoa } from '../processes.mjs';
import { printGroups, summary } from '../report.mjs';
import { inTurns } from '../sequential.mjs';
import { startService } from '../start-service.mjs';
import { median, percentile, rounded } from '../statistics.mjs';
import { pin, pinningText } from '../system/pinning.mjs';
import { residentMiB } from '../system/usage.mjs';
import { withCleanup } from '../with-cleanup.mjs';

export const plans = {
  full: {
    rounds: 6,
    seconds: 1.5,
    warmSeconds: 1,
    profiles: 300,
    starts: 5,
    idleMs: 5000,
    creates: 400,
  },
  short: {
    rounds: 2,
    seconds: 1,
    warmSeconds: 1,
    profiles: 100,
    starts: 3,
    idleMs: 2000,
    creates: 100,
  },
  smoke: {
    rounds: 1,
    seconds: 0.05,
    warmSeconds: 0,
    profiles: 2,
    starts: 1,
    idleMs: 0,
    creates: 5,
  },
};

/** Starts the backend again and again: each time from nothing to ready, then a while of nothing to do. */
const measureStarts = async (environment, { starts, idleMs }) => {
  const readyMs = [];
  const idleMiB = [];
  for (let n = 0; n < starts; n += 1) {
    const backend = await startBackend(environment);
    readyMs.push(rounded(backend.readyMs, 0));
    await sleep(idleMs);
    idleMiB.push(rounded(residentMiB(backend.pid), 1));
    await backend.stop();
  }
  return { readyMs, idleMiB };
};

const measureGroups = async (generator, { backend, database }, groups, plan) => {
  const measured = {};
  for (const [name, targets] of Object.entries(groups)) {
    console.log(`  measuring ${targets[0].name} …`);
    pin(backend.pid, 0);
    pin(database.pid, name === 'createSameCore' ? 0 : 1);
    measured[name] = summary(await alternating(generator, targets, plan));
  }
  for (const { pid } of [backend, database]) pin(pid, null);
  return measured;
};

const figuresOf = ({ groups, starts, loadedMiB }) => {
  const beside = (name) => groups[name].at(-1).ratio_to_first;
  return {
    checked_to_koa: beside('checked'),
    health_to_pocketbase: beside('health'),
    read_to_pocketbase: beside('read'),
    read_p99_to_pocketbase: groups.read.at(-1).p99_ratio_to_first,
    create_to_batch_same_core: beside('createSameCore'),
    create_to_batch_own_core: beside('createOwnCore'),
    token_to_koa: beside('token'),
    idle_mib: median(starts.idleMiB),
    loaded_mib: rounded(loadedMiB, 1),
  };
};

export const run = (plan) =>
  withCleanup(async (use) => {
    const client = newClient();
    const database = use(await startDatabase());
    console.log(`  starting the backend, ${plan.starts} times …`);
    const generator = use(startGenerator());
    const koa = use(await startBareKoa());
    const starts = await measureStarts(environmentFor(database, admin, client), plan);
    const service = await startService(use, { database, client, environment: limitedLinks });
    const targets = await groupsFor({ ...service, koa }, plan);
    const groups = await measureGroups(generator, service, targets, plan);
    console.log(`  ${plan.creates} creates and batches, one after the other …`);
    const [ownCreate, , itsBatch] = targets.createOwnCore;
    const [create, batch] = await inTurns([ownCreate, itsBatch], plan.creates);
    const loadedMiB = residentMiB(service.backend.pid);

    const createP50 = percentile(create.times, 0.5);
    const batchP50 = percentile(batch.times, 0.5);
    console.log(`\n  ${connections} connections, ${pinningText()}`);
    printGroups(groups);
    console.log(
      `\n  one by one: create ${createP50.toFixed(2)} ms, its batch alone ${batchP50.toFixed(2)} ms (p50)` +
        `; memory after all this ${loadedMiB.toFixed(0)} MiB\n` +
        `  start to ready ${median(starts.readyMs)} ms, idle ${median(starts.idleMiB)} MiB`,
    );
    return {
      connections,
      pinned: pinningText(),
      groups,
      one_by_one: { create_p50_ms: rounded(createP50, 3), batch_p50_ms: rounded(batchP50, 3) },
      start_to_ready_ms: starts.readyMs,
      idle_mib: starts.idleMiB,
      figures: figuresOf({ groups, starts, loadedMiB }),
    };
  });
