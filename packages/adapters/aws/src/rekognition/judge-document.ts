import { areaOf, type Box, type ComparedFace, type Face, largestOf } from './face-codecs.ts';

/**
 * The thresholds by which several faces on the photo of a document count as one person's: a portrait and its ghost
 * portraits.
 */
const documentThresholds = {
  /**
   * A detection counts as a face from this confidence on, in percent. Engraved and printed portraits are far above it;
   * patterns and half-visible holograms are below it.
   */
  minConfidence: 90,
  /**
   * A face counts from this share of the photo's area on. AWS promises to detect faces of 40 by 40 pixels on 1920 by
   * 1080, which is eight times as much: a face that could be compared always counts, and specks of a hologram and fine
   * print do not. The share is not relative to the largest face, because a person who holds a stolen card beside his
   * own face chooses how much smaller its portrait is.
   */
  minAreaShare: 0.0001,
  /**
   * Two boxes enclose the same face when their overlap is at least this share of the area that both cover together. The
   * boxes of two responses may differ slightly.
   */
  minOverlap: 0.5,
  /**
   * Two faces of one photo are one person's from this similarity on. A ghost portrait is a pale second print of the
   * portrait and scores well above it; strangers score near 0. When one person is taken for two, the price is a review;
   * when two are taken for one, it is a fraud.
   */
  minSimilarity: 50,
} as const;

const { minConfidence, minAreaShare, minOverlap, minSimilarity } = documentThresholds;

/**
 * The faces that must be one person's when there are several, the largest first. The largest face is the one that is
 * compared, whatever its confidence, and every other face above the threshold must agree with it.
 */
export const portraitsOf = (faces: readonly Face[]): readonly Face[] => {
  const main = largestOf(faces);
  const others = faces.filter(
    (face) => face !== main && face.Confidence >= minConfidence && areaOf(face.BoundingBox) >= minAreaShare,
  );
  return main === undefined ? [] : [main, ...others];
};

const intersectionLength = (start: number, length: number, otherStart: number, otherLength: number): number =>
  Math.max(0, Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart));

/** The overlap of two boxes: 0 when they do not touch, 1 when they are identical. */
const intersectionOverUnion = (one: Box, other: Box): number => {
  const intersection =
    intersectionLength(one.Left, one.Width, other.Left, other.Width) *
    intersectionLength(one.Top, one.Height, other.Top, other.Height);
  return intersection === 0 ? 0 : intersection / (areaOf(one) + areaOf(other) - intersection);
};

/**
 * Finds the compared face at the position of a detected face. The similarity alone does not tell which of the faces it
 * belongs to.
 */
const findByPosition = ({ BoundingBox }: Face, compared: readonly ComparedFace[]): ComparedFace | undefined => {
  const overlaps = compared.map((face) => ({ face, overlap: intersectionOverUnion(BoundingBox, face.BoundingBox) }));
  return overlaps.filter(({ overlap }) => overlap >= minOverlap).sort((one, other) => other.overlap - one.overlap)[0]
    ?.face;
};

/**
 * Whether the portraits are one person's, by the comparison of their photo with itself. Each portrait must match a
 * compared face of its own. This includes the largest, which matches itself; it would be missing, or have a low
 * similarity, if something else had been taken for it.
 */
export const isOnePerson = (portraits: readonly Face[], compared: readonly ComparedFace[]): boolean => {
  const matches = portraits.map((face) => findByPosition(face, compared));
  const areDistinct = new Set(matches).size === portraits.length;
  return areDistinct && matches.every((face) => face !== undefined && face.similarity >= minSimilarity);
};
