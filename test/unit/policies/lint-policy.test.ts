import { lintPolicy, standardPolicy } from '@portcullis/domain';
import { expect } from 'chai';
import { lintCases } from './lint-cases.ts';

describe('the lint of a policy', () => {
  it('has nothing to say of the standard policy', () => {
    for (const specimens of [false, true]) {
      for (const livenessThreshold of [50, 75, 100]) {
        expect(lintPolicy(standardPolicy({ livenessThreshold, specimens }))).to.deep.equal([]);
      }
    }
  });

  for (const { sentence, policy, findings } of lintCases) {
    const [first] = findings;
    it(`says of ${sentence} ${first ? `that ${first.pointer} ${first.message}` : 'nothing'}`, () => {
      expect(lintPolicy(policy)).to.deep.equal(findings);
    });
  }
});
