// `npm run bench [-- --short]`: what the service costs beside the framework and the database under it.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { admin, startDatabase, superuserToken } from './src/database.mjs';
import { environmentFor, newClient } from './src/environment.mjs';
import { alternating, connections } from './src/load.mjs';
import { residentMiB, startBackend, startBareKoa } from './src/processes.mjs';
import { machine, printGroups, printVerdicts, save, summary, verdicts } from './src/report.mjs';
import { inTurns } from './src/sequential.mjs';
import { median, percentile } from './src/statistics.mjs';
import { groupsFor } from './src/targets.mjs';

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } });
const plan = values.short
  ? { rounds: 2, seconds: 1, warmSeconds: 1, starts: 3, idleMs: 2000, creates: 100 }
  : { rounds: 4, seconds: 2, warmSeconds: 1, starts: 5, idleMs: 5000, creates: 400 };

const client = newClient();

const round = (value, digits) => Number(value.toFixed(digits));

/** Starts the backend again and again: each time from nothing to ready, then a while of nothing to do. */
const measureStarts = async (environment) => {
  const [readyMs, idleMiB] = [[], []];
  for (let n = 0; n < plan.starts; n += 1) {
    const backend = await startBackend(environment);
    readyMs.push(round(backend.readyMs, 0));
    await sleep(plan.idleMs);
    const resident = residentMiB(backend.pid);
    if (resident !== null) idleMiB.push(round(resident, 1));
    await backend.stop();
  }
  return { readyMs, idleMiB };
};

const measureGroups = async (groups) => {
  const measured = {};
  for (const name of ['checked', 'health', 'read', 'create', 'token']) {
    console.log(`  measuring ${groups[name][0].name} …`);
    measured[name] = summary(await alternating(groups[name], plan));
  }
  return measured;
};

const main = async () => {
  const began = performance.now();
  const before = machine();
  console.log(`Node ${before.node}, ${before.cores} cores, load ${before.load_average[0]}; ${connections} connections`);
  if (before.load_average[0] > 0.5 * before.cores)
    console.log('  The machine is busy: these numbers are not to be kept.');
  const database = await startDatabase();
  const started = [database];
  try {
    const environment = environmentFor(database, admin, client);
    console.log(`  starting the backend ${plan.starts} times …`);
    const starts = await measureStarts(environment);
    const backend = await startBackend(environment);
    started.unshift(backend);
    const koa = await startBareKoa();
    started.unshift(koa);
    const superuser = await superuserToken(database.url);
    const targets = await groupsFor({ backend, koa, database, client, superuser });
    const groups = await measureGroups(targets);
    console.log(`  ${plan.creates} creates and batches, one after the other …`);
    const [create, batch] = await inTurns(targets.create, plan.creates);
    const loadedMiB = residentMiB(backend.pid);

    const createP50 = percentile(create, 0.5);
    const batchP50 = percentile(batch, 0.5);
    const createOverheadMs = round(createP50 - batchP50, 2);
    const idleMiB = starts.idleMiB.length === 0 ? null : median(starts.idleMiB);
    const startToReadyMs = median(starts.readyMs);
    const aims = verdicts({ groups, createOverheadMs, idleMiB, startToReadyMs });

    console.log('');
    printGroups(groups);
    console.log(
      `\n  one by one: create ${createP50.toFixed(2)} ms, its batch alone ${batchP50.toFixed(2)} ms (p50)` +
        `; memory after all this ${loadedMiB?.toFixed(0) ?? '?'} MiB\n`,
    );
    printVerdicts(aims);
    const path = await save({
      at: new Date().toISOString(),
      machine: before,
      plan: { ...plan, connections },
      groups,
      one_by_one: { create_p50_ms: round(createP50, 3), batch_p50_ms: round(batchP50, 3) },
      start_to_ready_ms: starts.readyMs,
      idle_mib: starts.idleMiB,
      after_load_mib: loadedMiB === null ? null : round(loadedMiB, 1),
      aims,
    });
    console.log(`\n${path}, in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  } finally {
    for (const { stop } of started) await stop();
  }
};

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
await main();
