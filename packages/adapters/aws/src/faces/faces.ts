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

/**
 * The limits of Rekognition for inline images. The limit of the sides is documented for other operations; a larger
 * image would not help here.
 */
const imageLimits = { maxBytes: 5_242_880, maxSide: 4096 } as const;

/** Only attributes that are judged are requested: neither age, nor gender, nor emotion. */
const ofDocument: readonly Attribute[] = ['DEFAULT'];
const ofSelfie: readonly Attribute[] = ['DEFAULT', 'FACE_OCCLUDED', 'SUNGLASSES'];

type Images = { readonly selfie: Uint8Array; readonly document: Uint8Array };

/** Why two images are not compared; `null` when they are. */
type Fault = Exclude<FaceComparison['outcome'], 'compared'> | null;

/** Resizes an image to Rekognition's limits. An image that cannot be resized would be rejected there as well. */
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

/**
 * The similarity of the selfie's largest face. With the highest similarity of all faces, a picture in the background of
 * the selfie could win.
 */
const comparisonOf = (faces: readonly ComparedFace[]): Either<Unavailable, FaceComparison> => {
  const face = largestOf(faces);
  return face === undefined ? nothingCompared : E.right({ outcome: 'compared', similarity: face.similarity });
};

/**
 * `CompareFaces` compares the largest face of its source with every face of its target. The document is the source,
 * because the document's largest face is the one to be compared. If the two were exchanged, any smaller face beside the
 * portrait could win.
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
 * The largest face of a document counts as its portrait, so no other person may be on the photo: a person who
 * photographs a stolen card beside his own, larger face would be compared with himself. Several faces alone do not
 * prove that, because many documents have a ghost portrait. To tell the cases apart, the photo is compared with itself.
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

/**
 * Detects the faces of both images first: `CompareFaces` reports a picture without a face as an invalid parameter and
 * does not say which of the two it is.
 */
const looked = (client: RekognitionClient, images: Images): TaskEither<Unavailable, FaceComparison> =>
  pipe(
    facesIn(client, images.document, ofDocument),
    TE.flatMap((faces) => judgeDocument(client, images.document, faces)),
    TE.flatMap((fault) => comparedUnless(fault, () => withSelfie(client, images))),
  );

const late = unavailable('faces', { name: 'DeadlinePassed' }, 'timeout');

/**
 * Compares faces with AWS Rekognition. A comparison takes two to four requests and the resizing of the images, all
 * under one deadline. AWS keeps nothing.
 */
export const rekognitionFaces = ({ rekognition }: AwsClients, fitter: ImageFitter): FaceComparer => ({
  compare: ({ reference, document }) => {
    const fitting = once(bothFitted(fitter, { selfie: reference, document }));
    return rekognition.way.call({ service: 'faces', operation: 'CompareFaces' }, (signal) =>
      // No request is built after the deadline has passed.
      TE.flatMap((images: Images) => (signal.aborted ? TE.left(late) : looked(rekognition.client, images)))(fitting),
    );
  },
});
