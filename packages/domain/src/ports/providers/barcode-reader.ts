import type { Unavailable } from '../../errors.ts';
import type { Barcode } from '../../evidence/document-reading.ts';
import type { TaskEither } from '../../fp.ts';
import type { DocumentImage } from './document-reader.ts';

/** Decodes the PDF417 barcode of a document, here and without a vendor. */
export type BarcodeReader = {
  /** The barcode on one of the sides; `unreadable`: there is one, and it does not decode; `null`: there is none. */
  readonly read: (sides: readonly DocumentImage[]) => TaskEither<Unavailable, Barcode | null>;
};
