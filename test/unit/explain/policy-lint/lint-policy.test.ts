import { standardPolicy } from '@portcullis/domain';
import { lintPolicy } from '@portcullis/explain';
import { expect } from 'chai';
import { actionCases } from './lint-action-cases.ts';
import { needCases } from './lint-required-check-cases.ts';
import { bandCases } from './lint-threshold-cases.ts';

describe('the policy lint', () => {
  it('has no findings for the standard policy', () => {
    for (const specimens of [false, true]) {
      for (const livenessThreshold of [50, 75, 100]) {
        expect(lintPolicy(standardPolicy({ livenessThreshold, specimens }))).to.deep.equal([]);
      }
    }
  });

  for (const { sentence, policy, findings } of [...needCases, ...bandCases, ...actionCases]) {
    const [first] = findings;
    it(`for ${sentence} reports ${first ? `that ${first.pointer} ${first.message}` : 'nothing'}`, () => {
      expect(lintPolicy(policy)).to.deep.equal(findings);
    });
  }
});
