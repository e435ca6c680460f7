import { type Barcode, type BarcodeReader, E, sha256Hex } from '@portcullis/domain';

/** What the reader answers: by SHA-256 (lower-case hex) of a side's bytes. A side that is not in it has no barcode. */
export type BarcodeScript = { readonly [sha256: string]: Barcode };

/** Answers barcodes that were written before, for tests and embedding: the first that is read, else that one is unreadable. */
export const memoryBarcodeReader = (script: BarcodeScript = {}): BarcodeReader => ({
  read: (sides) => async () => {
    const digests = sides.map(({ bytes }) => sha256Hex(bytes));
    const found = digests.flatMap((digest) => (Object.hasOwn(script, digest) ? (script[digest] ?? []) : []));
    return E.right(found.find(({ state }) => state === 'read') ?? found[0] ?? null);
  },
});
