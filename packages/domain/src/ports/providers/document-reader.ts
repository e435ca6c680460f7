import type { Unavailable } from '../../errors.ts';
import type { DocumentReading, DocumentType } from '../../evidence/document-reading.ts';
import type { TaskEither } from '../../fp.ts';
import type { VendorCall } from './vendor-call.ts';

/** JPEG, PNG or WebP bytes. */
export type DocumentImage = { readonly bytes: Uint8Array; readonly contentType: string };

/**
 * Reads what stands on a document. It extracts and judges nothing: an image in which nothing can be read is a reading
 * with no lines and a signal, not an error.
 */
export type DocumentReader = {
  readonly read: (input: {
    readonly call: VendorCall;
    readonly front: DocumentImage;
    readonly back: DocumentImage | null;
    /** What the caller believes it to be; never taken for a fact. */
    readonly hints: { readonly type?: DocumentType; readonly country?: string };
  }) => TaskEither<Unavailable, DocumentReading>;
};
