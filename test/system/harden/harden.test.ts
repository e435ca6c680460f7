import { expect } from 'chai';
import { violationsIn } from './harness.ts';
import { harnesses } from './harnesses.ts';

describe('the service under pressure, short run', () => {
  for (const { claim, name, run } of harnesses) {
    it(`${name}: ${claim}`, async function () {
      this.timeout(180_000);
      const findings = await run({ size: 'short', seed: 1, say: () => undefined });
      expect(violationsIn(findings)).to.deep.equal([]);
    });
  }
});
