import type { FaceBox } from '@portcullis/domain/evidence';
import { schemaCodec, t } from '@portcullis/domain/kernel';
import { PercentCodec } from '../client/send-command.ts';

const NumberCodec = schemaCodec('a number', (u): u is number => Number.isFinite(u), { type: 'number' });

/**
 * The position and size of a box as fractions of the picture's sides. At an edge of the picture a box may reach beyond
 * it.
 */
const BoxCodec = t.type({ Left: NumberCodec, Top: NumberCodec, Width: NumberCodec, Height: NumberCodec });
const AttributeCodec = t.type({ Value: t.boolean, Confidence: PercentCodec });

/** A face that was detected. The attributes are present where they were requested. */
const FaceCodec = t.intersection([
  t.type({
    BoundingBox: BoxCodec,
    Confidence: PercentCodec,
    Pose: t.type({ Roll: NumberCodec, Yaw: NumberCodec, Pitch: NumberCodec }),
  }),
  t.partial({ FaceOccluded: AttributeCodec, Sunglasses: AttributeCodec }),
]);
export type Face = t.TypeOf<typeof FaceCodec>;

export const DetectedFacesCodec = t.type({ FaceDetails: t.readonlyArray(FaceCodec) });

/**
 * The response of `CompareFaces` about every face of its target image, and where the source's face is. Unmatched faces
 * have no similarity. Where the place is missing, or has another form, the comparison stands without it.
 */
export const ComparedFacesCodec = t.partial({
  SourceImageFace: t.unknown,
  FaceMatches: t.readonlyArray(t.type({ Similarity: PercentCodec, Face: t.type({ BoundingBox: BoxCodec }) })),
  UnmatchedFaces: t.readonlyArray(t.type({ BoundingBox: BoxCodec })),
});

export type Box = t.TypeOf<typeof BoxCodec>;
/** One face of the target, and its similarity to the largest face of the source, from 0 to 100. */
export type ComparedFace = { readonly BoundingBox: Box; readonly similarity: number };

/** A comparison: the place of the source's face, `null` where it is not known, and every face of the target. */
export type ComparedFaces = { readonly sourceBox: Box | null; readonly faces: readonly ComparedFace[] };

const SourceFaceCodec = t.type({ BoundingBox: BoxCodec });

const sourceBoxOf = (face: unknown): Box | null => (SourceFaceCodec.is(face) ? face.BoundingBox : null);

/**
 * Every face of the target. The threshold is 0, so a face that is unmatched has nothing in common with the source's
 * face, and its similarity is 0.
 */
export const toComparedFaces = ({
  FaceMatches = [],
  SourceImageFace,
  UnmatchedFaces = [],
}: t.TypeOf<typeof ComparedFacesCodec>): ComparedFaces => ({
  sourceBox: sourceBoxOf(SourceImageFace),
  faces: [
    ...FaceMatches.map(({ Face: { BoundingBox }, Similarity }) => ({ BoundingBox, similarity: Similarity })),
    ...UnmatchedFaces.map(({ BoundingBox }) => ({ BoundingBox, similarity: 0 })),
  ],
});

/** A box in the words of the domain. */
export const faceBoxOf = ({ Height, Left, Top, Width }: Box): FaceBox => ({
  left: Left,
  top: Top,
  width: Width,
  height: Height,
});

export const areaOf = ({ Width, Height }: Box): number => Width * Height;

/** The face with the largest area; of several equally large ones the first. */
export const largestOf = <Found extends { readonly BoundingBox: Box }>(faces: readonly Found[]): Found | undefined =>
  faces.reduce<Found | undefined>(
    (largest, face) =>
      largest === undefined || areaOf(face.BoundingBox) > areaOf(largest.BoundingBox) ? face : largest,
    undefined,
  );
