import {
  type Attribute,
  CompareFacesCommand,
  DetectFacesCommand,
  type RekognitionClient,
} from '@aws-sdk/client-rekognition';
import {
  E,
  type Either,
  type FaceComparer,
  type FaceComparison,
  type ImageFitter,
  mediaTypeOf,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';
import { asked } from '../asked.ts';
import type { AwsClients } from '../clients.ts';
import { neverMissing } from '../errors.ts';
import { type Compared, ComparedCodec, DetectedCodec, type Face, largestOf } from './face-codecs.ts';
import { judgeSelfie } from './judge-selfie.ts';

/** What Rekognition takes inline. Its limit of the sides is stated for other operations; more would not help here. */
const imageLimits = { maxBytes: 5_242_880, maxSide: 4096 } as const;

/** Only what is judged: neither age, nor gender, nor mood. */
const ofDocument: readonly Attribute[] = ['DEFAULT'];
const ofSelfie: readonly Attribute[] = ['DEFAULT', 'FACE_OCCLUDED', 'SUNGLASSES'];

type Images = { readonly selfie: Uint8Array; readonly document: Uint8Array };

const without = (outcome: Exclude<FaceComparison['outcome'], 'compared'>): FaceComparison => ({
  outcome,
  similarity: null,
});

/** An image that cannot be made into one that Rekognition takes would be refused there, too. */
const fitted = (fitter: ImageFitter, bytes: Uint8Array): TaskEither<Unavailable, Uint8Array> =>
  pipe(
    fitter.fit({ bytes, contentType: mediaTypeOf(bytes) ?? 'application/octet-stream' }, imageLimits),
    TE.mapLeft((reason) => unavailable('faces', reason, 'rejected')),
    TE.map((image) => image.bytes),
  );

const facesIn = (
  client: RekognitionClient,
  image: Uint8Array,
  attributes: readonly Attribute[],
): TaskEither<Unavailable, readonly Face[]> => {
  const command = new DetectFacesCommand({ Image: { Bytes: image }, Attributes: [...attributes] });
  return pipe(
    asked('faces', () => client.send(command), DetectedCodec),
    TE.mapLeft(neverMissing('faces')),
    TE.map(({ FaceDetails }) => FaceDetails),
  );
};

/**
 * The similarity of the selfie's largest face. Taking the best of all would let a picture in the background of the selfie
 * win. A face that is unmatched although everything from 0 on matches has nothing in common with the portrait.
 */
const comparisonOf = ({ FaceMatches = [], UnmatchedFaces = [] }: Compared): Either<Unavailable, FaceComparison> => {
  const face = largestOf([
    ...FaceMatches.map(({ Face: { BoundingBox }, Similarity }) => ({ BoundingBox, similarity: Similarity })),
    ...UnmatchedFaces.map(({ BoundingBox }) => ({ BoundingBox, similarity: 0 })),
  ]);
  return face === undefined
    ? E.left(unavailable('faces', { name: 'NothingCompared' }, 'invalid_response'))
    : E.right({ outcome: 'compared', similarity: face.similarity });
};

/**
 * `CompareFaces` takes the largest face of its source and every face of its target. The document is the source, because
 * it is of the document that the largest face is wanted: with the two exchanged, any smaller face beside the portrait could win.
 */
const compared = (client: RekognitionClient, { selfie, document }: Images): TaskEither<Unavailable, FaceComparison> => {
  const command = new CompareFacesCommand({
    SourceImage: { Bytes: document },
    TargetImage: { Bytes: selfie },
    SimilarityThreshold: 0,
  });
  return pipe(
    asked('faces', () => client.send(command), ComparedCodec),
    TE.mapLeft(neverMissing('faces')),
    TE.flatMap((answer) => TE.fromEither(comparisonOf(answer))),
  );
};

const comparedIfFit = (
  client: RekognitionClient,
  images: Images,
  faces: readonly Face[],
): TaskEither<Unavailable, FaceComparison> => {
  const fault = judgeSelfie(faces);
  return fault === null ? compared(client, images) : TE.right(without(fault));
};

/** `CompareFaces` calls a picture without a face a wrong parameter and does not say which one; so both are looked at first. */
const looked = (client: RekognitionClient, images: Images): TaskEither<Unavailable, FaceComparison> =>
  pipe(
    facesIn(client, images.document, ofDocument),
    TE.flatMap((portraits) =>
      portraits.length === 0
        ? TE.right(without('no_face_on_document'))
        : TE.flatMap((faces: readonly Face[]) => comparedIfFit(client, images, faces))(
            facesIn(client, images.selfie, ofSelfie),
          ),
    ),
  );

/** Face comparison of AWS Rekognition: two or three requests under one deadline, and nothing is kept there. */
export const rekognitionFaces = ({ rekognition }: AwsClients, fitter: ImageFitter): FaceComparer => ({
  compare: ({ reference, document }) =>
    pipe(
      TE.Do,
      TE.bindW('selfie', () => fitted(fitter, reference)),
      TE.bindW('document', () => fitted(fitter, document)),
      TE.flatMap((images) =>
        rekognition.way.call({ service: 'faces', operation: 'CompareFaces' }, () => looked(rekognition.client, images)),
      ),
    ),
});
