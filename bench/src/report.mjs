// From numbers to a table, a verdict for each aim, and a file.
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, percentile, rounded } from './statistics.mjs';

const results = fileURLToPath(new URL('../results/', import.meta.url));

/** The numbers of a group: rates as medians of the rounds, ratios as medians of the rounds' own ratios. */
export const summary = (measured) =>
  measured.map(({ name, rates, times, processorUs }) => ({
    name,
    requests_per_second: rounded(median(rates), 0),
    p50_ms: rounded(percentile(times, 0.5), 2),
    p95_ms: rounded(percentile(times, 0.95), 2),
    p99_ms: rounded(percentile(times, 0.99), 2),
    processor_us: processorUs.length === 0 ? null : rounded(median(processorUs), 1),
    requests: times.length,
    rates: rates.map((rate) => rounded(rate, 0)),
    ratio_to_first: rounded(median(measured[0].rates.map((ours, round) => ours / rates[round])), 3),
  }));

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
      console.log(
        row([
          i === 0 ? name : `  beside ${name}`,
          rate,
          p50,
          p95,
          p99,
          processor ?? '?',
          i === 0 ? '' : ratio.toFixed(2),
        ]),
      );
    }
  }
};

const atLeast = (what, value, limit) => ({ what, value, aim: `>= ${limit}`, met: value >= limit });
const atMost = (what, value, limit, unit) => ({ what, value, aim: `<= ${limit} ${unit}`, met: value <= limit });

/** What the service is to keep, as ratios within one run where a ratio can be had. */
export const verdicts = ({ groups, createOverheadMs, idleMiB, startToReadyMs }) => [
  atLeast('token-checked route without the database / bare Koa', groups.checked[1].ratio_to_first, 0.7),
  atLeast("profile read / PocketBase's own", groups.read[1].ratio_to_first, 0.5),
  atMost('a created profile over its database writes, p50', createOverheadMs, 2, 'ms'),
  ...(idleMiB === null ? [] : [atMost('idle memory', idleMiB, 150, 'MiB')]),
  atMost('from start to ready, database up', startToReadyMs, 1500, 'ms'),
];

export const printVerdicts = (list) => {
  console.log(row(['', 'measured', 'aim', '']));
  for (const { what, value, aim, met } of list) console.log(row([what, value, aim, met ? 'met' : 'NOT MET']));
};

/** What the numbers depend on. */
export const machine = () => ({
  cores: cpus().length,
  cpu: cpus()[0]?.model ?? 'unknown',
  node: process.version,
  load_average: loadavg().map((load) => rounded(load, 2)),
});

/** Writes `bench/results/<time>.json` and returns its path. */
export const save = async (result) => {
  await mkdir(results, { recursive: true });
  const path = join(results, `${result.at.replaceAll(':', '').slice(0, 17)}.json`);
  await writeFile(path, `${JSON.stringify(result, null, 2)}\n`);
  return path;
};
