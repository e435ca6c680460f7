import { setTimeout as sleep } from 'node:timers/promises';
import { runs } from '../../../support/effort.ts';
import { between } from '../../../support/generators/seeded-random.ts';
import type { Instance } from '../cluster/environment.ts';
import { processingIn } from '../cluster/stored-rows.ts';
import type { Harness, HarnessOptions, Size } from '../harness/harness.ts';
import { responseLimitMs } from '../harness/time-limits.ts';
import { type KillRun, killUnderLoad } from './crash-findings.ts';
import { lostWrites } from './write-journal.ts';

/** The number of kills of the only instance, and of one of two instances. */
const kills: { readonly [S in Size]: { readonly alone: number; readonly ofTwo: number } } = {
  short: { alone: runs(3, 1), ofTwo: runs(3, 1) },
  full: { alone: 200, ofTwo: 100 },
  long: { alone: 2000, ofTwo: 1000 },
};

type Run = KillRun & {
  /** The milliseconds from the start of each process until it was ready and answered. */
  readonly starts: number[];
  /** The number of kills after which the other of two instances answered nothing. */
  unserved: number;
  /** The number of kills of an instance that had nothing to do. */
  idle: number;
  mostProcessing: number;
};

/** Lets the instance work for a few hundred milliseconds at most, kills it, and starts it again. */
const killOne = async (run: Run, victim: Instance, other: Instance | null): Promise<void> => {
  const { load, random, cluster } = run;
  await sleep(between(random, 20, 400));
  if ((await load.untilBusy(victim)) === 0) run.idle += 1;
  await victim.kill();
  const answered = other === null ? 0 : (load.counters.answered.get(other) ?? 0);
  run.mostProcessing = Math.max(run.mostProcessing, await processingIn(await cluster.tables()));
  // Everything in the journal by now was acknowledged before the instance that acknowledged it ended.
  const acknowledged = load.journal.takeChanged();
  const [ms, lost] = await Promise.all([victim.start(), lostWrites(cluster, load.journal, acknowledged)]);
  run.starts.push(ms);
  run.lost.push(...lost);
  if (other !== null && (load.counters.answered.get(other) ?? 0) === answered) run.unserved += 1;
};

const killAll = async (run: Run, { say, size }: HarnessOptions): Promise<void> => {
  const { alone, ofTwo } = kills[size];
  const [first, second] = run.cluster.instances;
  if (first === undefined || second === undefined) throw new Error('there are no two instances');
  for (let round = 1; round <= ofTwo; round += 1) {
    await (round % 2 === 0 ? killOne(run, first, second) : killOne(run, second, first));
    if (round % 20 === 0) say(`${round} of ${ofTwo} kills of one of two instances`);
  }
  await second.kill();
  for (let round = 1; round <= alone; round += 1) {
    await killOne(run, first, null);
    if (round % 20 === 0) say(`${round} of ${alone} kills of the only instance`);
  }
};

const killInstances = async (given: KillRun, order: HarnessOptions) => {
  const running: Run = { ...given, starts: [], unserved: 0, idle: 0, mostProcessing: 0 };
  await killAll(running, order);
  const { unserved, idle, load, mostProcessing, starts } = running;
  return () => ({
    performed: {
      kills: starts.length,
      'cut off by a kill': load.counters.noResponse,
      'slowest start, ms': Math.round(Math.max(...starts)),
      'most in processing after a kill': mostProcessing,
    },
    violations: {
      'requests without an answer that no kill explains': load.counters.unexplained,
      '5xx': load.counters.failures + load.counters.outages,
      'starts that took too long': starts.filter((ms) => ms > responseLimitMs(order.size)).length,
      'kills after which the other instance answered nothing': unserved,
      'kills of an instance with nothing to do': idle,
    },
  });
};

export const backendKills: Harness = {
  name: 'backend-kills',
  claim: 'what was acknowledged survives the death of the service at any moment',
  run: (order) =>
    killUnderLoad(order, { instances: 2, partners: 3, insistent: 1, persons: 1 }, (run) => killInstances(run, order)),
};
