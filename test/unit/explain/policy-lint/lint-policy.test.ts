import { standardPolicy } from '@portcullis/domain';
import { lintPolicy } from '@portcullis/explain';
import { expect } from 'chai';
import { aPolicyWith } from '../../../support/builders/policies.ts';
import { actionCases } from './lint-action-cases.ts';
import { warning } from './lint-case.ts';
import { halvesOfProof, pathCases } from './lint-path-cases.ts';
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

  it('takes halves of a proof in two paths for none', () => {
    const errors = lintPolicy(halvesOfProof).filter(({ level }) => level === 'error');
    const missing = errors.filter(({ message }) => message.includes('must be required'));
    expect(missing.map(({ pointer }) => pointer)).to.deep.equal([
      '/paths/0/checks/liveness',
      '/paths/0/checks/face_match',
      '/paths/1/checks',
      '/paths/1/checks/document_consistency',
      '/paths/1/checks/document_expiry',
    ]);
    const approved = errors.filter(({ message }) => message.endsWith('is approved')).map(({ message }) => message);
    expect(approved).to.include('a case without liveness is approved');
    expect(approved).to.include('a case with a wrong check digit is approved');
  });

  for (const { sentence, policy, findings } of [...needCases, ...bandCases, ...actionCases, ...pathCases]) {
    const [first] = findings;
    it(`for ${sentence} reports ${first ? `that ${first.pointer} ${first.message}` : 'nothing'}`, () => {
      expect(lintPolicy(policy)).to.deep.equal(findings);
    });
  }
});
