import { setTimeout as sleep } from 'node:timers/promises';
import { between, type Random, randomOf } from '../../../support/generators/seeded-random.ts';
import type { AnswerCounts } from '../chaos/load/journal.ts';
import { type Ask, type Load, startLoad } from '../chaos/load/load.ts';
import { type LookUp, lookUp } from '../chaos/load/look-up.ts';
import { newHttpClient } from '../cluster/http-client.ts';
import type { Findings, Harness, HarnessOptions, Size } from '../harness/harness.ts';
import { type FailoverEnvironment, openFailover } from './environment.ts';
import { type Kill, killsInOrder } from './kills.ts';
import { type FailoverPrograms, findPrograms } from './programs.ts';
import { newWriteTimes, type WriteTimes } from './write-times.ts';

const kills: { readonly [S in Size]: number } = { short: 1, full: 20, long: 200 };

const loadSize = { partners: 6, persons: 1, pauseMs: 500 };

type Run = {
  readonly environment: FailoverEnvironment;
  readonly load: Load;
  readonly times: WriteTimes;
  readonly random: Random;
  /** The longest time without an acknowledged write around each kill, in milliseconds. */
  readonly gaps: { readonly kill: Kill; readonly ms: number }[];
  /** Why the kills ended before the last one: what was killed did not join again, or nobody could write. */
  endedBy: string | null;
};

/** Notes when each write was acknowledged. */
const timed =
  (ask: Ask, times: WriteTimes): Ask =>
  async (asked) => {
    const outcome = await ask(asked);
    const isWrite = asked.method === 'POST' || asked.method === 'PATCH';
    if (isWrite && outcome.status !== null && outcome.status < 300) times.acknowledgedAt(performance.now());
    return outcome;
  };

/** What was under way at the kill may be acknowledged for so long. */
const underWayMs = 2000;
const writingLimitMs = 90_000;

/** Waits until writes are acknowledged that were begun after a moment. */
const untilWriting = async ({ times }: Run, since: number): Promise<void> => {
  while (times.last() < since + underWayMs) {
    if (performance.now() - since > writingLimitMs) throw new Error('no write was acknowledged after a kill');
    await sleep(50);
  }
};

/** Kills in the middle of the load, lets it go on without what was killed, and brings that back. */
const playKill = async (run: Run, kill: Kill): Promise<number> => {
  const { environment, gaps, random, times } = run;
  const { cluster } = environment;
  await cluster.untilWhole();
  await sleep(between(random, 500, 3000));
  const began = performance.now();
  const restore = await kill.strike(cluster, random);
  try {
    await untilWriting(run, began);
    await sleep(Math.max(0, began + kill.heldMs - performance.now()));
  } finally {
    await restore();
  }
  await cluster.untilWhole();
  await untilWriting(run, performance.now() - underWayMs);
  const ms = Math.round(times.longestGap(began, performance.now()));
  gaps.push({ kill, ms });
  return ms;
};

const playAll = async (run: Run, { say, size }: HarnessOptions): Promise<void> => {
  for (const [at, kill] of killsInOrder(kills[size]).entries()) {
    try {
      const ms = await playKill(run, kill);
      const { acknowledged, unavailable } = run.load.counts;
      say(`${at + 1}: ${kill.name}, no write for ${ms} ms; ${acknowledged} acknowledged, ${unavailable} times 503`);
    } catch (cause) {
      run.endedBy = `${at + 1}: ${kill.name}, ${cause instanceof Error ? cause.message : String(cause)}`;
      say(run.endedBy);
      // What was lost until here counts as well, where it can be looked up.
      return untilWriting(run, performance.now());
    }
  }
};

/** The longest gap of each kind of kill. */
const gapsByKind = (gaps: Run['gaps']): string =>
  [...new Set(gaps.map(({ kill }) => kill))]
    .map((kind) => {
      const all = gaps.filter(({ kill }) => kill === kind).map(({ ms }) => ms / 1000);
      return `${kind.name} ${Math.max(...all).toFixed(1)} (${all.length} kills)`;
    })
    .join(', ');

const violationsOf = (run: Run, counts: AnswerCounts, found: LookUp, verified: { readonly code: number | null }) => {
  const { environment, gaps } = run;
  return {
    'lost writes': found.lost.length,
    'reads of less than was acknowledged': counts.stale,
    'chains that do not verify': found.brokenChains.length + (verified.code === 0 ? 0 : 1),
    'kills after which the cluster did not become whole': run.endedBy === null ? 0 : 1,
    'gaps that are too long': gaps.filter(({ kill, ms }) => ms > kill.gapLimitMs).length,
    '5xx but the documented 503': counts.failures + counts.noRetryAfter,
    'false 404': counts.false404,
    'requests without an answer': counts.cut + counts.refused,
    'exits of the service': environment.service.hasEnded() ? 1 : 0,
    'unhandled rejections': environment.service.lines().filter(({ event }) => event === 'surprise').length,
  };
};

const playCluster = async (programs: FailoverPrograms, order: HarnessOptions): Promise<Findings> => {
  const environment = await openFailover(programs);
  const client = newHttpClient();
  try {
    const random = randomOf(order.seed);
    const times = newWriteTimes();
    const ask = timed((asked) => client.ask(environment.service.url, asked), times);
    const load = startLoad(ask, environment.token, random, loadSize);
    const run: Run = {
      environment,
      load,
      times,
      random,
      gaps: [],
      endedBy: null,
    };
    try {
      await untilWriting(run, performance.now());
      await playAll(run, order);
    } finally {
      await load.stop();
      for (const example of load.counts.examples) order.say(example);
    }
    const found = await lookUp(load.ask, environment.token, load.counts, load.journal);
    const verified = await environment.verifyLedger();
    for (const one of [...found.lost.slice(0, 5), ...found.brokenChains.slice(0, 5)]) order.say(one);
    if (verified.code !== 0) order.say(`ledger verify: exit ${verified.code}: ${verified.printed.slice(-600)}`);
    const { counts } = load;
    return {
      performed: {
        kills: run.gaps.length,
        requests: counts.requests,
        acknowledged: counts.acknowledged,
        'told of the outage (503)': counts.unavailable,
        'other 4xx': counts.refusals,
        'people verified': load.verified(),
        'looked up': `${found.profiles} profiles, ${found.entries} entries, ${found.files} files`,
        'longest time without a write, s': gapsByKind(run.gaps),
        'slowest answer, ms': Math.round(counts.slowestMs),
      },
      violations: violationsOf(run, counts, found, verified),
    };
  } finally {
    client.close();
    await environment.close();
  }
};

export const failover: Harness = {
  name: 'failover',
  claim: 'what was acknowledged survives the death of any node of a PostgreSQL, and the service goes on by itself',
  run: async (order) => {
    const programs = findPrograms();
    if (typeof programs !== 'string') return playCluster(programs, order);
    order.say(`left out: ${programs}`);
    return { performed: { 'left out': programs }, violations: {} };
  },
};
