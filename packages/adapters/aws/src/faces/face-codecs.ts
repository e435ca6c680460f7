import { described, t } from '@portcullis/domain';
import { PercentCodec } from '../asked.ts';

const NumberCodec = described('a number', (u): u is number => Number.isFinite(u), { type: 'number' });

/** Sides and places as parts of the picture's sides; at its edges a box may reach beyond. */
const BoxCodec = t.type({ Left: NumberCodec, Top: NumberCodec, Width: NumberCodec, Height: NumberCodec });
const SignCodec = t.type({ Value: t.boolean, Confidence: PercentCodec });

/** A face that was found. The signs are there where they were asked for. */
const FaceCodec = t.intersection([
  t.type({
    BoundingBox: BoxCodec,
    Confidence: PercentCodec,
    Pose: t.type({ Roll: NumberCodec, Yaw: NumberCodec, Pitch: NumberCodec }),
  }),
  t.partial({ FaceOccluded: SignCodec, Sunglasses: SignCodec }),
]);
export type Face = t.TypeOf<typeof FaceCodec>;

export const DetectedCodec = t.type({ FaceDetails: t.readonlyArray(FaceCodec) });

/** What `CompareFaces` says of every face of its target image; the unmatched ones have no number. */
export const ComparedCodec = t.partial({
  FaceMatches: t.readonlyArray(t.type({ Similarity: PercentCodec, Face: t.type({ BoundingBox: BoxCodec }) })),
  UnmatchedFaces: t.readonlyArray(t.type({ BoundingBox: BoxCodec })),
});

export type Box = t.TypeOf<typeof BoxCodec>;
/** One face of the target, and how like the source's largest it is: 0 to 100. */
export type ComparedFace = { readonly BoundingBox: Box; readonly similarity: number };

/** Every face of the target. One that is unmatched although everything from 0 on matches has nothing in common with the source's. */
export const comparedFacesOf = ({
  FaceMatches = [],
  UnmatchedFaces = [],
}: t.TypeOf<typeof ComparedCodec>): readonly ComparedFace[] => [
  ...FaceMatches.map(({ Face: { BoundingBox }, Similarity }) => ({ BoundingBox, similarity: Similarity })),
  ...UnmatchedFaces.map(({ BoundingBox }) => ({ BoundingBox, similarity: 0 })),
];

export const areaOf = ({ Width, Height }: Box): number => Width * Height;

/** The one that takes the most room, the first of equals. */
export const largestOf = <Found extends { readonly BoundingBox: Box }>(faces: readonly Found[]): Found | undefined =>
  faces.reduce<Found | undefined>(
    (largest, face) =>
      largest === undefined || areaOf(face.BoundingBox) > areaOf(largest.BoundingBox) ? face : largest,
    undefined,
  );
