import { decide } from '@portcullis/domain';
import { expect } from 'chai';
import { aCase, aMatch, aResult } from '../../../support/builders/evidence.ts';
import { decidedAt, standard } from '../../../support/check-cases/check-case.ts';

describe('a score of a provider that is not on its scale', () => {
  for (const score of [1000, 100.1, -1])
    it(`is no answer: ${score}`, () => {
      const cases = [
        aCase({ instead: { liveness_result: [aResult({ confidence: score })] } }),
        aCase({ instead: { face_match: [aMatch({ similarity: score })] } }),
      ];
      for (const file of cases) {
        const { deciding, outcome } = decide(standard, file, decidedAt);
        expect([outcome, ...deciding]).to.deep.equal(['review', 'provider_response_invalid']);
      }
    });
});
