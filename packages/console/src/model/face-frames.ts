import type { FaceBox, Profile } from './wire.ts';

/** The shown area of a picture, and the marked face on it. */
export type Framing = { readonly area: FaceBox; readonly face: FaceBox | null };

/** A whole picture. */
export const wholePicture: FaceBox = { left: 0, top: 0, width: 1, height: 1 };

/** How much is shown around a face, in parts of its size: a portrait on a document is twice as large as the face. */
const margin = 0.45;

const isOnPicture = ({ height, left, top, width }: FaceBox): boolean =>
  left >= 0 && top >= 0 && width > 0 && height > 0 && left + width <= 1.001 && top + height <= 1.001;

const known = (box: FaceBox | null | undefined): FaceBox | null => (box && isOnPicture(box) ? box : null);

const around = ([start, length]: readonly [number, number]): readonly [start: number, length: number] => {
  const from = Math.max(0, start - margin * length);
  return [from, Math.min(1, start + (1 + margin) * length) - from];
};

/** The part of a document's picture that has the portrait. */
export const portraitArea = ({ height, left, top, width }: FaceBox): FaceBox => {
  const [x, across] = around([left, width]);
  const [y, down] = around([top, height]);
  return { left: x, top: y, width: across, height: down };
};

/** Where the compared face is on a file; `null` where nothing says it. */
export const faceOn = ({ compared_faces: compared }: Profile, fileId: string): FaceBox | null => {
  for (const faces of compared ?? []) {
    if (faces.document_file_id === fileId) return known(faces.document_face);
    if (faces.reference_file_id === fileId) return known(faces.reference_face);
  }
  return null;
};
