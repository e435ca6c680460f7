import type { Barcode } from '@portcullis/documents';
import type { Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { DocumentImage } from './document-reader.ts';

/** Decodes the PDF417 barcode of a document, in this process and without a vendor. */
export type BarcodeReader = {
  /**
   * Reads the barcode on one of the sides. `unreadable` means that there is one which does not decode; `null` means
   * that there is none.
   */
  readonly read: (sides: readonly DocumentImage[]) => TaskEither<Unavailable, Barcode | null>;
};
