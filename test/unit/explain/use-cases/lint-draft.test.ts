import { lintDraft, lintPolicy, lintPolicyInSteps } from '@portcullis/explain';
import { expect } from 'chai';
import { aProductionPolicy } from '../../../support/builders/policies.ts';

const lax = aProductionPolicy({ liveness: { pass: 5, attack: 1 }, sampling: 0.5 });

describe('the lint of a draft', () => {
  it('finds in steps what it finds at once, and lets others go on between them', async () => {
    let pauses = 0;
    const found = await lintPolicyInSteps(lax, async () => {
      pauses += 1;
    });
    expect(found).to.deep.equal(lintPolicy(lax));
    expect(found.length).to.be.greaterThan(0);
    expect(pauses).to.be.greaterThan(20);
  });

  it('examines the same document once, and again where that has failed', async () => {
    let [pauses, isBroken] = [0, true];
    const lint = lintDraft({
      pause: async () => {
        pauses += 1;
        if (isBroken) throw new Error('broken');
      },
    });
    expect(await lint(lax).catch(String)).to.equal('Error: broken');
    isBroken = false;
    const found = await lint(lax);
    const once = pauses;
    expect(await lint({ ...lax })).to.equal(found);
    expect(pauses).to.equal(once);
  });
});
