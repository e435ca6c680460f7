import assert from 'node:assert/strict';
import type { FaceComparer } from '@portcullis/domain';
import { faceBoxes } from '@portcullis/domain/evidence';
import type { FaceComparison } from '@portcullis/domain/ports';
import { assertUnavailable, type Runner, reasonOf, resultOf } from '../shared/runner.ts';

type Play = { readonly comparison: FaceComparison; readonly failures: number | 'always' };

const alike = { outcome: 'compared', similarity: 98.2 } as const;
const compared = (similarity: number): Play => ({ comparison: { outcome: 'compared', similarity }, failures: 0 });
const several = { outcome: 'several_people_on_document', similarity: null } as const;

const plays = {
  approve: compared(98.2),
  decline_face_mismatch: compared(12.7),
  review_face_borderline: compared(84.6),
  review_two_people_on_document: { comparison: several, failures: 0 },
  provider_down_then_up: { comparison: alike, failures: 1 },
  provider_down: { comparison: alike, failures: 'always' },
} as const satisfies Readonly<Record<string, Play>>;

type Scenario = keyof typeof plays;

/**
 * Opens a comparer that finds this, after so many calls for a profile that failed. `scenario` is the name of the same
 * in the table of `@portcullis/adapter-memory`.
 */
export type OpenFaceComparer = (given: Play & { readonly scenario: Scenario }) => FaceComparer;

const judged = ({ outcome, similarity }: FaceComparison) => ({ outcome, similarity });

/** Tests the guarantees of every FaceComparer. `picture` is a photo of a person that the vendor's stand-in takes. */
export const faceComparerContract = (
  { describe, it }: Runner,
  name: string,
  openPlayed: OpenFaceComparer,
  picture: Uint8Array,
): void => {
  const open = (scenario: Scenario) => openPlayed({ ...plays[scenario], scenario });
  const of = (profileId: string) => ({
    call: { profileId, attempt: 1 },
    reference: picture,
    /** This is another picture than the selfie, because a provider may treat two identical pictures specially. */
    document: new Uint8Array([...picture, 0]),
  });
  const one = of('abc000000000001');
  const other = of('abc000000000002');

  describe(`FaceComparer contract: ${name}`, () => {
    it('answers the similarity of two faces of the same person', async () => {
      assert.deepEqual(judged(await resultOf(open('approve').compare(one))), alike);
    });

    it('answers similarities below every threshold too, and does not judge them', async () => {
      for (const scenario of ['decline_face_mismatch', 'review_face_borderline'] as const)
        assert.deepEqual(judged(await resultOf(open(scenario).compare(one))), plays[scenario].comparison);
    });

    it('does not compare with a document that shows several people', async () => {
      assert.deepEqual(await resultOf(open('review_two_people_on_document').compare(one)), several);
    });

    it('says no place of a face that is off its picture, and none where nothing was compared', async () => {
      const { documentFace, referenceFace } = await resultOf(open('approve').compare(one));
      const boxes = { ...(documentFace && { documentFace }), ...(referenceFace && { referenceFace }) };
      assert.deepEqual(faceBoxes(boxes), boxes);
    });

    it('gives the same answer to repeated and to concurrent calls', async () => {
      const faces = open('approve');
      const both = await Promise.all([resultOf(faces.compare(one)), resultOf(faces.compare(one))]);
      assert.deepEqual([...both, await resultOf(faces.compare(one))].map(judged), [alike, alike, alike]);
    });

    it('answers Unavailable while it is down, and the similarity once it is up again', async () => {
      const faces = open('provider_down_then_up');
      const failure = await reasonOf(faces.compare(one));
      assertUnavailable(failure, 'faces');
      assert.equal(failure.kind, 'unavailable');
      assert.deepEqual(judged(await resultOf(faces.compare(one))), alike);
    });

    it('answers Unavailable to every caller as long as it is down', async () => {
      const faces = open('provider_down');
      for (const input of [one, other, one, one, other])
        assertUnavailable(await reasonOf(faces.compare(input)), 'faces');
    });

    it('compares nothing until the task is run', async () => {
      const faces = open('provider_down_then_up');
      faces.compare(one);
      assertUnavailable(await reasonOf(faces.compare(one)), 'faces');
    });
  });
};
