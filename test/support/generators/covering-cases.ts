import fc from 'fast-check';

/** So many times the cases that are asked for are generated at most. */
const mostRounds = 10;

/**
 * Asserts a property over `numRuns` cases, and over as many again until the cases have shown all that they must show.
 * A fixed number of random cases lacks a rare kind now and then. Where a generator makes a kind no more, `isCovered`
 * is still false at the end, which the caller asserts.
 */
export const assertUntilCovered = async <Values>(
  property: fc.IRawProperty<Values>,
  numRuns: number,
  isCovered: () => boolean,
): Promise<void> => {
  let rounds = 0;
  do {
    await fc.assert(property, { numRuns });
    rounds += 1;
  } while (!isCovered() && rounds < mostRounds);
};
