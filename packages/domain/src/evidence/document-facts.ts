import type { DocumentField, DocumentFields, DocumentView, FieldSource } from '../profile/view.ts';
import { type BarcodeFacts, parseBarcode } from './barcode/parse-barcode.ts';
import { dayOf } from './dates.ts';
import { type DocumentReading, type DocumentType, type FieldName, fieldNames } from './document-reading.ts';
import type { ReadingEvidence } from './evidence.ts';
import type { Mrz } from './mrz/mrz.ts';
import { parseMrz } from './mrz/parse-mrz.ts';
import { namesAgree, plainNumber } from './names.ts';

/** What a reading says once its zone and its barcode are parsed by us. */
export type DocumentFacts = {
  readonly reading: DocumentReading;
  readonly mrz: Mrz | null;
  /** The zone as another reader saw it, when two were asked. */
  readonly otherMrz: Mrz | null;
  readonly barcode: BarcodeFacts | null;
};

const zoneOf = (lines: readonly string[] | null | undefined, day: string): Mrz | null =>
  lines ? parseMrz(lines, day) : null;

/** The machine-readable parts of a reading, parsed as of the day it was read. */
export const documentFacts = ({ at, reading }: ReadingEvidence): DocumentFacts => ({
  reading,
  mrz: zoneOf(reading.mrzLines, dayOf(at)),
  otherMrz: zoneOf(reading.otherZone?.mrzLines, dayOf(at)),
  barcode: reading.barcode?.state === 'read' ? parseBarcode(reading.barcode.text) : null,
});

/** The fields that a machine reads, which our code believes: those of the zone, or of the barcode where there is no zone. */
export const machineRead = ({
  mrz,
  barcode,
}: DocumentFacts): { readonly source: 'mrz' | 'barcode'; readonly fields: Mrz['fields'] } | null => {
  if (mrz) return { source: 'mrz', fields: mrz.fields };
  return barcode ? { source: 'barcode', fields: barcode.fields } : null;
};

/** The type that the zone's document code names (ICAO 9303 parts 4, 5 and 7). */
const typeOfCode = (mrz: Mrz): DocumentType => {
  if (mrz.format.endsWith('DRIVING_LICENSE')) return 'driving_licence';
  if (mrz.documentCode.startsWith('P')) return 'passport';
  if (mrz.documentCode.startsWith('V')) return 'visa';
  if (/^(IR|AR|CR)/.test(mrz.documentCode)) return 'residence_permit';
  return /^[IAC]/.test(mrz.documentCode) ? 'id_card' : 'other';
};

/** The type by the zone where there is one, else by the reader. */
export const typeOf = ({
  mrz,
  reading,
}: DocumentFacts): { readonly type: DocumentType; readonly source: 'mrz' | 'ai' } | null => {
  if (mrz) return { type: typeOfCode(mrz), source: 'mrz' };
  return reading.documentType ? { type: reading.documentType, source: 'ai' } : null;
};

/** The issuing country by the zone where there is one, else by the reader. */
export const countryOf = ({
  mrz,
  reading,
}: DocumentFacts): { readonly country: string; readonly source: 'mrz' | 'ai' } | null => {
  if (mrz?.fields.issuing_country) return { country: mrz.fields.issuing_country, source: 'mrz' };
  const seen = reading.issuingCountry ?? reading.fields.issuing_country?.value;
  return seen ? { country: seen, source: 'ai' } : null;
};

/** M, F, or X for whatever is neither: the zone writes a filler where a document prints X (ICAO 9303-3, 4.7). */
const plainSex = (text: string): string => {
  const letter = text.trim().slice(0, 1).toUpperCase();
  return letter === 'M' || letter === 'F' ? letter : 'X';
};

/** Whether two sources say the same of a field. */
export const agree = (name: FieldName, one: string, other: string): boolean => {
  if (name === 'first_name' || name === 'last_name') return namesAgree(one, other);
  if (name === 'sex') return plainSex(one) === plainSex(other);
  return plainNumber(one) === plainNumber(other);
};

const fieldFrom = (name: FieldName, { mrz, reading }: DocumentFacts): DocumentField | null => {
  const inZone = mrz?.fields[name];
  const seen = reading.fields[name];
  const sources: { source: FieldSource; value: string; confidence?: number }[] = [];
  if (inZone !== undefined) sources.push({ source: 'mrz', value: inZone });
  if (seen) sources.push({ source: 'ai', value: seen.value, confidence: seen.confidence });
  const [first, second] = sources;
  if (!first) return null;
  if (!second) return { value: first.value, sources, agreement: 'single' };
  return { value: first.value, sources, agreement: agree(name, first.value, second.value) ? 'agree' : 'disagree' };
};

/** Every field with its sources. */
export const fieldsOf = (facts: DocumentFacts): DocumentFields =>
  Object.fromEntries(
    fieldNames.flatMap((name) => {
      const field = fieldFrom(name, facts);
      return field ? [[name, field] as const] : [];
    }),
  );

/** The document as a partner sees it. */
export const documentView = (facts: DocumentFacts): DocumentView => ({
  type: typeOf(facts)?.type ?? null,
  issuing_country: countryOf(facts)?.country ?? null,
  fields: fieldsOf(facts),
});
