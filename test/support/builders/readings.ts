import { type MrzText, passportLines } from '@portcullis/adapter-memory/testing';
import type { ReadingSignal, SideReading, SideReadings, SignalCode } from '@portcullis/documents';
import type { DocumentReading } from '@portcullis/domain';

export { type MrzText, passportLines };

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const weights = [7, 3, 1];

/** Computes the check digit of ICAO 9303-3, 4.9. The parser of the domain does not judge itself by it. */
export const checkDigit = (text: string): string => {
  const sum = [...text].reduce(
    (total, letter, i) => total + Math.max(0, letters.indexOf(letter)) * (weights[i % 3] ?? 0),
    0,
  );
  return String(sum % 10);
};

/** The specimens of ICAO 9303 parts 4, 5 and 6, as printed there; all of them expired in 2012. */
export const icaoSpecimens = {
  td3: ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
  td2: ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'],
  td1: ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'],
} as const;

const padded = (text: string, length: number): string => text.padEnd(length, '<').slice(0, length);
const withCheckDigit = (text: string, length: number): string =>
  padded(text, length) + checkDigit(padded(text, length));

const anna = {
  state: 'UTO',
  nationality: 'UTO',
  names: 'ERIKSSON<<ANNA<MARIA',
  born: '740812',
  sex: 'F',
  expires: '320415',
  optional: '',
};

/**
 * Answers the three lines of a card; a number of more than nine characters continues in the optional field (9303-5,
 * 4.2.2).
 */
export const cardLines = (over: MrzText & { readonly optional2?: string } = {}): readonly string[] => {
  const mrz = { code: 'I<', number: 'D23145890', optional2: '', ...anna, ...over };
  const rest = mrz.number.length > 9 ? `${mrz.number.slice(9)}${checkDigit(mrz.number)}<` : '';
  const number = rest === '' ? withCheckDigit(mrz.number, 9) : `${mrz.number.slice(0, 9)}<`;
  const first = `${mrz.code}${padded(mrz.state, 3)}${number}${padded(rest + mrz.optional, 15)}`;
  const born = withCheckDigit(mrz.born, 6);
  const expires = withCheckDigit(mrz.expires, 6);
  const more = padded(mrz.optional2, 11);
  const composite = checkDigit(first.slice(5) + born + expires + more);
  return [first, `${born}${mrz.sex}${expires}${padded(mrz.nationality, 3)}${more}${composite}`, padded(mrz.names, 30)];
};

/** The elements of a licence's barcode (AAMVA DL/ID Card Design Standard, annex D); `null` leaves an element out. */
type LicenceText = {
  readonly [Element in 'DAA' | 'DCS' | 'DAC' | 'DAQ' | 'DCG' | 'DBB' | 'DBD' | 'DBA' | 'DBC' | 'DDH' | 'DDI' | 'DDJ']?:
    | string
    | null;
};

/** Answers the text of a licence's PDF417, version 10, with dates as MMDDCCYY; `type` is `ID` for an identity card. */
export const licenceText = (over: LicenceText = {}, type: 'DL' | 'ID' | 'EN' = 'DL'): string => {
  const anna = {
    DCS: 'ERIKSSON',
    DAC: 'ANNA MARIA',
    DAQ: 'T64235789',
    DCG: 'USA',
    DBB: '08121974',
    DBC: '2',
  };
  const elements = { ...anna, DBD: '04162022', DBA: '04152032', ...over };
  const body = Object.entries(elements).flatMap(([name, value]) => (value === null ? [] : [`${name}${value}`]));
  const subfile = `${type}${body.join('\n')}\r`;
  return `@\n\u001e\rANSI 636000100001${type}0031${String(subfile.length).padStart(4, '0')}${subfile}`;
};

/**
 * Answers the document number of an MRZ, extracted here so that the parser is not its own judge; `null` when there is
 * none.
 */
export const numberIn = (lines: readonly string[] | null): string | null => {
  const [first = '', second = ''] = lines ?? [];
  const isCard = lines?.length === 3;
  const head = isCard ? first.slice(5, 14) : second.slice(0, 9);
  const rest = isCard && first[14] === '<' ? (/^[A-Z0-9]*/.exec(first.slice(15))?.[0].slice(0, -1) ?? '') : '';
  const number = `${head}${rest}`.replaceAll('<', '');
  return number === '' ? null : number;
};

/** The minimum that a document prints: the number of its MRZ. */
export const printedFields = (lines: readonly string[] | null): DocumentReading['fields'] => {
  const value = numberIn(lines);
  return value === null ? {} : { document_number: { value, confidence: 1 } };
};

/** Answers signals with full confidence. */
export const confidentSignals = (...codes: readonly SignalCode[]): readonly ReadingSignal[] =>
  codes.map((code) => ({ code, confidence: 1 }));

/** All that a reading has, on the picture of the front. */
export const onFront = ({ barcode, fields, mrzLines }: SideReading): SideReadings => ({
  front: { barcode, fields, mrzLines },
  back: null,
});

/** The sides of a card: print is on the front, and what a machine reads on the back. */
export const onCard = ({ barcode, fields, mrzLines }: SideReading): SideReadings => ({
  front: { barcode: null, fields, mrzLines: null },
  back: { barcode, fields: {}, mrzLines },
});

/**
 * A model's reading of a flawless passport, valid until 2032, with its number printed; `over` replaces members. All of
 * it is on the front, except what a machine reads on the back of cards, unless `over` says otherwise.
 */
export const aReading = (over: Partial<DocumentReading> = {}): DocumentReading => {
  const reading = flawlessReading(over);
  const isCard = reading.mrzLines?.length === 3 || (reading.mrzLines === null && reading.barcode !== null);
  return { sides: isCard ? onCard(reading) : onFront(reading), ...reading };
};

const flawlessReading = (over: Partial<DocumentReading>): DocumentReading => ({
  reader: { name: 'model', model: 'reader-1', promptVersion: '1', requestId: null },
  documentType: 'passport',
  issuingCountry: 'UTO',
  fields: printedFields(over.mrzLines === undefined ? passportLines() : over.mrzLines),
  mrzLines: passportLines(),
  barcode: null,
  signals: [],
  usage: { inputTokens: 0, outputTokens: 0 },
  ...over,
});

/** A reader that is no model, and that detects no signs of forgery. */
export const localReader: DocumentReading['reader'] = {
  name: 'local',
  model: 'ocr-1',
  promptVersion: null,
  requestId: null,
};

/** A model's reading of a flawless licence without an MRZ, valid until 2032, with its number printed. */
export const aLicence = (over: Partial<DocumentReading> = {}, text: LicenceText = {}): DocumentReading =>
  aReading({
    documentType: 'driving_licence',
    issuingCountry: 'USA',
    mrzLines: null,
    fields: { document_number: { value: 'T64235789', confidence: 1 } },
    barcode: { state: 'read', text: licenceText(text) },
    ...over,
  });
