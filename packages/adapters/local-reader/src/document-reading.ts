import type { ReadingSignal, SideReadings } from '@portcullis/documents';
import type { DocumentReading } from '@portcullis/domain';
import { weights } from './network/weights.ts';
import type { PhotoQuality } from './picture/photo-quality.ts';
import type { MrzReading } from './read-mrz.ts';

/**
 * The result of one side of a document. `facts` is `null` for bytes that are not an image, and for an image that is too
 * small to read.
 */
export type PhotoReading = {
  readonly facts: PhotoQuality | null;
  /** Whether something that looks like a machine-readable zone was found, read or not. */
  readonly isMrzFound: boolean;
  readonly mrz: MrzReading | null;
};

/**
 * Below the first acutance an MRZ can no longer be read without errors, and below the second no MRZ can be found any
 * more. `docs/document-reading.md` has the measurements. A photo of something else may well be soft, and is not called
 * blurred, and neither is one whose MRZ was read with every check digit valid.
 */
const minMrzAcutance = 0.35;
const minAcutance = 0.2;

/** The saturated share of a photo above which an unread MRZ is attributed to glare. */
const minGlare = 0.02;

const signalsOf = ({ facts, mrz, isMrzFound }: PhotoReading): ReadingSignal[] => {
  if (!facts) return [{ code: 'document_unreadable', confidence: 1 }];
  const signals: ReadingSignal[] = [];
  const isReadWhole = mrz !== null && mrz.validChecks === mrz.totalChecks;
  if (!isReadWhole && facts.acutance < (isMrzFound ? minMrzAcutance : minAcutance))
    signals.push({ code: 'document_blurry', confidence: 1 - facts.acutance });
  if (!mrz && facts.glare > minGlare) signals.push({ code: 'document_glare', confidence: 0.5 });
  return signals;
};

/** This reader reads only the MRZ. It cannot say whether another reader could read more. */
const nothingRead: ReadingSignal = { code: 'document_unreadable', confidence: 0.5 };

/** The most confident signal of each kind, once. */
const mostConfident = (signals: readonly ReadingSignal[]): ReadingSignal[] => {
  const surest = new Map<string, ReadingSignal>();
  for (const signal of signals) {
    if ((surest.get(signal.code)?.confidence ?? -1) < signal.confidence) surest.set(signal.code, signal);
  }
  return [...surest.values()];
};

/** This reader reads neither print nor barcodes. */
const mrzReadingOf = ({ mrz }: PhotoReading): SideReadings['front'] => ({
  fields: {},
  mrzLines: mrz?.lines ?? null,
  barcode: null,
});

/**
 * Makes the reading of a document from the readings of its sides. It takes the one of two MRZs with the larger share of
 * valid check digits. It has no document type and no country: the MRZ's lines contain them, and nothing else was read.
 */
export const documentReadingOf = (
  sides: readonly [front: PhotoReading] | readonly [front: PhotoReading, back: PhotoReading],
): DocumentReading => {
  const [front, back] = sides;
  const readings = sides.flatMap(({ mrz }) => mrz ?? []);
  const [best] = readings.sort((a, b) => b.validChecks / b.totalChecks - a.validChecks / a.totalChecks);
  const lines = best?.lines ?? null;
  return {
    reader: {
      name: 'local-reader',
      model: `network ${weights.sha256.slice(0, 8)}; tesseract.js 7.0.0, eng 4.0.0_best_int`,
      promptVersion: null,
      requestId: null,
    },
    documentType: null,
    issuingCountry: null,
    fields: {},
    mrzLines: lines,
    ...(lines === null && sides.some(({ isMrzFound }) => isMrzFound) && { mrzUnread: true }),
    ...(best && best.doubts.length > 0 && { mrzDoubts: best.doubts }),
    ...(best && best.uncertain.length > 0 && { mrzUncertain: best.uncertain }),
    barcode: null,
    signals: mostConfident([...sides.flatMap(signalsOf), ...(lines ? [] : [nothingRead])]),
    sides: { front: mrzReadingOf(front), back: back ? mrzReadingOf(back) : null },
    usage: { inputTokens: 0, outputTokens: 0 },
  };
};
