import type { Unavailable } from '../../errors.ts';
import type { FaceMatchEvidence } from '../../evidence/evidence.ts';
import type { TaskEither } from '../../fp.ts';
import type { VendorCall } from './vendor-call.ts';

/** `similarity` is 0 to 100 and present exactly when two faces were compared. */
export type FaceComparison = Pick<FaceMatchEvidence, 'outcome' | 'similarity'>;

/** Compares the face of the liveness reference image with the largest face on a document. */
export type FaceComparer = {
  readonly compare: (input: {
    readonly call: VendorCall;
    readonly reference: Uint8Array;
    readonly document: Uint8Array;
  }) => TaskEither<Unavailable, FaceComparison>;
};
