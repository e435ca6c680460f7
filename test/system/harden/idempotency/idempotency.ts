import { t } from '@portcullis/domain/kernel';
import { readBody } from '../../../support/clients/api-client.ts';
import { runs } from '../../../support/effort.ts';
import { between, randomOf } from '../../../support/generators/seeded-random.ts';
import { countOf } from '../../../support/servers/stored-tables.ts';
import { type ClusterEnvironment, openCluster } from '../cluster/environment.ts';
import { newHttpClient } from '../cluster/http-client.ts';
import { checkConsistency } from '../cluster/stored-rows.ts';
import { duplicateCreates } from '../crash/write-journal.ts';
import type { Findings, Harness, HarnessOptions, Size } from '../harness/harness.ts';
import { responseLimitMs } from '../harness/time-limits.ts';
import { analyzeOnce, type KeyedOperation, operationFor } from './operations.ts';
import { newRepeatCounters, type RepeatCounters, repeat } from './repeat.ts';

const keys: { readonly [S in Size]: number } = { short: runs(60, 10), full: 10_000, long: 40_000 };
const workers = 8;

/** The profile that a key must have written to, and how. */
type Expected = { readonly use: KeyedOperation; readonly profileId: string | null };

/** From 2 to 50 times, and rarely often. */
const repetitions = (random: () => number): number => 2 + Math.floor(48.999 * random() ** 6);

const sendAll = async (
  cluster: ClusterEnvironment,
  order: HarnessOptions,
  seen: RepeatCounters,
): Promise<readonly Expected[]> => {
  const urls = cluster.instances.map(({ url }) => url);
  const client = newHttpClient();
  const expected: Expected[] = [];
  // The document reader loads with its first use, which is not measured here.
  for (const url of urls) await analyzeOnce({ caller: client, url, token: cluster.token }, url);
  let next = 1;
  const worker = async (): Promise<void> => {
    while (next <= keys[order.size]) {
      const number = next;
      next += 1;
      const random = randomOf(order.seed * 1_000_003 + number);
      const url = urls[between(random, 0, urls.length - 1)] ?? '';
      const use = await operationFor(number, random, { caller: client, url, token: cluster.token });
      const given = { caller: client, urls, random, slowMs: responseLimitMs(order.size), seen };
      const profileId = await repeat(given, `key ${number} of ${order.seed}`, use, repetitions(random));
      expected.push({ use, profileId });
      if (number % 1000 === 0) order.say(`${number} keys, ${seen.requests} requests`);
    }
  };
  try {
    await Promise.all(Array.from({ length: workers }, worker));
  } finally {
    client.close();
  }
  return expected;
};

const EntryRow = t.type({ profile: t.string, data: t.type({ type: t.string }) });

/** Counts the entries of each type in the ledger of each profile. */
const entriesBy = async (cluster: ClusterEnvironment): Promise<ReadonlyMap<string, number>> => {
  const tables = await cluster.tables();
  const counts = new Map<string, number>();
  for (const row of await tables.rows('ledger')) {
    const { data, profile } = readBody(EntryRow, row);
    const place = `${profile} ${data.type}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return counts;
};

/** The entries that a second execution of a create would leave. */
const furtherTypes = ['profile.reused', 'flow.link_issued'];

const count = async (cluster: ClusterEnvironment, expected: readonly Expected[]) => {
  const tables = await cluster.tables();
  const entries = await entriesBy(cluster);
  let second = (await duplicateCreates(tables)).length;
  let without = 0;
  for (const { profileId, use } of expected) {
    const left = entries.get(`${profileId} ${use.leaves}`) ?? 0;
    if (left === 0) without += 1;
    const further = furtherTypes.filter((type) => type !== use.leaves);
    second +=
      Math.max(0, left - 1) + further.reduce((sum, type) => sum + (entries.get(`${profileId} ${type}`) ?? 0), 0);
  }
  return { second, without, kept: await countOf(tables, 'SELECT COUNT(*) FROM idempotency_keys') };
};

const run = async (order: HarnessOptions): Promise<Findings> => {
  const cluster = await openCluster(order.engine, 2);
  try {
    const seen = newRepeatCounters();
    const began = performance.now();
    const expected = await sendAll(cluster, order, seen);
    const seconds = (performance.now() - began) / 1000;
    for (const example of seen.examples) order.say(example);
    const stored = await count(cluster, expected);
    const finalState = await checkConsistency(await cluster.tables());
    await Promise.all(cluster.instances.map((instance) => instance.kill()));
    return {
      performed: {
        keys: expected.length,
        requests: seen.requests,
        replays: seen.replays,
        'answers while another was under way': seen.busy,
        'other requests refused': seen.refusedOthers,
        'requests a second': Math.round(seen.requests / seconds),
        'slowest answer, ms': Math.round(seen.slowestMs),
      },
      violations: {
        'second effects': stored.second,
        'keys without effect': stored.without,
        'keys not carried out exactly once': seen.notOnce,
        'answers that are not the same bytes': seen.differing,
        'wrong 409 or 422': seen.wrongRefusals,
        'keys too many or too few in the database': Math.abs(stored.kept - expected.length),
        'answers of 500 and more': seen.failures,
        'requests without an answer': seen.silences,
        'answers that took too long': seen.slow,
        'chains that do not verify': finalState.badChains,
        'profiles that differ from their ledger': finalState.differing,
        exits: cluster.mishaps.exits,
        'unhandled rejections': cluster.mishaps.unhandledRejections,
      },
    };
  } finally {
    await cluster.close();
  }
};

export const idempotency: Harness = {
  name: 'idempotency',
  claim: 'a request that is repeated under its key is carried out once, and answered alike every time',
  run,
};
