// Decides in which order test files run, and which of them run after the others.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const weightsFile = fileURLToPath(new URL('weights.json', import.meta.url));
/** Files that take less are not recorded. */
const leastSeconds = 0.5;

const isFull = process.env['TEST_EFFORT'] === 'full';

/**
 * Files and folders that `npm test` leaves to `npm run test:full`, each with what stays in a quick run. They are run
 * where somebody names them.
 */
export const fullRunsOnly = {
  'adapters/local-reader/frames.test.ts': 'the votes of frames over readings, and a photo that is read',
  'adapters/postgres/contention.test.ts': 'the contracts of the driver, over PostgreSQL',
  'adapters/postgres/used-up-connections.test.ts': 'the codes of PostgreSQL and their sentences',
  'properties/path-attacks.test.ts': 'the attack cases of the lint, over each path and each two of its own policies',
  'contracts/pgbouncer.test.ts': 'the same contracts over PostgreSQL itself',
  'service/outage-volume.test.ts': 'every outage of the table, and the circuit breaker',
  'system/bench/bench.test.ts': 'the statistics and the budgets of the bench',
  'system/bench/other-build.test.ts': 'the statistics and the budgets of the bench',
  'system/cli/copy-command.test.ts': 'the copy of records, over the stores',
  'system/cli/listen.test.ts': 'each of the two commands, before a feed of its own',
  'system/e2e/journey-licence.test.ts': 'a licence over the use cases, and a passport over a whole service',
  'system/e2e/sandbox-people.test.ts': 'the same scenarios over stores in memory, and the sandbox',
  'system/e2e/sandbox-postgres.test.ts': 'the sandbox over PocketBase',
  'system/harden/access/tenants.test.ts':
    'the contracts of stores by tenant, access-matrix over routes, and the search for reads without a tenant',
  'system/harden/crash/backend-kills.test.ts': 'a service that process/stop kills, and requests whose process died',
  'system/harden/crash/database-kills.test.ts': 'calls to databases that end, restart or do not answer',
  'system/harden/events/events.test.ts': 'the contracts of feeds, and webhooks of several instances',
  'system/harden/hostile/hostile.test.ts': 'requests with faults, hostile pictures, and the rules of answers',
  'system/harden/idempotency/idempotency.test.ts': 'the contract of repeated requests, over every store',
  'system/harden/postgres.test.ts': 'the contracts of both engines',
  'system/harden/pressure/pressure.test.ts': 'the memory of downloads, lists and pictures',
  'system/harden/stops.test.ts': 'what a stop of the service leaves',
  'system/harden/thief/thief.test.ts':
    'the contracts of sealed and contradicting rows, and the verification of ledgers',
  'system/page/device-agent.test.ts': 'the device event of the page, over a stub of the agent',
  'system/upgrade/upgrade.test.ts': 'a restart in the middle of a journey, and the folder of another build',
};

/** The files of a run: all of them where somebody names some, or in a full run. */
export const filesOfRun = (files, isNamed) =>
  isNamed || isFull ? files : files.filter((file) => !Object.hasOwn(fullRunsOnly, file));

/** Files that a full run has after all others, each with the reason. */
const afterOthers = {
  'system/harden/crash/backend-kills.test.ts':
    'holds every answer and every start to a limit of seconds while it kills the service',
  'system/harden/crash/database-kills.test.ts': 'holds answers to a limit of seconds while it kills a database',
  'system/harden/postgres.test.ts': 'holds answers to a limit of seconds while it kills a database',
  'system/harden/pressure/pressure.test.ts': 'measures the memory of the service',
};

/**
 * Tests wait for other processes for a part of their time, so more than there are processors keep all of them busy. In
 * a full run they mostly calculate, some for minutes, and would only keep each other from ending in time.
 */
const spareProcesses = isFull ? 1 : 5;
const processes = () => Number(process.env['TEST_PROCESSES'] ?? availableParallelism() + spareProcesses);
/** They wait for most of their time, and hold other programs to limits that leave room for as many. */
const lateProcesses = 3;

/** The rules over the repository read and parse the same sources, which a process does once. */
const isRuleOfSources = (file) => /^architecture\/[^/]+$/.test(file);

const weights = () => JSON.parse(readFileSync(weightsFile, 'utf8'));

/**
 * The longest files come first, so that no processor waits at the end for a file that began last. A file without a
 * weight is short, or is new and may be long, so that it comes before them. The files of a list run in one process.
 */
export const phasesOf = (files) => {
  const known = weights();
  const weightOf = (file) => known[file] ?? Number.POSITIVE_INFINITY;
  // Infinity less itself is no number.
  const longestFirst = files.toSorted((a, b) => weightOf(b) - weightOf(a) || 0);
  const isLate = (file) => isFull && Object.hasOwn(afterOthers, file);
  const rules = longestFirst.filter(isRuleOfSources);
  const others = longestFirst.filter((file) => !isRuleOfSources(file));
  const first = others.filter((file) => !isLate(file));
  return [
    { files: rules.length > 0 ? [rules, ...first] : first, processes: processes() },
    { files: others.filter(isLate), processes: Math.min(lateProcesses, processes()) },
  ];
};

/** Writes down how long each file took, in seconds. */
export const recordWeights = (files) => {
  const taken = files
    .map(({ file, ms }) => [file, Math.round(ms / 100) / 10])
    .filter(([, seconds]) => seconds >= leastSeconds)
    .concat(Object.entries(weights()).filter(([file]) => !isFull && Object.hasOwn(fullRunsOnly, file)))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(weightsFile, `${JSON.stringify(Object.fromEntries(taken), null, 2)}\n`);
};
