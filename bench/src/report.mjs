// From numbers to tables, and to a file.
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median, percentile, rounded } from './statistics.mjs';

const results = fileURLToPath(new URL('../results/', import.meta.url));

const medianOf = (rounds, name) => median(rounds.map((round) => round[name]));

/** The numbers of a group: rates as medians of the rounds, ratios as medians of the rounds' own ratios. */
export const summary = (measured) =>
  measured.map(({ name, rounds }) => {
    const times = rounds.flatMap((round) => [...round.times]);
    const ratioToFirst = (of) => median(rounds.map((round, n) => measured[0].rounds[n][of] / round[of]));
    return {
      name,
      requests_per_second: rounded(medianOf(rounds, 'rate'), 0),
      p50_ms: rounded(percentile(times, 0.5), 2),
      p95_ms: rounded(percentile(times, 0.95), 2),
      p99_ms: rounded(percentile(times, 0.99), 2),
      processor_us: rounded(medianOf(rounds, 'processorUs'), 1),
      requests: times.length,
      rates: rounds.map(({ rate }) => rounded(rate, 0)),
      generator_share: rounded(medianOf(rounds, 'generatorShare'), 2),
      ratio_to_first: rounded(ratioToFirst('rate'), 3),
      p99_ratio_to_first: rounded(ratioToFirst('p99'), 2),
    };
  });

/** A line of a table: what it is of, and its numbers. */
export const row = (cells, width = 52) =>
  `  ${cells[0].padEnd(width)}${cells
    .slice(1)
    .map((cell) => ` ${String(cell).padStart(11)}`)
    .join('')}`;

export const printGroups = (groups) => {
  console.log(row(['', 'req/s', 'p50 ms', 'p95 ms', 'p99 ms', 'CPU us', 'ours / it']));
  for (const group of Object.values(groups)) {
    for (const [i, target] of group.entries()) {
      const { name, requests_per_second: rate, p50_ms: p50, p95_ms: p95, p99_ms: p99 } = target;
      const { processor_us: processor, ratio_to_first: ratio } = target;
      const title = i === 0 ? name : `  beside ${name}`;
      console.log(row([title, rate, p50, p95, p99, processor, i === 0 ? '' : ratio.toFixed(2)]));
    }
  }
};

/** What the numbers depend on. */
export const machine = () => ({
  cores: cpus().length,
  cpu: cpus()[0]?.model ?? 'unknown',
  node: process.version,
  load_average: loadavg().map((load) => rounded(load, 2)),
});

const processorTimes = () => {
  const all = cpus().flatMap(({ times }) => Object.entries(times));
  const sum = (entries) => entries.reduce((total, [, ms]) => total + ms, 0);
  return { idle: sum(all.filter(([name]) => name === 'idle')), total: sum(all) };
};

/**
 * How many cores other processes use, while this one only waits; the load average still has what the bench itself did
 * before.
 */
export const busyCores = async (ms) => {
  const before = processorTimes();
  await sleep(ms);
  const after = processorTimes();
  const idleShare = (after.idle - before.idle) / (after.total - before.total);
  return rounded(cpus().length * (1 - idleShare), 2);
};

/** Writes `bench/results/<time>.json` and returns its path. */
export const save = async (result) => {
  await mkdir(results, { recursive: true });
  const path = join(results, `${result.at.replaceAll(':', '').slice(0, 17)}.json`);
  await writeFile(path, `${JSON.stringify(result, null, 2)}\n`);
  return path;
};
