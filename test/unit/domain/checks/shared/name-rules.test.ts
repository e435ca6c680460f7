import { expect } from 'chai';
import { runChecks } from '#domain/checks/decide';
import { decidedAt, standard } from '../../../../support/check-cases/check-case.ts';
import { everyNameCase } from '../../../../support/check-cases/name-cases.ts';

describe('the names of a document', () => {
  for (const { expected, file, policy = standard, sentence } of everyNameCase) {
    it(`${expected.name}: ${sentence}`, () => {
      const [result] = runChecks(policy, file, decidedAt, [expected.name]);
      expect(result).to.deep.equal(expected);
    });
  }
});
