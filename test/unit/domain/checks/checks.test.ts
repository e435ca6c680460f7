import { runChecks } from '@portcullis/domain/checks';
import { expect } from 'chai';
import { aCase } from '../../../support/builders/evidence.ts';
import { barcodeCases } from '../../../support/check-cases/barcode-cases.ts';
import { type CheckCase, decidedAt, standard } from '../../../support/check-cases/check-case.ts';
import { claimCases } from '../../../support/check-cases/claim-cases.ts';
import { consistencyCases } from '../../../support/check-cases/consistency-cases.ts';
import { dateCases } from '../../../support/check-cases/date-cases.ts';
import { documentCases } from '../../../support/check-cases/document-cases.ts';
import { historyCases } from '../../../support/check-cases/history-cases.ts';
import { licenceCases } from '../../../support/check-cases/licence-cases.ts';
import { mrzComparisonCases } from '../../../support/check-cases/mrz-comparison-cases.ts';
import { personCases } from '../../../support/check-cases/person-cases.ts';
import { photoCases } from '../../../support/check-cases/photo-cases.ts';
import { repeatedCases } from '../../../support/check-cases/repeated-cases.ts';

const answerOf = ({ expected, file, now = decidedAt, policy = standard }: CheckCase) =>
  runChecks(policy, file, now).find(({ name }) => name === expected.name);

describe('each check', () => {
  for (const one of [
    ...documentCases,
    ...photoCases,
    ...barcodeCases,
    ...consistencyCases,
    ...mrzComparisonCases,
    ...claimCases,
    ...dateCases,
    ...licenceCases,
    ...personCases,
    ...repeatedCases,
    ...historyCases,
  ]) {
    it(`${one.expected.name}: ${one.sentence}`, () => {
      expect(answerOf(one)).to.deep.equal(one.expected);
    });
  }

  it('is run when the policy names it, in a fixed order, and not run when it does not', () => {
    const names = runChecks(standard, aCase(), decidedAt).map(({ name }) => name);
    expect(names).to.deep.equal([
      'document_quality',
      'document_type',
      'document_mrz',
      'document_barcode',
      'document_consistency',
      'document_expiry',
      'document_age',
      'document_authenticity',
      'claimed_data',
      'liveness',
      'face_match',
      'device',
      'duplicates',
      'velocity',
    ]);
    const one = { ...standard, checks: { face_match: 'required', document_mrz: 'optional' } } as const;
    const few = runChecks(one, aCase(), decidedAt);
    expect(few.map(({ name, requirement }) => [name, requirement])).to.deep.equal([
      ['document_mrz', 'optional'],
      ['face_match', 'required'],
    ]);
  });

  it('without evidence is not applicable', () => {
    const unwritten = { document_barcode: 'optional', duplicates: 'required', velocity: 'optional' } as const;
    const checks = runChecks({ ...standard, checks: unwritten }, aCase(), decidedAt);
    const blank = { status: 'not_applicable', reasons: [], evidence: [], observed_at: decidedAt };
    expect(checks).to.deep.equal([
      { name: 'document_barcode', requirement: 'optional', ...blank },
      { name: 'duplicates', requirement: 'required', ...blank },
      { name: 'velocity', requirement: 'optional', ...blank },
    ]);
  });
});
