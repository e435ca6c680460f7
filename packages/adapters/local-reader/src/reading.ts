import type { DocumentReading, ReadingSignal } from '@portcullis/domain';
import type { ImageFacts } from './picture/image-facts.ts';
import type { ZoneReading } from './read-zone.ts';

/** What one side of a document gave. `facts` is `null` for bytes that are no image, or one too small to read. */
export type SideReading = {
  readonly facts: ImageFacts | null;
  /** Something that looks like a machine-readable zone was seen, read or not. */
  readonly zoneSeen: boolean;
  readonly zone: ZoneReading | null;
};

/**
 * Below this acutance a zone can no longer be read without mistakes, and below the second no zone can be seen any more:
 * measured in `docs/document-reading.md`. A photo of something else may well be soft, and is not called blurred.
 */
const blurryZoneBelow = 0.35;
const blurryBelow = 0.2;

/** Burnt-out share of a photo above which a zone that could not be read is put down to glare. */
const glareAbove = 0.02;

const signalsOf = ({ facts, zone, zoneSeen }: SideReading): ReadingSignal[] => {
  if (!facts) return [{ code: 'document_unreadable', confidence: 1 }];
  const signals: ReadingSignal[] = [];
  if (facts.acutance < (zoneSeen ? blurryZoneBelow : blurryBelow))
    signals.push({ code: 'document_blurry', confidence: 1 - facts.acutance });
  if (!zone && facts.glare > glareAbove) signals.push({ code: 'document_glare', confidence: 0.5 });
  return signals;
};

/** This reader reads nothing but the zone; that another one would read nothing either, it cannot say. */
const nothingRead: ReadingSignal = { code: 'document_unreadable', confidence: 0.5 };

/** The surest of each kind, once. */
const merged = (signals: readonly ReadingSignal[]): ReadingSignal[] => {
  const surest = new Map<string, ReadingSignal>();
  for (const signal of signals) {
    if ((surest.get(signal.code)?.confidence ?? -1) < signal.confidence) surest.set(signal.code, signal);
  }
  return [...surest.values()];
};

/**
 * The reading of a document from the readings of its sides: of two zones, the one of which more check digits hold. It
 * names no type and no country: what the zone says of them stands in its lines, and nothing else was read.
 */
export const readingOf = (sides: readonly SideReading[]): DocumentReading => {
  const zones = sides.flatMap(({ zone }) => zone ?? []);
  const lines = zones.sort((a, b) => b.held / b.of - a.held / a.of)[0]?.lines ?? null;
  return {
    reader: {
      name: 'local-reader',
      model: 'tesseract.js 7.0.0, eng 4.0.0 and 4.0.0_best_int',
      promptVersion: null,
      requestId: null,
    },
    documentType: null,
    issuingCountry: null,
    fields: {},
    mrzLines: lines,
    barcode: null,
    signals: merged([...sides.flatMap(signalsOf), ...(lines ? [] : [nothingRead])]),
    usage: { inputTokens: 0, outputTokens: 0 },
  };
};
