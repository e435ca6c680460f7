import type { FaceComparison } from '@portcullis/domain';
import { areaOf, type Face, largestOf } from './face-codecs.ts';

/** The requirements that a selfie must meet before it is compared. */
const selfieRules = {
  /** Below this confidence, in percent, a detection may not be a face. A second face counts only above it. */
  surelyFace: 90,
  /** From this share of the largest face's area on, another face counts as a second person and not as a passer-by. */
  secondShare: 0.1,
  /** From this angle on, in degrees and in any direction, the face looks away. */
  turned: 45,
  /** Sunglasses and coverings count from this confidence on, in percent. */
  surelyCovered: 90,
} as const;

const { surelyFace, secondShare, turned, surelyCovered } = selfieRules;

const isTurned = ({ Roll, Yaw, Pitch }: Face['Pose']): boolean =>
  [Roll, Yaw, Pitch].some((angle) => Math.abs(angle) >= turned);

const isSure = (sign: Face['Sunglasses']): boolean => sign?.Value === true && sign.Confidence >= surelyCovered;

const isPoor = (face: Face): boolean =>
  face.Confidence < surelyFace || isTurned(face.Pose) || isSure(face.FaceOccluded) || isSure(face.Sunglasses);

/** Why the faces of a selfie cannot be compared; `null` when they can. */
export const judgeSelfie = (faces: readonly Face[]): Exclude<FaceComparison['outcome'], 'compared'> | null => {
  const main = largestOf(faces);
  if (main === undefined) return 'no_face_in_selfie';
  const least = secondShare * areaOf(main.BoundingBox);
  const others = faces.filter(
    (face) => face !== main && face.Confidence >= surelyFace && areaOf(face.BoundingBox) >= least,
  );
  if (others.length > 0) return 'several_faces_in_selfie';
  return isPoor(main) ? 'selfie_too_poor' : null;
};
