import type { FaceComparison } from '@portcullis/domain/ports';

/** A comparison without where the faces are, which differs from provider to provider. */
export const judged = ({ documentFace: _, referenceFace: __, ...rest }: FaceComparison): FaceComparison => rest;
