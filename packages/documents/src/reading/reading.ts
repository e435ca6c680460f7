import type { MrzDoubt } from '../mrz/mrz.ts';
import type { DocumentSide, DocumentType, FieldName } from '../terms/document-terms.ts';

/** The signals of a reader about the image or the document; each signal is a reason of its own. */
export const signalCodes = [
  'document_unreadable',
  'document_blurry',
  'document_glare',
  'document_cut_off',
  'document_obscured',
  'document_damaged',
  'document_black_and_white',
  'document_portrait_missing',
  'document_screen_capture',
  'document_printed_copy',
  'document_sides_mismatch',
  'document_template_mismatch',
  'document_tampered',
  'document_portrait_replaced',
  'document_instruction_text',
  'document_unverified_other',
] as const;
export type SignalCode = (typeof signalCodes)[number];

/** A signal that the reader noticed; `confidence` is 0 to 1 in the reader's own estimate. */
export type ReadingSignal = { readonly code: SignalCode; readonly confidence: number };

/** A value of the visual inspection zone as the reader saw it; `confidence` is 0 to 1 in the reader's own estimate. */
export type ReadField = { readonly value: string; readonly confidence: number };

/**
 * The PDF417 barcode of a document: its text, control characters included, or that there is one which could not be
 * read. A document without a barcode has `null`.
 */
export type Barcode = { readonly state: 'read'; readonly text: string } | { readonly state: 'unreadable' };

/** The MRZ as another reader saw it, when two were asked. */
export type OtherMrz = { readonly reader: string; readonly mrzLines: readonly string[] };

/**
 * The MRZ of a side as the reader saw it on the newest picture alone, when its characters were chosen by the votes of
 * several pictures; the ids of the analyses of the earlier ones; and where frames of the newest one voted, their
 * digests as in `FrameReading`.
 */
export type VotedMrz = {
  readonly side: DocumentSide;
  readonly mrzLines: readonly string[];
  readonly analyses: readonly string[];
  readonly frames?: readonly string[];
};

/**
 * The MRZ that was read on a frame: a further picture of a side, taken in the same moment as the one that is kept.
 * Nothing else of it is kept. `contentSha256` is the SHA-256 (lower-case hex) of the frame upright and re-encoded,
 * `sha256` of the bytes as they were received, which older readings lack; `mrzLines` is `null` where no line could be
 * read.
 */
export type FrameReading = {
  readonly side: DocumentSide;
  readonly contentSha256: string;
  readonly sha256?: string;
  readonly mrzLines: readonly string[] | null;
};

/**
 * The reading of one side of a document. `barcode` is `null` until the barcode reader, which reads every side, has
 * added what it found.
 */
export type SideReading = Pick<DocumentReading, 'fields' | 'mrzLines' | 'barcode'>;

/** A side on which nothing was read. */
export const unreadSide: SideReading = { fields: {}, mrzLines: null, barcode: null };

/** The readings of both pictures; `back` is `null` when there was no picture of a back. */
export type SideReadings = { readonly front: SideReading; readonly back: SideReading | null };

/**
 * The reading of a document reader: text, never a verdict. `mrzLines` are the lines of the machine-readable zone
 * exactly as printed (ICAO 9303-3: capitals, digits and `<`; 3x30, 2x36 or 2x44, on the French licence 1x30, on the
 * Swiss one 9 and 2x30), top line first. `fields` holds the visual inspection zone only, so a reader that reads nothing
 * but the machine-readable zone answers `{}`.
 */
export type DocumentReading = {
  readonly reader: {
    readonly name: string;
    readonly model: string;
    readonly promptVersion: string | null;
    readonly requestId: string | null;
  };
  readonly documentType: DocumentType | null;
  readonly issuingCountry: string | null;
  readonly fields: { readonly [Name in FieldName]?: ReadField };
  readonly mrzLines: readonly string[] | null;
  readonly barcode: Barcode | null;
  readonly signals: readonly ReadingSignal[];
  /** Present when two readers were asked and both saw an MRZ; `mrzLines` is then the one that counts. */
  readonly otherZone?: OtherMrz;
  /** The doubtful characters of `mrzLines`. Absent where the reader does not report them. */
  readonly mrzDoubts?: readonly MrzDoubt[];
  /**
   * Where a check digit of `mrzLines` is wrong, the characters that may not be what is printed, with those that may be
   * instead; none of these means any. The reader is certain of all other characters. Absent where it does not tell.
   */
  readonly mrzUncertain?: readonly MrzDoubt[];
  /** Present when a reader saw an MRZ and could not read its lines, so that `mrzLines` is `null`. */
  readonly mrzUnread?: true;
  /** Present when `mrzLines`, and those of their side, are what several pictures of that side have by their votes. */
  readonly votedZone?: VotedMrz;
  /** Present when frames of the pictures were read. They are kept nowhere else. */
  readonly frames?: readonly FrameReading[];
  /**
   * The same by the side on which it was seen. The reading of a reader that does not tell the sides apart lacks it, and
   * nobody is approved with one.
   */
  readonly sides?: SideReadings;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
};
