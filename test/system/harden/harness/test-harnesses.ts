import { expect } from 'chai';
import { isFullEffort } from '../../../support/effort.ts';
import { type Harness, violationsIn } from './harness.ts';

/**
 * Harnesses of faults that mostly wait: a quick run plays the clocks alone, and each of the other faults is played by
 * the tests of what notices it.
 */
const inFullRunsOnly: readonly string[] = ['connections', 'database-states', 'descriptors', 'failover', 'restarts'];

const isPlayed = (name: string): boolean => isFullEffort || !inFullRunsOnly.includes(name);

/** Runs some harnesses in their short form. Every harness is handed in by exactly one test file. */
export const testHarnesses = (...harnesses: readonly Harness[]): void => {
  describe('the service under pressure, short run', () => {
    for (const { claim, name, run } of harnesses.filter((harness) => isPlayed(harness.name))) {
      it(`${name}: ${claim}`, async function () {
        this.timeout(180_000);
        const said: string[] = [];
        const findings = await run({ size: 'short', seed: 1, say: (line) => said.push(line) });
        expect(violationsIn(findings), said.join('\n')).to.deep.equal([]);
      });
    }
  });
};
