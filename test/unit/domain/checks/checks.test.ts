import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { runChecks } from '#domain/checks/decide';
import { aCase } from '../../../support/builders/evidence.ts';
import { type CheckCase, decidedAt, standard } from '../../../support/check-cases/check-case.ts';
import { everyCase } from '../../../support/check-cases/every-case.ts';
import { textOf } from '../../../support/repository/files.ts';

const folder = 'test/support/check-cases';

const answerOf = ({ expected, file, now = decidedAt, policy = standard }: CheckCase) =>
  runChecks(policy, file, now).find(({ name }) => name === expected.name);

describe('each check', () => {
  for (const one of everyCase) {
    it(`${one.expected.name}: ${one.sentence}`, () => {
      expect(answerOf(one)).to.deep.equal(one.expected);
    });
  }

  it('has the same result whether it is run with all others or alone', () => {
    for (const { expected, file, now = decidedAt, policy = standard } of everyCase) {
      const all = runChecks(policy, file, now);
      expect(runChecks(policy, file, now, [expected.name])).to.deep.equal(
        all.filter(({ name }) => name === expected.name),
      );
    }
  });

  it('is tested with the cases of every file of cases', () => {
    const text = textOf(`${folder}/every-case.ts`);
    const files = readdirSync(folder).filter((name) => name.endsWith('-cases.ts'));
    expect(files.length).to.be.at.least(12);
    expect(files.filter((name) => !text.includes(`'./${name}'`))).to.deep.equal([]);
  });

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
