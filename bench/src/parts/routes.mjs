// What a request costs beside the framework and the database under it, and what an idle service costs.
import { setTimeout as sleep } from 'node:timers/promises';
import { admin, startDatabase } from '../database.mjs';
import { environmentFor, newClient } from '../environment.mjs';
import { alternating, connections } from '../load.mjs';
import { residentMiB, startBackend, startBareKoa } from '../processes.mjs';
import { printGroups, printVerdicts, summary, verdicts } from '../report.mjs';
import { inTurns } from '../sequential.mjs';
import { startService } from '../start-service.mjs';
import { median, percentile, rounded } from '../statistics.mjs';
import { groupsFor } from '../targets.mjs';
import { withCleanup } from '../with-cleanup.mjs';

export const plans = {
  full: { rounds: 4, seconds: 2, warmSeconds: 1, starts: 5, idleMs: 5000, creates: 400 },
  short: { rounds: 2, seconds: 1, warmSeconds: 1, starts: 3, idleMs: 2000, creates: 100 },
  smoke: { rounds: 1, seconds: 0.05, warmSeconds: 0, starts: 1, idleMs: 0, creates: 5 },
};

/** Starts the backend again and again: each time from nothing to ready, then a while of nothing to do. */
const measureStarts = async (environment, { starts, idleMs }) => {
  const [readyMs, idleMiB] = [[], []];
  for (let n = 0; n < starts; n += 1) {
    const backend = await startBackend(environment);
    readyMs.push(rounded(backend.readyMs, 0));
    await sleep(idleMs);
    const resident = residentMiB(backend.pid);
    if (resident !== null) idleMiB.push(rounded(resident, 1));
    await backend.stop();
  }
  return { readyMs, idleMiB };
};

const measureGroups = async (groups, plan) => {
  const measured = {};
  for (const name of ['checked', 'health', 'read', 'create', 'token']) {
    console.log(`  measuring ${groups[name][0].name} …`);
    measured[name] = summary(await alternating(groups[name], plan));
  }
  return measured;
};

export const run = (plan) =>
  withCleanup(async (use) => {
    const client = newClient();
    const database = use(await startDatabase());
    console.log(`  starting the backend, ${plan.starts} times …`);
    const starts = await measureStarts(environmentFor(database, admin, client), plan);
    const service = await startService(use, { database, client });
    const koa = use(await startBareKoa());
    const targets = await groupsFor({ ...service, koa });
    const groups = await measureGroups(targets, plan);
    console.log(`  ${plan.creates} creates and batches, one after the other …`);
    const [create, batch] = await inTurns(targets.create, plan.creates);
    const loadedMiB = residentMiB(service.backend.pid);

    const createP50 = percentile(create.times, 0.5);
    const batchP50 = percentile(batch.times, 0.5);
    const createOverheadMs = rounded(createP50 - batchP50, 2);
    const idleMiB = starts.idleMiB.length === 0 ? null : median(starts.idleMiB);
    const aims = verdicts({ groups, createOverheadMs, idleMiB, startToReadyMs: median(starts.readyMs) });

    console.log('');
    printGroups(groups);
    console.log(
      `\n  one by one: create ${createP50.toFixed(2)} ms, its batch alone ${batchP50.toFixed(2)} ms (p50)` +
        `; memory after all this ${loadedMiB?.toFixed(0) ?? '?'} MiB\n`,
    );
    printVerdicts(aims);
    return {
      connections,
      groups,
      one_by_one: { create_p50_ms: rounded(createP50, 3), batch_p50_ms: rounded(batchP50, 3) },
      start_to_ready_ms: starts.readyMs,
      idle_mib: starts.idleMiB,
      after_load_mib: loadedMiB === null ? null : rounded(loadedMiB, 1),
      aims,
    };
  });
