import { decide } from '@portcullis/domain';
import type { FaceMatchEvidence } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import { aCase, aMatch } from '../../../support/builders/evidence.ts';
import { decidedAt, standard } from '../../../support/check-cases/check-case.ts';

const policy = {
  ...standard,
  faceMatch: { pass: 90, review: 80, models: { 'acme-3': { pass: 40, review: 30 } } },
};

const decidedUnder = (under: typeof standard, ...over: readonly Partial<FaceMatchEvidence>[]) => {
  const { deciding, outcome } = decide(under, aCase({ instead: { face_match: over.map(aMatch) } }), decidedAt);
  return [outcome, ...deciding];
};

describe('the model that compared the faces', () => {
  it('is judged by its own thresholds, and a comparison without a name by those of AWS', () => {
    expect(decidedUnder(policy, { model: 'acme-3', similarity: 40 })).to.deep.equal(['approve']);
    expect(decidedUnder(policy, { model: 'acme-3', similarity: 39 })).to.deep.equal([
      'review',
      'face_match_borderline',
    ]);
    expect(decidedUnder(policy, { model: 'acme-3', similarity: 29 })).to.deep.equal(['decline', 'face_mismatch']);
    expect(decidedUnder(policy, { similarity: 40 })).to.deep.equal(['decline', 'face_mismatch']);
    expect(decidedUnder(policy, { similarity: 90 })).to.deep.equal(['approve']);
  });

  it('lets nobody pass whose policy has no thresholds for it, however high its score', () => {
    const reviewed = ['review', 'provider_response_invalid'];
    for (const model of ['acme-4', 'constructor'])
      expect(decidedUnder(policy, { model, similarity: 100 })).to.deep.equal(reviewed);
    expect(decidedUnder(standard, { model: 'acme-3', similarity: 100 })).to.deep.equal(reviewed);
  });

  it('does not count for what the document or the selfie lacks', () => {
    const faceless = { model: 'acme-4', outcome: 'no_face_on_document', similarity: null } as const;
    expect(decidedUnder(standard, faceless)).to.deep.equal(['retry', 'document_portrait_missing']);
  });
});
