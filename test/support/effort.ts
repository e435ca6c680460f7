/**
 * How many cases the properties and the harnesses generate: `quick` is the test command, `full` is `npm run test:full`.
 * What they assert is the same.
 */
type Effort = 'quick' | 'full';

const readEffort = (value: string): Effort => {
  if (value !== 'quick' && value !== 'full') throw new Error(`TEST_EFFORT is quick or full, and not ${value}`);
  return value;
};

const effort: Effort = readEffort(process.env['TEST_EFFORT'] ?? 'quick');

/** Whether everything is tried, and not only what differs. */
export const isFullEffort = effort === 'full';

/** Fewer cases than this say little, whatever the property is. */
const fewest = 100;

/**
 * The number of cases to generate: all of them, or a twentieth in a quick run, where `quick` does not say otherwise.
 */
export const runs = (full: number, quick: number = Math.min(full, Math.max(fewest, Math.ceil(full / 20)))): number =>
  isFullEffort ? full : quick;

/** The part of `expected` that is to be found among `generated` cases, when all of the cases would be `full`. */
export const shareOf = (expected: number, generated: number, full: number): number =>
  Math.floor((expected * generated) / full);
