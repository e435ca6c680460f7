import {
  type DocumentSide,
  type FieldName,
  fieldNames,
  isDay,
  type ReadField,
  type ReadingSignal,
  type SideReading,
  type SignalCode,
  unreadSide,
} from '@portcullis/documents';
import type { DocumentReading } from '@portcullis/domain';
import { type DocumentOutput, promptVersion, type SideOutput } from './document-output.ts';
import { extractMrzLines } from './mrz-lines.ts';
import { sanitizeText } from './sanitize-text.ts';

/** The model that answered, and how many tokens it cost. */
export type ResponseMetadata = {
  readonly model: string;
  readonly requestId: string | null;
  readonly usage: DocumentReading['usage'];
};

/**
 * A text in its expected form, `null` when there is none, and whether there was a text that does not have that form.
 */
type CheckedText = { readonly text: string | null; readonly isInvalid: boolean };

const isCountry = (text: string): boolean => /^[A-Z]{3}$/.test(text);
const anyText = (): boolean => true;

const fieldForms: { readonly [Name in FieldName]: (text: string) => boolean } = {
  last_name: anyText,
  first_name: anyText,
  document_number: anyText,
  personal_number: anyText,
  issuing_country: isCountry,
  nationality: isCountry,
  date_of_birth: isDay,
  date_of_issue: isDay,
  date_of_expiry: isDay,
  sex: anyText,
};

const checkedText = (name: FieldName, given: string): CheckedText => {
  const { text, isTruncated } = sanitizeText(given);
  if (text === '') return { text: null, isInvalid: false };
  // According to ICAO 9303-3, section 5, documents of Germany print `D`.
  const value = fieldForms[name] === isCountry && text === 'D' ? 'DEU' : text;
  return fieldForms[name](value) ? { text: value, isInvalid: isTruncated } : { text: null, isInvalid: true };
};

type CheckedField = { readonly name: FieldName; readonly field: ReadField | null; readonly isInvalid: boolean };

const checkedField = (name: FieldName, { fields }: SideOutput): CheckedField => {
  const given = fields[name];
  if (given === null) return { name, field: null, isInvalid: false };
  const { text, isInvalid } = checkedText(name, given.value);
  return { name, field: text === null ? null : { value: text, confidence: given.confidence }, isInvalid };
};

/** Keeps each code once, with the highest confidence. */
const mergeSignals = (signals: readonly ReadingSignal[]): readonly ReadingSignal[] => {
  const surest = new Map<SignalCode, ReadingSignal>();
  for (const signal of signals) {
    if ((surest.get(signal.code)?.confidence ?? -1) < signal.confidence) surest.set(signal.code, signal);
  }
  return [...surest.values()];
};

const certainSignal = (holds: boolean, code: SignalCode): readonly ReadingSignal[] =>
  holds ? [{ code, confidence: 1 }] : [];

const readerOf = ({ model, requestId }: ResponseMetadata): DocumentReading['reader'] => ({
  name: 'anthropic',
  model,
  promptVersion,
  requestId,
});

/** The reading of a side, whether its lines form an MRZ, and whether something does not have its form. */
type CheckedSide = { readonly side: SideReading; readonly hasWholeMrz: boolean; readonly isInvalid: boolean };

/** Nothing was read on a side that the model does not mention. */
const checkedSide = ({ sides }: DocumentOutput, name: DocumentSide): CheckedSide => {
  const output = sides.find(({ side }) => side === name);
  if (!output) return { side: unreadSide, hasWholeMrz: false, isInvalid: false };
  const checked = fieldNames.map((one) => checkedField(one, output));
  const { isWhole, lines, tooMany } = extractMrzLines(output.mrz_lines);
  return {
    side: {
      fields: Object.fromEntries(checked.flatMap(({ name: one, field }) => (field ? [[one, field]] : []))),
      mrzLines: lines,
      barcode: null,
    },
    hasWholeMrz: isWhole,
    isInvalid: tooMany || checked.some(({ isInvalid }) => isInvalid),
  };
};

/**
 * The lines of the document are those of the front, unless only those of the back form an MRZ: a line of other text on
 * the front hides no MRZ on the back.
 */
const linesOf = (front: CheckedSide, back: CheckedSide | null): DocumentReading['mrzLines'] =>
  back && (front.side.mrzLines === null || (back.hasWholeMrz && !front.hasWholeMrz))
    ? back.side.mrzLines
    : front.side.mrzLines;

/**
 * Converts the model's response into a reading. The document has what its sides have, and of what both have that of the
 * front. A value that does not have the form of its field is dropped and reported as a signal, so that nobody gains by
 * it: a response with an odd value is never worth more than one without it. The same holds for a back when the model
 * was shown none.
 */
export const readingOf = (output: DocumentOutput, metadata: ResponseMetadata, hasBack: boolean): DocumentReading => {
  const front = checkedSide(output, 'front');
  const back = checkedSide(output, 'back');
  const hasForeignBack = !hasBack && output.sides.some(({ side }) => side === 'back');
  const backSide = hasBack ? back.side : null;
  const fields = { ...backSide?.fields, ...front.side.fields };
  const lines = linesOf(front, hasBack ? back : null);
  const hasMrz = output.sides.some(({ mrz_lines, side }) => mrz_lines !== null && (hasBack || side === 'front'));
  const country = checkedText('issuing_country', output.issuing_country ?? '');
  const hasInvalidText = country.isInvalid || front.isInvalid || back.isInvalid || hasForeignBack;
  return {
    reader: readerOf(metadata),
    documentType: output.document_type,
    issuingCountry: country.text,
    fields,
    mrzLines: lines,
    ...(lines === null && hasMrz && { mrzUnread: true }),
    barcode: null,
    signals: mergeSignals([
      ...output.signals,
      ...certainSignal(output.instructions_found, 'document_instruction_text'),
      ...certainSignal(hasInvalidText, 'document_unverified_other'),
      ...certainSignal(lines === null && Object.keys(fields).length === 0, 'document_unreadable'),
    ]),
    sides: { front: front.side, back: backSide },
    usage: metadata.usage,
  };
};

/** The reading of bytes that are not an image. No request was sent. */
export const unreadableReading = (model: string, hasBack: boolean): DocumentReading => ({
  reader: readerOf({ model, requestId: null, usage: { inputTokens: 0, outputTokens: 0 } }),
  documentType: null,
  issuingCountry: null,
  fields: {},
  mrzLines: null,
  barcode: null,
  signals: certainSignal(true, 'document_unreadable'),
  sides: { front: unreadSide, back: hasBack ? unreadSide : null },
  usage: { inputTokens: 0, outputTokens: 0 },
});
