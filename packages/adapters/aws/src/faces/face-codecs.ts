import { described, t } from '@portcullis/domain';
import { PercentCodec } from '../asked.ts';

const NumberCodec = described('a number', (u): u is number => Number.isFinite(u), { type: 'number' });

/** Sides as parts of the picture's; at its edges a box may reach beyond. */
const BoxCodec = t.type({ Width: NumberCodec, Height: NumberCodec });
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
export type Compared = t.TypeOf<typeof ComparedCodec>;

type Box = t.TypeOf<typeof BoxCodec>;
export const areaOf = ({ Width, Height }: Box): number => Width * Height;

/** The one that takes the most room, the first of equals. */
export const largestOf = <Found extends { readonly BoundingBox: Box }>(faces: readonly Found[]): Found | undefined =>
  faces.reduce<Found | undefined>(
    (largest, face) =>
      largest === undefined || areaOf(face.BoundingBox) > areaOf(largest.BoundingBox) ? face : largest,
    undefined,
  );
