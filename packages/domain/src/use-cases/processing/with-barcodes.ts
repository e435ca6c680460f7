import { type Barcode, type DocumentReading, unreadSide } from '@portcullis/documents';
import { pipe, TE } from '../../kernel/fp.ts';
import type { BarcodeReader } from '../../ports/providers/barcode-reader.ts';
import type { DocumentReader } from '../../ports/providers/document-reader.ts';

type Deps = { readonly barcodes: BarcodeReader; readonly reader: DocumentReader };

/** The barcode of each side; `null` where there is none, or no such side. */
type SideBarcodes = { readonly front: Barcode | null; readonly back: Barcode | null };

/** The barcode of the document: one that was read, and that of the back first, where cards have it. */
const preferredBarcode = ({ back, front }: SideBarcodes): Barcode | null =>
  [back, front].find((barcode) => barcode?.state === 'read') ?? back ?? front;

/**
 * A reading with the barcodes that were read beside it. A reader that reads only the MRZ calls every photo without one
 * unreadable, with the neutral confidence of 0.5: where a barcode was read, that signal is removed.
 */
const addBarcodes = (reading: DocumentReading, barcodes: SideBarcodes, hasBack: boolean): DocumentReading => {
  const barcode = preferredBarcode(barcodes);
  const guessed = barcode?.state === 'read' && reading.reader.promptVersion === null;
  const signals = reading.signals.filter(({ code, confidence }) => code !== 'document_unreadable' || confidence > 0.5);
  const sides = reading.sides && {
    front: { ...reading.sides.front, barcode: barcodes.front },
    back: hasBack ? { ...(reading.sides.back ?? unreadSide), barcode: barcodes.back } : null,
  };
  return { ...reading, ...(guessed && { signals }), barcode, ...(sides && { sides }) };
};

/**
 * The document reader, combined with the barcode reader, for any other reader. Each side is searched by itself, so that
 * the reading says on which one a barcode is; the back is first. The barcode comes first, because it is read here, at
 * once and for free. When that fails there is no reading at all, and none is paid for: a reading that called the
 * barcode unreadable, or absent, would blame the person for our failure, or let a check pass that the policy requires.
 */
export const withBarcodes = ({ barcodes, reader }: Deps): DocumentReader => ({
  read: (input) =>
    pipe(
      TE.Do,
      TE.bindW('back', () => (input.back ? barcodes.read([input.back]) : TE.right(null))),
      TE.bindW('front', () => barcodes.read([input.front])),
      TE.bindW('reading', () => reader.read(input)),
      TE.map(({ back, front, reading }) => addBarcodes(reading, { back, front }, input.back !== null)),
    ),
});
