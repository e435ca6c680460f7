import type { DocumentReading } from '@portcullis/domain';
import type { ReadField, ReadingSignal, SignalCode } from '@portcullis/domain/documents';
import { type FieldName, fieldNames, isDay } from '@portcullis/domain/kernel';
import { type DocumentOutput, promptVersion } from './document-output.ts';
import { extractMrzLines } from './mrz-lines.ts';
import { sanitizeText } from './sanitize-text.ts';

/** Who answered, and how many tokens it cost. */
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

const checkedField = (name: FieldName, { fields }: DocumentOutput): CheckedField => {
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

/**
 * Converts the model's response into a reading. A value that does not have the form of its field is dropped and
 * reported as a signal, so that nobody gains by it: a response with an odd value is never worth more than one without
 * it.
 */
export const readingOf = (output: DocumentOutput, metadata: ResponseMetadata): DocumentReading => {
  const checked = fieldNames.map((name) => checkedField(name, output));
  const fields = Object.fromEntries(checked.flatMap(({ name, field }) => (field ? [[name, field]] : [])));
  const country = checkedText('issuing_country', output.issuing_country ?? '');
  const { lines, tooMany } = extractMrzLines(output.mrz_lines);
  const hasInvalidText = tooMany || country.isInvalid || checked.some(({ isInvalid }) => isInvalid);
  return {
    reader: readerOf(metadata),
    documentType: output.document_type,
    issuingCountry: country.text,
    fields,
    mrzLines: lines,
    ...(lines === null && output.mrz_lines !== null && { mrzUnread: true }),
    barcode: null,
    signals: mergeSignals([
      ...output.signals,
      ...certainSignal(output.instructions_found, 'document_instruction_text'),
      ...certainSignal(hasInvalidText, 'document_unverified_other'),
      ...certainSignal(lines === null && Object.keys(fields).length === 0, 'document_unreadable'),
    ]),
    usage: metadata.usage,
  };
};

/** The reading of bytes that are not an image. No request was sent. */
export const unreadable = (model: string): DocumentReading => ({
  reader: readerOf({ model, requestId: null, usage: { inputTokens: 0, outputTokens: 0 } }),
  documentType: null,
  issuingCountry: null,
  fields: {},
  mrzLines: null,
  barcode: null,
  signals: certainSignal(true, 'document_unreadable'),
  usage: { inputTokens: 0, outputTokens: 0 },
});
