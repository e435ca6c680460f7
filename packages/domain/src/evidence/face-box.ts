/** Where a face is on a picture: fractions of the picture's width and height, counted from its upper left corner. */
export type FaceBox = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/** Places are kept to a ten-thousandth: less than a pixel of the largest picture that is compared. */
const parts = 10_000;

/** One side of a box in whole parts; `null` where it does not lie on the picture. */
const extent = (start: number, length: number): readonly [start: number, length: number] | null => {
  if (!(start >= 0 && length > 0 && start + length <= 1)) return null;
  const first = Math.round(start * parts);
  const size = Math.min(Math.round(length * parts), parts - first);
  return size > 0 ? [first / parts, size / parts] : null;
};

/** A box with four digits; `null` where it does not lie on the picture as a whole, because nothing is cut out then. */
export const faceBox = ({ height, left, top, width }: FaceBox): FaceBox | null => {
  const across = extent(left, width);
  const down = extent(top, height);
  return across && down && { left: across[0], top: down[0], width: across[1], height: down[1] };
};

/** The boxes of a comparison, each where it is known. */
export type FaceBoxes = {
  /** The face of the document that was compared, on its picture. */
  readonly documentFace?: FaceBox;
  /** The face of the selfie that was compared, on its picture. */
  readonly referenceFace?: FaceBox;
};

/** The boxes that lie on their pictures. */
export const faceBoxes = ({ documentFace, referenceFace }: FaceBoxes): FaceBoxes => {
  const ofDocument = documentFace && faceBox(documentFace);
  const ofReference = referenceFace && faceBox(referenceFace);
  return { ...(ofDocument && { documentFace: ofDocument }), ...(ofReference && { referenceFace: ofReference }) };
};
