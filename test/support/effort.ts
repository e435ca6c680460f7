/**
 * How many cases the properties and the harnesses generate: `quick` is the test command, `full` is `npm run test:full`.
 * Their assertions are the same.
 */
type Effort = 'quick' | 'full';

const readEffort = (value: string): Effort => {
  if (value !== 'quick' && value !== 'full') throw new Error(`TEST_EFFORT is quick or full, and not ${value}`);
  return value;
};

const effort: Effort = readEffort(process.env['TEST_EFFORT'] ?? 'quick');

/** Whether everything is tried, and not only what differs. */
export const isFullEffort = effort === 'full';

/**
 * Defines a test that a full run has alone: a way through a whole program, such as a browser, when another test of a
 * quick run tries each step.
 */
export const inFull = (title: string, test: () => Promise<void>): void => {
  const define = it;
  if (isFullEffort) define(title, test);
};

/** The least number of cases where a test does not name its own for a quick run. */
const fewest = 100;

/**
 * The number of cases to generate: all of them in a full run. In a quick run it is `quick`, or else a twentieth of them
 * and at least a hundred.
 */
export const runs = (full: number, quick: number = Math.min(full, Math.max(fewest, Math.ceil(full / 20)))): number =>
  isFullEffort ? full : quick;

/** A guard this many standard deviations away from what is expected fails by chance once in a thousand million runs. */
const deviations = 6;

/**
 * All of these cases, or so many of them in a quick run: from the first to the last, evenly. It is for cases of one
 * kind; cases of another kind are not left out.
 */
export const someOf = <Case>(all: readonly Case[], quick: number): readonly Case[] => {
  if (isFullEffort || quick >= all.length) return all;
  const step = quick > 1 ? (all.length - 1) / (quick - 1) : 0;
  const taken = new Set(Array.from({ length: quick }, (_, n) => Math.round(n * step)));
  return all.filter((_, n) => taken.has(n));
};

/** The part of `expected` among `generated` cases, when all of the cases are `full`, and how far chance moves it. */
const share = (expected: number, generated: number, full: number) => {
  const mean = (expected * generated) / full;
  return { mean, spread: deviations * Math.sqrt(mean) };
};

/**
 * The fewest of the generated cases that a property is to find, where `expected` of `full` cases are so on average:
 * chance alone does not go below it, and it is at least 1, as a property over no case proves nothing.
 */
export const leastOf = (expected: number, generated: number, full: number): number => {
  const { mean, spread } = share(expected, generated, full);
  return Math.max(1, Math.floor(mean - spread));
};

/** The most of the generated cases that a property is to find, where `expected` of `full` cases are so on average. */
export const mostOf = (expected: number, generated: number, full: number): number => {
  const { mean, spread } = share(expected, generated, full);
  return Math.ceil(mean + spread);
};
