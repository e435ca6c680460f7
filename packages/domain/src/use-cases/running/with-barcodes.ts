import type { Barcode, DocumentReading } from '../../evidence/document-reading.ts';
import { pipe, TE } from '../../fp.ts';
import type { BarcodeReader } from '../../ports/providers/barcode-reader.ts';
import type { DocumentReader } from '../../ports/providers/document-reader.ts';

type Needs = { readonly barcodes: BarcodeReader; readonly reader: DocumentReader };
type Input = Parameters<DocumentReader['read']>[0];

/** The sides in the order in which a barcode is looked for: the cards that have one have it on the back. */
const sidesOf = ({ back, front }: Input) => (back ? [back, front] : [front]);

/**
 * A reading and the barcode that was read beside it. Who reads nothing but zones calls every photo without one
 * unreadable, for want of an opinion (0.5): where a barcode was read, there is none to be had.
 */
const withBarcode = (reading: DocumentReading, barcode: Barcode | null): DocumentReading => {
  const guessed = barcode?.state === 'read' && reading.reader.promptVersion === null;
  const signals = reading.signals.filter(({ code, confidence }) => code !== 'document_unreadable' || confidence > 0.5);
  return { ...reading, ...(guessed && { signals }), barcode };
};

/**
 * The document reader, and the barcode whoever reads the rest. The barcode comes first: it is read here, at once and for
 * nothing. When that cannot be done there is no reading at all, and none is paid for. A reading that called the barcode
 * unreadable, or absent, would put a failure of ours down to the person, or let a check pass by that the policy wants.
 */
export const withBarcodes = ({ barcodes, reader }: Needs): DocumentReader => ({
  read: (input) =>
    pipe(
      TE.Do,
      TE.bindW('barcode', () => barcodes.read(sidesOf(input))),
      TE.bindW('reading', () => reader.read(input)),
      TE.map(({ barcode, reading }) => withBarcode(reading, barcode)),
    ),
});
