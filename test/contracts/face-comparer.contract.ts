import type { ScenarioName } from '@portcullis/adapter-memory';
import type { FaceComparer } from '@portcullis/domain';
import { faceBoxes } from '@portcullis/domain/documents';
import { expect } from 'chai';
import { judged } from '../support/builders/comparisons.ts';
import { tinyJpeg } from '../support/images/tiny-jpeg.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

/** Opens a comparer that finds what the scenario says. */
export type OpenFaceComparer = (scenario: ScenarioName) => FaceComparer;

const of = (profileId: string) => ({
  call: { profileId, attempt: 1 },
  reference: tinyJpeg(),
  /** This is another picture than the selfie, because a provider may treat two identical pictures specially. */
  document: new Uint8Array([...tinyJpeg(), 0]),
});
const one = of('abc000000000001');
const other = of('abc000000000002');
const alike = { outcome: 'compared', similarity: 98.2 };

/** Tests the guarantees of every FaceComparer. */
export const faceComparerContract = (name: string, open: OpenFaceComparer): void => {
  describe(`FaceComparer contract: ${name}`, () => {
    it('answers the similarity of two faces of the same person', async () => {
      expect(judged(await mustSucceed(open('approve').compare(one)))).to.deep.equal(alike);
    });

    it('answers similarities below every threshold too, and does not judge them', async () => {
      expect(judged(await mustSucceed(open('decline_face_mismatch').compare(one)))).to.deep.equal({
        outcome: 'compared',
        similarity: 12.7,
      });
      expect(judged(await mustSucceed(open('review_face_borderline').compare(one)))).to.deep.equal({
        outcome: 'compared',
        similarity: 84.6,
      });
    });

    it('does not compare with a document that shows several people', async () => {
      expect(await mustSucceed(open('review_two_people_on_document').compare(one))).to.deep.equal({
        outcome: 'several_people_on_document',
        similarity: null,
      });
    });

    it('says no place of a face that is off its picture, and none where nothing was compared', async () => {
      const { documentFace, referenceFace } = await mustSucceed(open('approve').compare(one));
      const boxes = { ...(documentFace && { documentFace }), ...(referenceFace && { referenceFace }) };
      expect(faceBoxes(boxes)).to.deep.equal(boxes);
      const several = await mustSucceed(open('review_two_people_on_document').compare(one));
      expect(several).to.not.have.any.keys('documentFace', 'referenceFace');
    });

    it('gives the same answer to repeated and to concurrent calls', async () => {
      const faces = open('approve');
      const both = await Promise.all([mustSucceed(faces.compare(one)), mustSucceed(faces.compare(one))]);
      expect([...both, await mustSucceed(faces.compare(one))].map(judged)).to.deep.equal([alike, alike, alike]);
    });

    it('answers Unavailable while it is down, and the similarity once it is up again', async () => {
      const faces = open('provider_down_then_up');
      const failure = await mustFail(faces.compare(one));
      expect(failure).to.include({ _tag: 'Unavailable', service: 'faces', kind: 'unavailable' });
      expect(judged(await mustSucceed(faces.compare(one)))).to.deep.equal(alike);
    });

    it('answers Unavailable to every caller as long as it is down', async () => {
      const faces = open('provider_down');
      for (const input of [one, other, one, one, other]) {
        expect(await mustFail(faces.compare(input))).to.include({ _tag: 'Unavailable', service: 'faces' });
      }
    });

    it('compares nothing until the task is run', async () => {
      const faces = open('provider_down_then_up');
      faces.compare(one);
      expect(await mustFail(faces.compare(one))).to.have.property('_tag', 'Unavailable');
    });
  });
};
