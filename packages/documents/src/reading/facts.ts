import { type BarcodeFacts, parseBarcode } from '../aamva/parse-barcode.ts';
import { withoutDoubtfulFields } from '../mrz/doubtful-fields.ts';
import type { Mrz } from '../mrz/mrz.ts';
import { parseMrz } from '../mrz/parse-mrz.ts';
import { dayOf } from '../terms/days.ts';
import type { DocumentType } from '../terms/document-terms.ts';
import { parseCountry } from '../text-compare/countries.ts';
import { withCenturies } from './centuries.ts';
import type { DocumentReading, SideReading } from './reading.ts';
import { daysIn, type StateDays } from './time-zones.ts';

/** The facts of a reading once we have parsed its MRZ and its barcode. */
export type DocumentFacts = {
  readonly reading: DocumentReading;
  readonly mrz: Mrz | null;
  /** The MRZ as another reader saw it, when two were asked. */
  readonly otherMrz: Mrz | null;
  readonly barcode: BarcodeFacts | null;
  /**
   * The facts of each side alone, where the reader tells the sides apart. The MRZ and the barcode that count are the
   * same values here, so that they can be found on their sides.
   */
  readonly sides: { readonly front: DocumentFacts; readonly back: DocumentFacts | null } | null;
};

const writtenDays = (
  name: 'date_of_birth' | 'date_of_expiry',
  { fields }: DocumentReading,
  barcode: BarcodeFacts | null,
): readonly string[] => [fields[name]?.value, barcode?.fields[name]].flatMap((day) => day ?? []);

/**
 * A text is no fact if the reader was not sure of it and no check digit confirms it. The century of a date is what the
 * rest of the document says.
 */
const parseMrzOf = (
  lines: readonly string[] | null | undefined,
  reading: DocumentReading,
  barcode: BarcodeFacts | null,
  day: string,
): Mrz | null => {
  const mrz = lines ? parseMrz(lines, day) : null;
  const elsewhere = {
    birth: writtenDays('date_of_birth', reading, barcode),
    expiry: writtenDays('date_of_expiry', reading, barcode),
  };
  return mrz && withCenturies(mrz, typeOfCode(mrz), elsewhere, day);
};

const parseText = (barcode: DocumentReading['barcode']): BarcodeFacts | null =>
  barcode?.state === 'read' ? parseBarcode(barcode.text) : null;

const isSameText = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  one?.join('\n') === other?.join('\n');

const isSameBarcode = (one: DocumentReading['barcode'], other: DocumentReading['barcode']): boolean =>
  one?.state === 'read' && other?.state === 'read' && one.text === other.text;

/**
 * The facts of one side: parts that equal the whole document are not parsed again. The centuries of its MRZ are what
 * the whole document says.
 */
const factsOfSide = (whole: Omit<DocumentFacts, 'sides'>, side: SideReading, day: string): DocumentFacts => {
  const { mrzDoubts, otherZone: _, sides: __, ...reading } = whole.reading;
  const hasMrz = isSameText(side.mrzLines, reading.mrzLines);
  return {
    reading: { ...reading, ...side, ...(hasMrz && mrzDoubts && { mrzDoubts }) },
    mrz: hasMrz ? whole.mrz : parseMrzOf(side.mrzLines, whole.reading, whole.barcode, day),
    otherMrz: null,
    barcode: isSameBarcode(side.barcode, reading.barcode) ? whole.barcode : parseText(side.barcode),
    sides: null,
  };
};

const parseReading = (reading: DocumentReading, day: string): DocumentFacts => {
  const barcode = parseText(reading.barcode);
  const mrz = parseMrzOf(reading.mrzLines, reading, barcode, day);
  const whole = {
    reading,
    mrz: mrz && withoutDoubtfulFields(mrz, reading),
    otherMrz: parseMrzOf(reading.otherZone?.mrzLines, reading, barcode, day),
    barcode,
  };
  const { sides } = reading;
  return {
    ...whole,
    sides: sides
      ? { front: factsOfSide(whole, sides.front, day), back: sides.back && factsOfSide(whole, sides.back, day) }
      : null,
  };
};

type Parsed = { readonly day: string; readonly facts: DocumentFacts };

/**
 * The facts of each reading for as long as it is in use: a request that judges and shows a document asks four times.
 */
const parsed = new WeakMap<DocumentReading, Parsed>();

/** Parses the machine-readable parts of a reading, as of the day it was read. */
export const documentFacts = ({
  at,
  reading,
}: {
  readonly at: string;
  readonly reading: DocumentReading;
}): DocumentFacts => {
  const day = dayOf(at);
  const known = parsed.get(reading);
  if (known?.day === day) return known.facts;
  const facts = parseReading(reading, day);
  parsed.set(reading, { day, facts });
  return facts;
};

/** The State that the MRZ names as the issuer; empty where it names none. */
export const issuingStateOf = ({ mrz }: DocumentFacts): string => parseCountry(mrz?.fields.issuing_country ?? '') ?? '';

/** Whether the MRZ proves that it was read correctly: it has check digits, and all of them are valid. */
export const isMrzProven = ({ mrz }: DocumentFacts): boolean => mrz?.valid === true && mrz.checkDigits.length > 0;

/** Whether the barcode is preferred: there is no MRZ, or one that does not prove that it was read correctly. */
const prefersBarcode = (facts: DocumentFacts): boolean => facts.barcode !== null && !isMrzProven(facts);

/**
 * The fields from the machine-readable source that our code trusts: the MRZ, or the barcode where no MRZ proves itself.
 */
export const machineRead = (
  facts: DocumentFacts,
): { readonly source: 'mrz' | 'barcode'; readonly fields: Mrz['fields'] } | null => {
  const { mrz, barcode } = facts;
  if (barcode && prefersBarcode(facts)) return { source: 'barcode', fields: barcode.fields };
  return mrz && { source: 'mrz', fields: mrz.fields };
};

/**
 * The type that the document code of the MRZ names (ICAO 9303 parts 4, 5 and 7). The certificate of a crew
 * member, `AC`, is no identity card (9303-5, 4.2.2).
 */
const typeOfCode = (mrz: Mrz): DocumentType => {
  if (mrz.format.endsWith('DRIVING_LICENSE')) return 'driving_licence';
  if (mrz.documentCode.startsWith('P')) return 'passport';
  if (mrz.documentCode.startsWith('V')) return 'visa';
  if (/^(IR|AR|CR)/.test(mrz.documentCode)) return 'residence_permit';
  if (mrz.documentCode === 'AC') return 'other';
  return /^[IAC]/.test(mrz.documentCode) ? 'id_card' : 'other';
};

/** A value that one source has for a document. */
type SourcedValue<T> = { readonly value: T; readonly source: Source };
type Source = 'mrz' | 'barcode' | 'ai';

const sourcedValue = <T>(source: Source, value: T | null | undefined): readonly SourcedValue<T>[] =>
  value === null || value === undefined ? [] : [{ value, source }];

/**
 * Values in order of reliability: those of the trusted machine-readable source, those of the other one, then those of
 * the reader.
 */
export const byReliability = <T>(
  facts: DocumentFacts,
  mrz: readonly T[],
  barcode: readonly T[],
  print: readonly T[],
): readonly T[] => (prefersBarcode(facts) ? [...barcode, ...mrz, ...print] : [...mrz, ...barcode, ...print]);

/**
 * The days that it is at `now` where the document was issued: those of the issuing State's time
 * zones.
 */
export const daysOf = (facts: DocumentFacts, now: string): StateDays => {
  const state = parseCountry(countriesOf(facts)[0]?.value ?? '');
  return daysIn(state ?? '', now);
};

/** Whether it is a passport card, as those of the United States and Ireland, which readers of print call a passport. */
const isPassportCard = (mrz: Mrz | null): boolean => mrz?.format === 'TD1' && mrz.documentCode === 'IP';

/** The type of the document by each source that names one, the most reliable first. */
export const typesOf = (facts: DocumentFacts): readonly SourcedValue<DocumentType>[] => {
  const { barcode, mrz, reading } = facts;
  const inMrz = sourcedValue('mrz', mrz && typeOfCode(mrz));
  return byReliability(
    facts,
    inMrz,
    sourcedValue('barcode', barcode?.documentType),
    sourcedValue('ai', isPassportCard(mrz) && reading.documentType === 'passport' ? 'id_card' : reading.documentType),
  );
};

/** The type by the most reliable source that names one. */
export const typeOf = (facts: DocumentFacts): { readonly type: DocumentType; readonly source: Source } | null => {
  const [first] = typesOf(facts);
  return first ? { type: first.value, source: first.source } : null;
};

/**
 * The issuing country by each source that names one, the most reliable first. A reader may name the country of the
 * document as a whole.
 */
export const countriesOf = (facts: DocumentFacts): readonly SourcedValue<string>[] => {
  const { barcode, mrz, reading } = facts;
  const inBarcode = sourcedValue('barcode', barcode?.fields.issuing_country);
  const inPrint = sourcedValue('ai', reading.issuingCountry ?? reading.fields.issuing_country?.value);
  return byReliability(facts, sourcedValue('mrz', mrz?.fields.issuing_country), inBarcode, inPrint);
};
