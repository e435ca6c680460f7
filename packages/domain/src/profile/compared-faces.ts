import { currentEvidence } from '../evidence/current-evidence.ts';
import { type FaceBoxes, faceBoxes } from '../evidence/face-box.ts';
import type { FileId } from '../kernel/ids.ts';
import type { Profile } from './profile.ts';
import { decisionInput } from './requirements.ts';

/** Where the faces of one comparison are, on the picture of the document and on the selfie. */
export type ComparedFaces = FaceBoxes & { readonly documentFileId: FileId; readonly referenceFileId: FileId };

/**
 * The comparisons that count now and have at least one known place, that of the front first. A box that does not lie on
 * its picture is left out.
 */
export const comparedFaces = (profile: Profile): readonly ComparedFaces[] => {
  const { backFaceMatch, faceMatch } = currentEvidence(decisionInput(profile));
  return [faceMatch, backFaceMatch].flatMap((match) => {
    if (match === null) return [];
    const { documentFileId, referenceFileId } = match.value;
    const boxes = faceBoxes(match.value);
    const isKnown = boxes.documentFace !== undefined || boxes.referenceFace !== undefined;
    return isKnown ? [{ documentFileId, referenceFileId, ...boxes }] : [];
  });
};
