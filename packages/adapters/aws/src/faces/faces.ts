import type { Attribute, RekognitionClient } from '@aws-sdk/client-rekognition';
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
import { once } from '@portcullis/outgoing';
import type { AwsClients } from '../clients.ts';
import { type ComparedFace, type Face, largestOf } from './face-codecs.ts';
import { comparedFaces, facesIn } from './face-requests.ts';
import { areOnePerson, portraitsOf } from './judge-document.ts';
import { judgeSelfie } from './judge-selfie.ts';

/** What Rekognition takes inline. Its limit of the sides is stated for other operations; more would not help here. */
const imageLimits = { maxBytes: 5_242_880, maxSide: 4096 } as const;

/** Only what is judged: neither age, nor gender, nor mood. */
const ofDocument: readonly Attribute[] = ['DEFAULT'];
const ofSelfie: readonly Attribute[] = ['DEFAULT', 'FACE_OCCLUDED', 'SUNGLASSES'];

type Images = { readonly selfie: Uint8Array; readonly document: Uint8Array };

/** Why two images are not compared; `null` where they are. */
type Fault = Exclude<FaceComparison['outcome'], 'compared'> | null;

/** An image that cannot be made into one that Rekognition takes would be refused there, too. */
const fitted = (fitter: ImageFitter, bytes: Uint8Array): TaskEither<Unavailable, Uint8Array> =>
  pipe(
    fitter.fit({ bytes, contentType: mediaTypeOf(bytes) ?? 'application/octet-stream' }, imageLimits),
    TE.mapLeft((reason) => unavailable('faces', reason, 'rejected')),
    TE.map((image) => image.bytes),
  );

const bothFitted = (fitter: ImageFitter, { selfie, document }: Images): TaskEither<Unavailable, Images> =>
  pipe(
    TE.Do,
    TE.bindW('selfie', () => fitted(fitter, selfie)),
    TE.bindW('document', () => fitted(fitter, document)),
  );

const nothingCompared = E.left(unavailable('faces', { name: 'NothingCompared' }, 'invalid_response'));

/** The similarity of the selfie's largest face. Taking the best of all would let a picture in the background of the selfie win. */
const comparisonOf = (faces: readonly ComparedFace[]): Either<Unavailable, FaceComparison> => {
  const face = largestOf(faces);
  return face === undefined ? nothingCompared : E.right({ outcome: 'compared', similarity: face.similarity });
};

/**
 * `CompareFaces` takes the largest face of its source and every face of its target. The document is the source, because
 * it is of the document that the largest face is wanted: with the two exchanged, any smaller face beside the portrait could win.
 */
const compared = (client: RekognitionClient, { selfie, document }: Images): TaskEither<Unavailable, FaceComparison> =>
  pipe(
    comparedFaces(client, document, selfie),
    TE.flatMap((faces) => TE.fromEither(comparisonOf(faces))),
  );

const comparedUnless = (
  fault: Fault,
  compare: () => TaskEither<Unavailable, FaceComparison>,
): TaskEither<Unavailable, FaceComparison> =>
  fault === null ? compare() : TE.right({ outcome: fault, similarity: null });

const withSelfie = (client: RekognitionClient, images: Images): TaskEither<Unavailable, FaceComparison> =>
  pipe(
    facesIn(client, images.selfie, ofSelfie),
    TE.flatMap((faces) => comparedUnless(judgeSelfie(faces), () => compared(client, images))),
  );

const agreement = (portraits: readonly Face[], faces: readonly ComparedFace[]): Either<Unavailable, Fault> => {
  if (faces.length === 0) return nothingCompared;
  return E.right(areOnePerson(portraits, faces) ? null : 'several_people_on_document');
};

/**
 * The largest face of a document is taken for its portrait, so nobody else may be there: whoever photographs a stolen card beside
 * his own, larger face would be compared with himself. Several faces are no sign of that, for many documents have a ghost portrait;
 * the photo is compared with itself to tell.
 */
const judgeDocument = (
  client: RekognitionClient,
  document: Uint8Array,
  faces: readonly Face[],
): TaskEither<Unavailable, Fault> => {
  if (faces.length === 0) return TE.right('no_face_on_document');
  const portraits = portraitsOf(faces);
  if (portraits.length === 1) return TE.right(null);
  return pipe(
    comparedFaces(client, document, document),
    TE.flatMap((found) => TE.fromEither(agreement(portraits, found))),
  );
};

/** `CompareFaces` calls a picture without a face a wrong parameter and does not say which one; so both are looked at first. */
const looked = (client: RekognitionClient, images: Images): TaskEither<Unavailable, FaceComparison> =>
  pipe(
    facesIn(client, images.document, ofDocument),
    TE.flatMap((faces) => judgeDocument(client, images.document, faces)),
    TE.flatMap((fault) => comparedUnless(fault, () => withSelfie(client, images))),
  );

const late = unavailable('faces', { name: 'DeadlinePassed' }, 'timeout');

/** Face comparison of AWS Rekognition: two to four requests and what makes the images fit, under one deadline; nothing is kept there. */
export const rekognitionFaces = ({ rekognition }: AwsClients, fitter: ImageFitter): FaceComparer => ({
  compare: ({ reference, document }) => {
    const fitting = once(bothFitted(fitter, { selfie: reference, document }));
    return rekognition.way.call({ service: 'faces', operation: 'CompareFaces' }, (signal) =>
      // What came too late is not even put into a request.
      TE.flatMap((images: Images) => (signal.aborted ? TE.left(late) : looked(rekognition.client, images)))(fitting),
    );
  },
});
