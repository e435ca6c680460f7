import { checkDigitOf, unreadSide } from '@portcullis/documents';
import type { DocumentReading } from '@portcullis/domain';

const padded = (text: string, length: number): string => text.padEnd(length, '<').slice(0, length);
const withCheckDigit = (text: string, length: number): string =>
  padded(text, length) + checkDigitOf(padded(text, length));

/** The fields of an MRZ; dates are `YYMMDD`, and names are written as in it: `ERIKSSON<<ANNA<MARIA`. */
export type MrzText = {
  readonly code?: string;
  readonly state?: string;
  readonly nationality?: string;
  readonly names?: string;
  readonly number?: string;
  readonly born?: string;
  readonly sex?: string;
  readonly expires?: string;
  readonly optional?: string;
};

/** The person of ICAO 9303, who lives in a state that does not exist. */
const anna = {
  code: 'P<',
  state: 'UTO',
  nationality: 'UTO',
  names: 'ERIKSSON<<ANNA<MARIA',
  number: 'L898902C3',
  born: '740812',
  sex: 'F',
  expires: '320415',
  optional: '',
};

/** Answers the two lines of a passport with valid check digits. */
export const passportLines = (over: MrzText = {}): readonly string[] => {
  const mrz = { ...anna, ...over };
  const number = withCheckDigit(mrz.number, 9);
  const born = withCheckDigit(mrz.born, 6);
  const expires = withCheckDigit(mrz.expires, 6);
  const optional = withCheckDigit(mrz.optional, 14);
  const composite = checkDigitOf(number + born + expires + optional);
  return [
    padded(`${mrz.code}${padded(mrz.state, 3)}${mrz.names}`, 44),
    `${number}${padded(mrz.nationality, 3)}${born}${mrz.sex}${expires}${optional}${composite}`,
  ];
};

/** Answers what a reader reads on a flawless passport, whose number is printed beside its MRZ. */
export const aPassport = (over: MrzText = {}): DocumentReading => {
  const { number = anna.number, state = anna.state } = over;
  const page = {
    mrzLines: passportLines(over),
    fields: { document_number: { value: number, confidence: 1 } },
    barcode: null,
  };
  return {
    reader: { name: 'memory', model: 'script', promptVersion: null, requestId: null },
    documentType: 'passport',
    issuingCountry: state,
    ...page,
    signals: [],
    sides: { front: { ...unreadSide, ...page }, back: null },
    usage: { inputTokens: 0, outputTokens: 0 },
  };
};
