import { aProfile } from '@portcullis/contracts/builders';
import { comparedFaces } from '@portcullis/domain/profile';
import { expect } from 'chai';
import { aCase, aMatch } from '../../../support/builders/evidence.ts';

const box = { left: 0.135, top: 0.25, width: 0.13, height: 0.24 };
const outside = { ...box, left: 0.95 };
const files = { documentFileId: 'front0000000001', referenceFileId: 'refer0000000001' };

const facesOf = (...matches: readonly Parameters<typeof aMatch>[0][]) =>
  comparedFaces(aProfile({ evidence: aCase({ instead: { face_match: matches.map(aMatch) } }).evidence }));

describe('the places of the faces that were compared', () => {
  it('are those of the comparison that counts, the newest', () => {
    const older = { ...box, left: 0.2 };
    expect(facesOf({ documentFace: older }, { documentFace: box, referenceFace: older })).to.deep.equal([
      { ...files, documentFace: box, referenceFace: older },
    ]);
  });

  it('are none of a comparison with another picture', () => {
    expect(facesOf({ documentFace: box, documentFileId: 'front0000000000' })).to.deep.equal([]);
  });

  it('are none where nobody has said them, as in evidence from before they were kept', () => {
    expect(facesOf({})).to.deep.equal([]);
    expect(comparedFaces(aProfile({ evidence: [] }))).to.deep.equal([]);
  });

  it('leave out one that does not lie on its picture', () => {
    expect(facesOf({ documentFace: outside, referenceFace: box })).to.deep.equal([{ ...files, referenceFace: box }]);
    expect(facesOf({ documentFace: outside })).to.deep.equal([]);
  });
});
