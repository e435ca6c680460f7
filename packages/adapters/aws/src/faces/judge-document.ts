import { areaOf, type Box, type ComparedFace, type Face, largestOf } from './face-codecs.ts';

/** What several faces on the photo of a document must be like to be one person's: a portrait and its ghosts. */
const documentRules = {
  /** From this on, in percent, it is a face. Engraved and printed portraits are far above it, patterns and half-seen holograms below. */
  surelyFace: 90,
  /**
   * From this share of the photo on, by area, a face counts. AWS promises to find 40 by 40 pixels of 1920 by 1080, which is eight
   * times as much: what could be compared always counts, specks of a hologram and fine print do not. It is no share of the largest
   * face, since whoever holds a stolen card beside his own face chooses how much smaller its portrait is.
   */
  leastShare: 0.0001,
  /** From this share on, of what two boxes cover together, they are around the same face: two answers may differ in a hair. */
  samePlace: 0.5,
  /**
   * From this similarity on two faces of one photo are one person's. A ghost is the portrait itself, printed once more, and only pale:
   * it is well above, strangers are near 0. Who is wrongly taken for another costs a review, the other way round a fraud.
   */
  samePerson: 50,
} as const;

const { surelyFace, leastShare, samePlace, samePerson } = documentRules;

/**
 * The faces that have to be one person's where there are several, the largest first: it is what is compared, however unsure it is,
 * and every other one that surely is a face counts against it.
 */
export const portraitsOf = (faces: readonly Face[]): readonly Face[] => {
  const main = largestOf(faces);
  const others = faces.filter(
    (face) => face !== main && face.Confidence >= surelyFace && areaOf(face.BoundingBox) >= leastShare,
  );
  return main === undefined ? [] : [main, ...others];
};

const sharedBy = (start: number, length: number, otherStart: number, otherLength: number): number =>
  Math.max(0, Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart));

/** 0 where two boxes do not touch, 1 where they are the same. */
const overlapOf = (one: Box, other: Box): number => {
  const shared =
    sharedBy(one.Left, one.Width, other.Left, other.Width) * sharedBy(one.Top, one.Height, other.Top, other.Height);
  return shared === 0 ? 0 : shared / (areaOf(one) + areaOf(other) - shared);
};

/** What was compared in the place of a face. By its score alone nobody could say which of the faces it is. */
const comparedAt = ({ BoundingBox }: Face, compared: readonly ComparedFace[]): ComparedFace | undefined => {
  const places = compared.map((face) => ({ face, overlap: overlapOf(BoundingBox, face.BoundingBox) }));
  return places.filter(({ overlap }) => overlap >= samePlace).sort((one, other) => other.overlap - one.overlap)[0]
    ?.face;
};

/**
 * Whether the portraits are one person's, by the comparison of their photo with itself. Each needs a place of its own in it: also the
 * largest, in which it is itself, and which would be missing, or alike to little, if something else had been taken for it.
 */
export const areOnePerson = (portraits: readonly Face[], compared: readonly ComparedFace[]): boolean => {
  const found = portraits.map((face) => comparedAt(face, compared));
  const isEach = new Set(found).size === portraits.length;
  return isEach && found.every((face) => face !== undefined && face.similarity >= samePerson);
};
