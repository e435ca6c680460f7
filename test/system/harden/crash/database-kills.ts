import { setTimeout as sleep } from 'node:timers/promises';
import { runs } from '../../../support/effort.ts';
import { between } from '../../../support/generators/seeded-random.ts';
import { untilReady } from '../cluster/environment.ts';
import type { Harness, HarnessOptions, Size } from '../harness/harness.ts';
import { responseLimitMs } from '../harness/time-limits.ts';
import { type KillRun, killUnderLoad } from './crash-findings.ts';
import { lostWrites } from './write-journal.ts';

const kills: { readonly [S in Size]: number } = { short: runs(5, 1), full: 100, long: 1000 };

type Run = KillRun & {
  /** The milliseconds from the database being healthy until the service was ready and answered from it. */
  readonly recoveries: number[];
  /** The number of outages in which no client was told of one. */
  unreported: number;
  /** The number of kills while no request was in flight. */
  idle: number;
};

/** Lets the service work, kills the database, waits a while, and restarts the database in place. */
const killOnce = async (run: Run): Promise<void> => {
  const { load, random, cluster } = run;
  const [instance] = cluster.instances;
  if (instance === undefined) throw new Error('there is no instance');
  await sleep(between(random, 50, 600));
  if ((await load.untilBusy(instance)) === 0) run.idle += 1;
  const reported = load.counters.outages;
  await cluster.database.kill();
  const acknowledged = load.journal.takeChanged();
  await sleep(between(random, 100, 600));
  for (let waited = 0; load.counters.outages === reported && waited < responseLimitMs('short'); waited += 20)
    await sleep(20);
  if (load.counters.outages === reported) run.unreported += 1;
  await cluster.database.start();
  run.recoveries.push(await untilReady(instance, cluster.token));
  run.lost.push(...(await lostWrites(cluster, load.journal, acknowledged)));
};

const killDatabase = async (given: KillRun, { say, size }: HarnessOptions) => {
  const running: Run = { ...given, recoveries: [], unreported: 0, idle: 0 };
  for (let round = 1; round <= kills[size]; round += 1) {
    await killOnce(running);
    if (round % 20 === 0) say(`${round} kills of the database`);
  }
  const { idle, load, recoveries, unreported } = running;
  return () => ({
    performed: {
      kills: recoveries.length,
      'told of the outage (503)': load.counters.outages,
      'slowest to be ready again, ms': Math.round(Math.max(...recoveries)),
    },
    violations: {
      'requests without an answer': load.counters.noResponse,
      '5xx but the documented 503': load.counters.failures,
      'recoveries that took too long': recoveries.filter((ms) => ms > responseLimitMs(size)).length,
      'outages that nobody was told of': unreported,
      'kills while nobody asked for anything': idle,
    },
  });
};

export const databaseKills: Harness = {
  name: 'database-kills',
  claim: 'the service lives through the death of its database, says so, and loses nothing',
  run: (order) =>
    killUnderLoad(order, { instances: 1, partners: 4, insistent: 2, persons: 1 }, (run) => killDatabase(run, order)),
};
