import {
  type DocumentReading,
  type FieldName,
  fieldNames,
  isDay,
  type ReadField,
  type ReadingSignal,
  type SignalCode,
} from '@portcullis/domain';
import { cleanText } from './clean-text.ts';
import { type DocumentOutput, promptVersion } from './document-output.ts';
import { zoneLines } from './zone.ts';

/** Who answered, and how many tokens it cost. */
export type Answered = {
  readonly model: string;
  readonly requestId: string | null;
  readonly usage: DocumentReading['usage'];
};

/**
 * A text in its expected form, `null` when there is none, and whether there was a text that does not have that form.
 */
type Kept = { readonly text: string | null; readonly spoilt: boolean };

const isCountry = (text: string): boolean => /^[A-Z]{3}$/.test(text);
const anything = (): boolean => true;

const forms: { readonly [Name in FieldName]: (text: string) => boolean } = {
  last_name: anything,
  first_name: anything,
  document_number: anything,
  personal_number: anything,
  issuing_country: isCountry,
  nationality: isCountry,
  date_of_birth: isDay,
  date_of_issue: isDay,
  date_of_expiry: isDay,
  sex: anything,
};

const keptIn = (name: FieldName, given: string): Kept => {
  const { text, cut } = cleanText(given);
  if (text === '') return { text: null, spoilt: false };
  // According to ICAO 9303-3, section 5, documents of Germany print `D`.
  const value = forms[name] === isCountry && text === 'D' ? 'DEU' : text;
  return forms[name](value) ? { text: value, spoilt: cut } : { text: null, spoilt: true };
};

type Read = { readonly name: FieldName; readonly field: ReadField | null; readonly spoilt: boolean };

const readField = (name: FieldName, { fields }: DocumentOutput): Read => {
  const given = fields[name];
  if (given === null) return { name, field: null, spoilt: false };
  const { text, spoilt } = keptIn(name, given.value);
  return { name, field: text === null ? null : { value: text, confidence: given.confidence }, spoilt };
};

/** Keeps each code once, with the highest confidence. */
const merged = (signals: readonly ReadingSignal[]): readonly ReadingSignal[] => {
  const surest = new Map<SignalCode, ReadingSignal>();
  for (const signal of signals) {
    if ((surest.get(signal.code)?.confidence ?? -1) < signal.confidence) surest.set(signal.code, signal);
  }
  return [...surest.values()];
};

const sure = (holds: boolean, code: SignalCode): readonly ReadingSignal[] => (holds ? [{ code, confidence: 1 }] : []);

const readerOf = ({ model, requestId }: Answered): DocumentReading['reader'] => ({
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
export const readingOf = (output: DocumentOutput, answered: Answered): DocumentReading => {
  const read = fieldNames.map((name) => readField(name, output));
  const fields = Object.fromEntries(read.flatMap(({ name, field }) => (field ? [[name, field]] : [])));
  const country = keptIn('issuing_country', output.issuing_country ?? '');
  const { lines, tooMany } = zoneLines(output.mrz_lines);
  const isOdd = tooMany || country.spoilt || read.some(({ spoilt }) => spoilt);
  return {
    reader: readerOf(answered),
    documentType: output.document_type,
    issuingCountry: country.text,
    fields,
    mrzLines: lines,
    barcode: null,
    signals: merged([
      ...output.signals,
      ...sure(output.instructions_found, 'document_instruction_text'),
      ...sure(isOdd, 'document_unverified_other'),
      ...sure(lines === null && Object.keys(fields).length === 0, 'document_unreadable'),
    ]),
    usage: answered.usage,
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
  signals: sure(true, 'document_unreadable'),
  usage: { inputTokens: 0, outputTokens: 0 },
});
