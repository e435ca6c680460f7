import type { Attribute } from '@aws-sdk/client-rekognition';
import {
  E,
  type Either,
  type FaceComparer,
  type ImageFitter,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';
import { mediaTypeOf } from '@portcullis/domain/evidence';
import { memoizeTask } from '@portcullis/domain/kernel';
import type { FaceComparison } from '@portcullis/domain/ports';
import { sendOptions } from '@portcullis/vendor-client/aws-sdk';
import type { AwsClients } from '../client/clients.ts';
import { type ComparedFace, type ComparedFaces, type Face, faceBoxOf, largestOf } from './face-codecs.ts';
import { compareFaces, detectFaces, type FaceCall } from './face-requests.ts';
import { isOnePerson, portraitsOf } from './judge-document.ts';
import { checkSelfie } from './judge-selfie.ts';

/**
 * The limits of Rekognition for inline images. The limit of the sides is documented for other operations; a larger
 * image would not help here.
 */
const imageLimits = { maxBytes: 5_242_880, maxSide: 4096 } as const;

/** Only attributes that are judged are requested: neither age, nor gender, nor emotion. */
const documentAttributes: readonly Attribute[] = ['DEFAULT'];
const selfieAttributes: readonly Attribute[] = ['DEFAULT', 'FACE_OCCLUDED', 'SUNGLASSES'];

type Images = { readonly selfie: Uint8Array; readonly document: Uint8Array };

/** Why two images are not compared; `null` when they are. */
type NotComparedReason = Exclude<FaceComparison['outcome'], 'compared'> | null;

/** Resizes an image to Rekognition's limits. An image that cannot be resized would be rejected there as well. */
const fitImage = (fitter: ImageFitter, bytes: Uint8Array): TaskEither<Unavailable, Uint8Array> =>
  pipe(
    fitter.fit({ bytes, contentType: mediaTypeOf(bytes) ?? 'application/octet-stream' }, imageLimits),
    TE.mapLeft((reason) => unavailable('faces', reason, 'rejected')),
    TE.map((image) => image.bytes),
  );

const fitImages = (fitter: ImageFitter, { selfie, document }: Images): TaskEither<Unavailable, Images> =>
  pipe(
    TE.Do,
    TE.bindW('selfie', () => fitImage(fitter, selfie)),
    TE.bindW('document', () => fitImage(fitter, document)),
  );

const nothingCompared = E.left(unavailable('faces', { name: 'NothingCompared' }, 'invalid_response'));

/**
 * The similarity of the selfie's largest face. With the highest similarity of all faces, a picture in the background of
 * the selfie could win.
 */
const comparisonOf = ({ faces, sourceBox }: ComparedFaces): Either<Unavailable, FaceComparison> => {
  const face = largestOf(faces);
  if (face === undefined) return nothingCompared;
  return E.right({
    outcome: 'compared',
    similarity: face.similarity,
    ...(sourceBox && { documentFace: faceBoxOf(sourceBox) }),
    referenceFace: faceBoxOf(face.BoundingBox),
  });
};

/**
 * `CompareFaces` compares the largest face of its source with every face of its target. The document is the source,
 * because the document's largest face is the one to be compared. If the two were exchanged, any smaller face beside the
 * portrait could win.
 */
const compareImages = (call: FaceCall, { selfie, document }: Images): TaskEither<Unavailable, FaceComparison> =>
  pipe(
    compareFaces(call, document, selfie),
    TE.flatMap((compared) => TE.fromEither(comparisonOf(compared))),
  );

const compareUnless = (
  reason: NotComparedReason,
  compare: () => TaskEither<Unavailable, FaceComparison>,
): TaskEither<Unavailable, FaceComparison> =>
  reason === null ? compare() : TE.right({ outcome: reason, similarity: null });

const checkSelfieAndCompare = (call: FaceCall, images: Images): TaskEither<Unavailable, FaceComparison> =>
  pipe(
    detectFaces(call, images.selfie, selfieAttributes),
    TE.flatMap((faces) => compareUnless(checkSelfie(faces), () => compareImages(call, images))),
  );

const checkOnePerson = (
  portraits: readonly Face[],
  faces: readonly ComparedFace[],
): Either<Unavailable, NotComparedReason> => {
  if (faces.length === 0) return nothingCompared;
  return E.right(isOnePerson(portraits, faces) ? null : 'several_people_on_document');
};

/**
 * The largest face of a document counts as its portrait, so no other person may be on the photo: a person who
 * photographs a stolen card beside his own, larger face would be compared with himself. Several faces alone do not
 * prove that, because many documents have a ghost portrait. To tell the cases apart, the photo is compared with itself.
 */
const checkDocument = (
  call: FaceCall,
  document: Uint8Array,
  faces: readonly Face[],
): TaskEither<Unavailable, NotComparedReason> => {
  if (faces.length === 0) return TE.right('no_face_on_document');
  const portraits = portraitsOf(faces);
  if (portraits.length === 1) return TE.right(null);
  return pipe(
    compareFaces(call, document, document),
    TE.flatMap((found) => TE.fromEither(checkOnePerson(portraits, found.faces))),
  );
};

/**
 * Detects the faces of both images first: `CompareFaces` reports a picture without a face as an invalid parameter and
 * does not say which of the two it is.
 */
const checkAndCompare = (call: FaceCall, images: Images): TaskEither<Unavailable, FaceComparison> =>
  pipe(
    detectFaces(call, images.document, documentAttributes),
    TE.flatMap((faces) => checkDocument(call, images.document, faces)),
    TE.flatMap((reason) => compareUnless(reason, () => checkSelfieAndCompare(call, images))),
  );

const deadlineExceeded = unavailable('faces', { name: 'DeadlinePassed' }, 'timeout');

/**
 * Compares faces with AWS Rekognition. A comparison takes two to four requests and the resizing of the images, all
 * under one deadline. AWS keeps nothing.
 */
export const rekognitionFaces = ({ rekognition }: AwsClients, fitter: ImageFitter): FaceComparer => ({
  compare: ({ call, reference, document }) => {
    const fittedImages = memoizeTask(fitImages(fitter, { selfie: reference, document }));
    return rekognition.vendorClient.call({ service: 'faces', operation: 'CompareFaces', call }, (ongoing) =>
      // No request is built after the deadline has passed.
      pipe(
        fittedImages,
        TE.flatMap((images) =>
          ongoing.signal.aborted
            ? TE.left(deadlineExceeded)
            : checkAndCompare({ client: rekognition.client, options: sendOptions(ongoing) }, images),
        ),
      ),
    );
  },
});
