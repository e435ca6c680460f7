// Decides in which order test files run, and which of them run after the others.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const weightsFile = fileURLToPath(new URL('weights.json', import.meta.url));
/** Files that take less are not recorded. */
const leastSeconds = 0.5;

const isFull = process.env['TEST_EFFORT'] === 'full';

/**
 * Files that a full run has after all others, each with the reason. A quick run kills each process once, and holds its
 * answers to the limits that the other harnesses have beside other tests.
 */
const afterOthers = {
  'system/harden/crash/kills.test.ts':
    'holds every answer and every start to a limit of seconds while it kills processes',
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

const weights = () => JSON.parse(readFileSync(weightsFile, 'utf8'));

/** The longest files come first, so that no processor waits at the end for a file that began last. */
export const phasesOf = (files) => {
  const known = weights();
  const longestFirst = files.toSorted((a, b) => (known[b] ?? 0) - (known[a] ?? 0));
  const isLate = (file) => isFull && Object.hasOwn(afterOthers, file);
  return [
    { files: longestFirst.filter((file) => !isLate(file)), processes: processes() },
    { files: longestFirst.filter(isLate), processes: Math.min(lateProcesses, processes()) },
  ];
};

/** Writes down how long each file took, in seconds. */
export const recordWeights = (files) => {
  const taken = files
    .map(({ file, ms }) => [file, Math.round(ms / 100) / 10])
    .filter(([, seconds]) => seconds >= leastSeconds)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(weightsFile, `${JSON.stringify(Object.fromEntries(taken), null, 2)}\n`);
};
