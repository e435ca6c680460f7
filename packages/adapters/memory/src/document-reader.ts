import { unreadSide } from '@portcullis/documents';
import { type DocumentReader, type DocumentReading, E } from '@portcullis/domain';
import { sha256Hex } from '@portcullis/domain/kernel';

/** The reader's results: by the SHA-256 (lower-case hex) of the front image's bytes, and one for every other image. */
export type ReadingScript = {
  readonly readings?: { readonly [sha256: string]: DocumentReading };
  readonly otherwise: DocumentReading;
};

/** A reading of a document on which nothing could be read. */
export const emptyReading: DocumentReading = {
  reader: { name: 'memory', model: 'script', promptVersion: null, requestId: null },
  documentType: null,
  issuingCountry: null,
  fields: {},
  mrzLines: null,
  barcode: null,
  signals: [{ code: 'document_unreadable', confidence: 1 }],
  sides: { front: unreadSide, back: null },
  usage: { inputTokens: 0, outputTokens: 0 },
};

/** Returns prepared readings, for tests and embedding. */
export const memoryDocumentReader = ({ readings = {}, otherwise }: ReadingScript): DocumentReader => ({
  read:
    ({ front }) =>
    async () => {
      const digest = sha256Hex(front.bytes);
      return E.right(Object.hasOwn(readings, digest) ? (readings[digest] ?? otherwise) : otherwise);
    },
});
