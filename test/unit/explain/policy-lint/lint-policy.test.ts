import { standardPolicy } from '@portcullis/domain';
import { lintPolicy } from '@portcullis/explain';
import { expect } from 'chai';
import { aPolicyWith } from '../../../support/builders/policies.ts';
import { actionCases } from './lint-action-cases.ts';
import { warning } from './lint-case.ts';
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

  it('warns of a policy that accepts published specimens', () => {
    expect(lintPolicy(aPolicyWith('documents', { knownSpecimens: 'accept' }))).to.deep.equal([
      warning('/documents/knownSpecimens', 'accepts documents that everybody can download: only a sandbox should'),
    ]);
    expect(lintPolicy(aPolicyWith('documents', { knownSpecimens: 'review' }))).to.deep.equal([]);
  });

  for (const { sentence, policy, findings } of [...needCases, ...bandCases, ...actionCases]) {
    const [first] = findings;
    it(`for ${sentence} reports ${first ? `that ${first.pointer} ${first.message}` : 'nothing'}`, () => {
      expect(lintPolicy(policy)).to.deep.equal(findings);
    });
  }
});
