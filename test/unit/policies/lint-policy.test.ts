import { lintPolicy, standardPolicy } from '@portcullis/domain';
import { expect } from 'chai';
import { actionCases } from './lint-action-cases.ts';
import { bandCases } from './lint-band-cases.ts';
import { needCases } from './lint-need-cases.ts';

describe('the lint of a policy', () => {
  it('has nothing to say of the standard policy', () => {
    for (const specimens of [false, true]) {
      for (const livenessThreshold of [50, 75, 100]) {
        expect(lintPolicy(standardPolicy({ livenessThreshold, specimens }))).to.deep.equal([]);
      }
    }
  });

  for (const { sentence, policy, findings } of [...needCases, ...bandCases, ...actionCases]) {
    const [first] = findings;
    it(`says of ${sentence} ${first ? `that ${first.pointer} ${first.message}` : 'nothing'}`, () => {
      expect(lintPolicy(policy)).to.deep.equal(findings);
    });
  }
});
