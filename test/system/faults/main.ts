// `npm run faults -- [--short] [--deadline 1000]` runs the service as in production, under every fault of every vendor.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type FaultEnvironment, openFaultEnvironment } from './environment.ts';
import { type FaultCase, faultCases } from './matrix.ts';
import { routes } from './routes.ts';
import { allowedMiB, type CaseResult, runCase, violationsOf } from './run-case.ts';
import { isViolation, maxRequestsPerServed, type OutageLoad, runOutageLoads } from './vendor-outage-load.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const row = (...cells: readonly (string | number)[]): void => say(`| ${cells.join(' | ')} |`);

type Options = { readonly short: boolean; readonly deadlineMs: number };

const optionsOf = (args: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: { short: { type: 'boolean', default: false }, deadline: { type: 'string', default: '1000' } },
  });
  return { short: values.short, deadlineMs: Number(values.deadline) };
};

/** The time that the service itself may take besides waiting for a vendor. */
const graceMs = 100;

/** The circuits that the outage loads opened let a call through after ten seconds. */
const openMs = 10_500;

const control: readonly FaultCase[] = routes.map((route) => ({ route, fault: 'unknown_fields' }));

/**
 * Every case ends with its person finishing without the fault, and so with successful calls: no circuit opens between
 * the cases, and each of them meets its own fault.
 */
const runCases = async (environment: FaultEnvironment, cells: readonly FaultCase[]): Promise<readonly CaseResult[]> => {
  const all: CaseResult[] = [];
  for (const { fault, route } of cells) {
    const ran = await runCase(environment, route, fault);
    all.push(ran);
    const wrong = violationsOf(ran, environment);
    const verdict = wrong.length === 0 ? 'ok' : `**${wrong.join('; ')}**`;
    const measured = [Math.round(ran.ms), ran.grownMiB.toFixed(1), ran.runs] as const;
    row(route.vendor, route.name, route.operation, fault, ran.kind ?? '–', ran.receivedCode, ...measured, verdict);
  }
  return all;
};

const printSummary = (
  all: readonly CaseResult[],
  loads: readonly OutageLoad[],
  { deadlineMs }: FaultEnvironment,
): void => {
  const slowest = Math.max(...all.map(({ ms }) => ms)) - deadlineMs;
  const grown = Math.max(...all.map(({ grownMiB }) => grownMiB));
  const again = all.filter(({ runs }) => runs > 1).length;
  say('');
  say(`Slowest answer: ${slowest.toFixed(0)} ms after the deadline of ${deadlineMs} ms (allowed: ${graceMs}).`);
  say(`Largest rise of the memory in a cell: ${grown.toFixed(1)} MiB (allowed: ${allowedMiB}).`);
  say(`Cells that were run again because the first run was too slow or too large: ${again}.`);
  for (const { reached, served, vendor } of loads) {
    say(
      `While ${vendor} was down, ${served} requests were served and ${reached} reached it (allowed: ${maxRequestsPerServed} each).`,
    );
  }
};

const run = async (environment: FaultEnvironment, isShort: boolean): Promise<number> => {
  // Each request runs once without a fault, so that lazy modules are loaded and the heap has its size. A large photo
  // takes a hundred megabytes and more while it is decoded, and the allocator keeps much of that for the next one.
  for (const { fault, route } of control) if (!route.isLarge) await runCase(environment, route, fault);
  const beforeLarge = await environment.residentMiB();
  for (const { fault, route } of control) if (route.isLarge) await runCase(environment, route, fault);
  const atFirst = await environment.residentMiB();
  row('Vendor', 'Request', 'Operation', 'Fault', 'Kind', 'Told', 'ms', 'MiB', 'Runs', 'Verdict');
  row(...Array.from({ length: 10 }, () => '---'));
  const cells = await runCases(environment, faultCases(isShort));
  const atLast = await environment.residentMiB();
  const loads = await runOutageLoads(environment, isShort ? 50 : 200);
  await sleep(openMs);
  const afterwards = await runCases(environment, control);
  const all = [...cells, ...afterwards];
  printSummary(all, loads, environment);
  say(
    `Memory after each request once: ${beforeLarge.toFixed(0)} MiB, after those with a large photo: ${atFirst.toFixed(0)} MiB. A cell is told what remains of its own rise, not what a decode takes while it runs.`,
  );
  say(`Memory before all cells: ${atFirst.toFixed(0)} MiB, after them: ${atLast.toFixed(0)} MiB.`);
  const failed = all.filter((ran) => violationsOf(ran, environment).length > 0).length;
  const failedLoads = loads.filter(isViolation).length;
  say(
    `cells: ${all.length - failed} passed, ${failed} failed; storms: ${loads.length - failedLoads} passed, ${failedLoads} failed`,
  );
  return failed + failedLoads === 0 ? 0 : 1;
};

const { deadlineMs, short } = optionsOf(process.argv.slice(2));
const environment = await openFaultEnvironment(deadlineMs, graceMs);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void environment.close().finally(() => process.exit(130)));
}
try {
  process.exitCode = await run(environment, short);
} finally {
  await environment.close();
}
