import { setTimeout as sleep } from 'node:timers/promises';
import { memoryRecords } from '@portcullis/adapter-memory';
import { mapConcurrent } from '@portcullis/domain/kernel';
import { keyringInProduction } from '../../support/builders/keyrings.ts';
import { fakeClock } from '../../support/clock/fake-clock.ts';
import { runs } from '../../support/effort.ts';
import { storesOn } from '../../support/records/stores-over.ts';
import { mustSucceed } from '../../support/run.ts';
import { countOf } from '../../support/servers/stored-tables.ts';
import { aService, create } from '../../support/services/memory-service.ts';
import { type ClusterEnvironment, type Instance, openCluster } from './cluster/environment.ts';
import { checkConsistency, entriesOf } from './cluster/stored-rows.ts';
import type { Findings, Harness, HarnessOptions, Size } from './harness/harness.ts';

/** The instances, the profiles that are due at once, and whether the instance that goes is killed or stopped. */
const scales: {
  readonly [S in Size]: { readonly instances: number; readonly profiles: number; readonly kill: boolean };
} = {
  short: { instances: runs(3, 2), profiles: runs(120, 30), kill: false },
  full: { instances: 5, profiles: 600, kill: true },
  long: { instances: 10, profiles: 1500, kill: true },
};

const shards = 16;
const weekMs = 7 * 86_400_000;
/** The lease of a killed instance ends after half a minute; what it had is swept within some seconds then. */
const limitMs = 120_000;

const metricsOf = async ({ managementUrl }: Instance): Promise<string> =>
  (await fetch(`${managementUrl}/metrics`)).text();

const numberIn = (metrics: string, line: RegExp): number => Number(line.exec(metrics)?.[1] ?? 0);

const sharesOf = async (instance: Instance): Promise<number> =>
  numberIn(await metricsOf(instance), /^portcullis_sweep_shards (\d+)$/m);

/** How often an instance has tried to change a profile, those times included at which another one was faster. */
const changesOf = async (instance: Instance): Promise<number> =>
  numberIn(
    await metricsOf(instance),
    /^portcullis_port_call_duration_seconds_count\{[^}]*operation="commit"[^}]*\} (\d+)$/m,
  );

/** How many calls of an instance to the database had no answer in time, after which a change is tried again. */
const failuresOf = async (instance: Instance): Promise<number> => {
  const lines = (await metricsOf(instance)).matchAll(/^portcullis_port_call_failures_total\{[^}]*\} (\d+)$/gm);
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
};

/** The holder and the generation of each seat, by its number. */
const seatsOf = async (cluster: ClusterEnvironment): Promise<readonly string[]> => {
  const rows = await (await cluster.tables()).rows('webhook_shards');
  return rows
    .filter((row) => Number(row['shard']) >= 32)
    .toSorted((a, b) => Number(a['shard']) - Number(b['shard']))
    .map((row) => `${row['shard']} ${row['holder']} ${row['generation']}`);
};

/**
 * Sees whether a machine with much other work has kept an instance from its lease, or from the database: then it was
 * right that another one took its part. Answers how often that was so, beyond the seats that were to change hands.
 */
const watchStalls = async (cluster: ClusterEnvironment, instances: readonly Instance[]) => {
  const seats = await seatsOf(cluster);
  const failures = await sumOf(instances, failuresOf);
  return async (expected: number): Promise<number> => {
    const changed = (await seatsOf(cluster)).filter((seat) => !seats.includes(seat)).length;
    return Math.max(0, changed - expected) + (await sumOf(instances, failuresOf)) - failures;
  };
};

const sumOf = async (instances: readonly Instance[], read: (one: Instance) => Promise<number>): Promise<number> =>
  (await Promise.all(instances.map(read))).reduce((sum, one) => sum + one, 0);

/** Polls until it is so, and answers after how many milliseconds; throws when it takes too long. */
const until = async (what: string, isSo: () => Promise<boolean>): Promise<number> => {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > limitMs) throw new Error(`${what}: not within ${limitMs / 1000} seconds`);
    await sleep(100);
  }
  return Math.round(performance.now() - began);
};

/** Waits until each of these instances has some shards, and all of them together every shard. */
const untilDivided = (instances: readonly Instance[]): Promise<number> =>
  until('the shards are divided', async () => {
    const counts = await Promise.all(instances.map(sharesOf));
    return Math.min(...counts) > 0 && counts.reduce((sum, one) => sum + one, 0) === shards;
  });

/** Stores profiles that nobody has opened within their week, and answers their ids. */
const storeExpired = async (cluster: ClusterEnvironment, count: number): Promise<readonly string[]> => {
  const stores = storesOn(cluster.database.driver(), keyringInProduction);
  const clock = fakeClock(new Date(Date.now() - weekMs - 3_600_000).toISOString());
  const service = aService(
    { seed: `${performance.now()}`, profiles: () => stores.profiles, files: () => stores.files },
    memoryRecords(),
    clock,
  );
  const references = Array.from({ length: count }, (_, n) => `due-${clock.now()}-${n}`);
  const created = await mapConcurrent(references, async (reference) => mustSucceed(create(service, { reference })));
  return created.map(({ view }) => view.profile.id);
};

/** How often these profiles have expired, by their ledgers. */
const expiries = async (cluster: ClusterEnvironment, ids: readonly string[]): Promise<readonly number[]> => {
  const ledgers = await entriesOf(await cluster.tables(), ids);
  return ids.map((id) => (ledgers.get(id) ?? []).filter(({ type }) => type === 'expired').length);
};

const untilExpired = (cluster: ClusterEnvironment, ids: readonly string[]): Promise<number> =>
  until('all have expired', async () => {
    const open = await countOf(await cluster.tables(), "SELECT COUNT(*) FROM profiles WHERE status = 'created'");
    return open === 0 && (await expiries(cluster, ids)).every((times) => times > 0);
  });

const play = async (cluster: ClusterEnvironment, { say, size }: HarnessOptions): Promise<Findings> => {
  const { kill, profiles } = scales[size];
  const { instances } = cluster;
  const [victim, ...others] = instances;
  if (victim === undefined) throw new Error('there is no instance');
  const dividedMs = await untilDivided(instances);
  const stallsOfAll = await watchStalls(cluster, instances);
  const first = await storeExpired(cluster, profiles);
  const firstMs = await untilExpired(cluster, first);
  const tried = await sumOf(instances, changesOf);
  const stalls = await stallsOfAll(0);
  say(`${profiles} profiles after ${firstMs} ms, by ${tried} changes`);
  const triedByOthers = await sumOf(others, changesOf);
  const triedByVictim = await changesOf(victim);
  const stallsOfOthers = await watchStalls(cluster, others);
  const storing = storeExpired(cluster, profiles);
  await until('the one that goes is in the middle', async () => (await changesOf(victim)) > triedByVictim);
  await (kill ? victim.kill() : victim.stop());
  const second = await storing;
  const secondMs = await untilExpired(cluster, second);
  const takenMs = await untilDivided(others);
  const triedAfter = (await sumOf(others, changesOf)) - triedByOthers;
  const stallsAfter = await stallsOfOthers(1);
  say(`${profiles} more after ${secondMs} ms, by ${triedAfter} changes of the others`);
  await victim.start();
  const givenMs = await untilDivided(instances);
  const times = await expiries(cluster, [...first, ...second]);
  const finalState = await checkConsistency(await cluster.tables());
  return {
    performed: {
      instances: instances.length,
      profiles: times.length,
      'shards divided after, ms': dividedMs,
      'shards of the one that went taken, ms': takenMs,
      'shards given to it again, ms': givenMs,
      'stalls of the machine': stalls + stallsAfter,
      'chains walked': finalState.profiles,
    },
    violations: {
      'changes that were tried twice': stalls > 0 ? 0 : tried - profiles,
      'changes of the others that were tried twice': stallsAfter > 0 ? 0 : Math.max(0, triedAfter - profiles),
      'profiles that have not expired once': times.filter((count) => count !== 1).length,
      'chains that do not verify': finalState.badChains,
      'profiles that differ from their ledger': finalState.differing,
      'exits of their own': cluster.mishaps.exits,
      'unhandled rejections': cluster.mishaps.unhandledRejections,
    },
  };
};

const run = async (order: HarnessOptions): Promise<Findings> => {
  const cluster = await openCluster(order.engine, scales[order.size].instances, { STOP_DRAIN_SECONDS: '1' });
  try {
    return await play(cluster, order);
  } finally {
    await cluster.close();
  }
};

export const sweeps: Harness = {
  name: 'sweeps',
  claim:
    'several instances do the work by time of one, each profile once, and one that goes leaves its part to the others',
  run,
};
