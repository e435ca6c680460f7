import type { FaceMatchEvidence } from '../../evidence/evidence.ts';
import type { Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { VendorCall } from './vendor-call.ts';

/**
 * `similarity` is 0 to 100 and present exactly when two faces were compared. The boxes say where these faces are on the
 * pictures that were given, if the provider says it; one that does not lie on its picture counts as absent.
 */
export type FaceComparison = Pick<FaceMatchEvidence, 'outcome' | 'similarity' | 'documentFace' | 'referenceFace'>;

/**
 * Compares the face of the liveness reference image with the portrait on a document. The portrait is the largest face
 * of the document photo, as long as every other face in it is of the same person, as a ghost portrait is. Otherwise the
 * outcome is `several_people_on_document` and nothing is compared.
 */
export type FaceComparer = {
  /** There is no provider, by choice: every call answers `noProvider`. */
  readonly isAbsent?: true;
  /**
   * The model whose scores these are, such as `acme-3`: a policy has thresholds for it. Without a name they are on the
   * scale of AWS.
   */
  readonly model?: string;
  readonly compare: (input: {
    readonly call: VendorCall;
    readonly reference: Uint8Array;
    readonly document: Uint8Array;
  }) => TaskEither<Unavailable, FaceComparison>;
};
