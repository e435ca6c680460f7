import type { Barcode, DocumentReading } from '../../documents/reading.ts';
import { pipe, TE } from '../../kernel/fp.ts';
import type { BarcodeReader } from '../../ports/providers/barcode-reader.ts';
import type { DocumentReader } from '../../ports/providers/document-reader.ts';

type Deps = { readonly barcodes: BarcodeReader; readonly reader: DocumentReader };
type Input = Parameters<DocumentReader['read']>[0];

/** The sides in the order in which a barcode is searched: cards that have one have it on the back. */
const sidesOf = ({ back, front }: Input) => (back ? [back, front] : [front]);

/**
 * A reading with the barcode that was read beside it. A reader that reads only the MRZ calls every photo without one
 * unreadable, with the neutral confidence of 0.5: where a barcode was read, that signal is removed.
 */
const withBarcode = (reading: DocumentReading, barcode: Barcode | null): DocumentReading => {
  const guessed = barcode?.state === 'read' && reading.reader.promptVersion === null;
  const signals = reading.signals.filter(({ code, confidence }) => code !== 'document_unreadable' || confidence > 0.5);
  return { ...reading, ...(guessed && { signals }), barcode };
};

/**
 * The document reader, combined with the barcode reader, whoever reads the rest. The barcode comes first, because it is
 * read here, at once and for free. When that fails there is no reading at all, and none is paid for: a reading that
 * called the barcode unreadable, or absent, would blame the person for our failure, or let a check pass that the policy
 * requires.
 */
export const withBarcodes = ({ barcodes, reader }: Deps): DocumentReader => ({
  read: (input) =>
    pipe(
      TE.Do,
      TE.bindW('barcode', () => barcodes.read(sidesOf(input))),
      TE.bindW('reading', () => reader.read(input)),
      TE.map(({ barcode, reading }) => withBarcode(reading, barcode)),
    ),
});
