import type { DocumentReading, DocumentType } from '@portcullis/documents';
import type { Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { VendorCall } from './vendor-call.ts';

/** JPEG, PNG or WebP bytes. */
export type DocumentImage = { readonly bytes: Uint8Array; readonly contentType: string };

/**
 * Reads what is printed on a document. It extracts and does not judge: an image in which nothing can be read gives a
 * reading with no lines and a signal, not an error.
 */
export type DocumentReader = {
  readonly read: (input: {
    readonly call: VendorCall;
    readonly front: DocumentImage;
    readonly back: DocumentImage | null;
    /** The document as the caller believes it to be; it is never treated as a fact. */
    readonly hints: { readonly type?: DocumentType; readonly country?: string };
  }) => TaskEither<Unavailable, DocumentReading>;
};
