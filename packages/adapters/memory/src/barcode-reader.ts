import type { Barcode } from '@portcullis/documents';
import { type BarcodeReader, E } from '@portcullis/domain';
import { sha256Hex } from '@portcullis/domain/kernel';

/** The reader's results by the SHA-256 (lower-case hex) of a side's bytes. A side that is not listed has no barcode. */
export type BarcodeScript = { readonly [sha256: string]: Barcode };

/**
 * Returns prepared barcodes, for tests and embedding: the first barcode that was read, or else one that is unreadable.
 */
export const memoryBarcodeReader = (script: BarcodeScript = {}): BarcodeReader => ({
  read: (sides) => async () => {
    const digests = sides.map(({ bytes }) => sha256Hex(bytes));
    const found = digests.flatMap((digest) => (Object.hasOwn(script, digest) ? (script[digest] ?? []) : []));
    return E.right(found.find(({ state }) => state === 'read') ?? found[0] ?? null);
  },
});
