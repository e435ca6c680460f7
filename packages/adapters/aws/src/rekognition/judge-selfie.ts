import type { FaceComparison } from '@portcullis/domain/ports';
import { areaOf, type Face, largestOf } from './face-codecs.ts';

/** The requirements that a selfie must meet before it is compared. */
const selfieThresholds = {
  /** Below this confidence, in percent, a detection may not be a face. A second face counts only above it. */
  minConfidence: 90,
  /** From this share of the largest face's area on, another face counts as a second person and not as a passer-by. */
  minSecondFaceShare: 0.1,
  /** From this angle on, in degrees and in any direction, the face looks away. */
  maxAngle: 45,
  /** Sunglasses and coverings count from this confidence on, in percent. */
  minCoverConfidence: 90,
} as const;

const { minConfidence, minSecondFaceShare, maxAngle, minCoverConfidence } = selfieThresholds;

const isLookingAway = ({ Roll, Yaw, Pitch }: Face['Pose']): boolean =>
  [Roll, Yaw, Pitch].some((angle) => Math.abs(angle) >= maxAngle);

const isCertain = (sign: Face['Sunglasses']): boolean => sign?.Value === true && sign.Confidence >= minCoverConfidence;

const isPoorFace = (face: Face): boolean =>
  face.Confidence < minConfidence ||
  isLookingAway(face.Pose) ||
  isCertain(face.FaceOccluded) ||
  isCertain(face.Sunglasses);

/** Why the faces of a selfie cannot be compared; `null` when they can. */
export const checkSelfie = (faces: readonly Face[]): Exclude<FaceComparison['outcome'], 'compared'> | null => {
  const main = largestOf(faces);
  if (main === undefined) return 'no_face_in_selfie';
  const minArea = minSecondFaceShare * areaOf(main.BoundingBox);
  const others = faces.filter(
    (face) => face !== main && face.Confidence >= minConfidence && areaOf(face.BoundingBox) >= minArea,
  );
  if (others.length > 0) return 'several_faces_in_selfie';
  return isPoorFace(main) ? 'selfie_too_poor' : null;
};
