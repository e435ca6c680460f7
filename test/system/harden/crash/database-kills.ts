import { setTimeout as sleep } from 'node:timers/promises';
import { runs } from '../../../support/effort.ts';
import { between, type Random, randomOf } from '../../../support/generators/seeded-random.ts';
import { type ClusterEnvironment, openCluster, untilReady } from '../cluster/environment.ts';
import type { Findings, Harness, HarnessOptions, Size } from '../harness/harness.ts';
import { responseLimitMs } from '../harness/time-limits.ts';
import { findingsOf } from './crash-findings.ts';
import { abandonOne, collectFinalState, type FinalState } from './final-state.ts';
import { type Load, startLoad } from './load.ts';
import { lostWrites, newWriteJournal } from './write-journal.ts';

const kills: { readonly [S in Size]: number } = { short: runs(5, 1), full: 100, long: 1000 };

type Run = {
  readonly cluster: ClusterEnvironment;
  readonly load: Load;
  readonly random: Random;
  readonly lost: string[];
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

const findings = (running: Run, finalState: FinalState, { size }: HarnessOptions): Findings => {
  const { idle, load, lost, recoveries, cluster, unreported } = running;
  const { violations, performed } = findingsOf(load, finalState, lost);
  return {
    performed: {
      kills: recoveries.length,
      ...performed,
      'told of the outage (503)': load.counters.outages,
      'slowest to be ready again, ms': Math.round(Math.max(...recoveries)),
    },
    violations: {
      ...violations,
      'requests without an answer': load.counters.noResponse,
      '5xx but the documented 503': load.counters.failures,
      'recoveries that took too long': recoveries.filter((ms) => ms > responseLimitMs(size)).length,
      'outages that nobody was told of': unreported,
      'kills while nobody asked for anything': idle,
      exits: cluster.mishaps.exits,
      'unhandled rejections': cluster.mishaps.unhandledRejections,
    },
  };
};

const run = async (order: HarnessOptions): Promise<Findings> => {
  const cluster = await openCluster(order.engine, 1);
  try {
    await abandonOne(cluster);
    const random = randomOf(order.seed);
    const load = startLoad(cluster, random, newWriteJournal(), {
      partners: 4,
      insistent: 2,
      persons: 1,
      slowMs: responseLimitMs(order.size),
    });
    const running: Run = {
      cluster,
      load,
      random,
      lost: [],
      recoveries: [],
      unreported: 0,
      idle: 0,
    };
    try {
      for (let round = 1; round <= kills[order.size]; round += 1) {
        await killOnce(running);
        if (round % 20 === 0) order.say(`${round} kills of the database`);
      }
    } finally {
      await load.stop();
    }
    const finalState = await collectFinalState(cluster, load.journal, order);
    for (const example of load.counters.examples) order.say(example);
    for (const lost of [...running.lost, ...finalState.lost].slice(0, 5)) order.say(`lost: ${lost}`);
    for (const id of finalState.examples) order.say(`unlike its ledger: ${id}`);
    for (const effect of finalState.secondEffects.slice(0, 5)) order.say(`second effect: ${effect}`);
    // The output of the service is searched when it ends.
    await cluster.instances[0]?.kill();
    return findings(running, finalState, order);
  } finally {
    await cluster.close();
  }
};

export const databaseKills: Harness = {
  name: 'database-kills',
  claim: 'the service lives through the death of its database, says so, and loses nothing',
  run,
};
