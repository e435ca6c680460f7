import { addYears, checkDigitOf, type DocumentType, dayOf, exampleNumber } from '@portcullis/documents';
import type { DocumentReading } from '@portcullis/domain';
import { addDays } from '@portcullis/domain/kernel';
import { mrzDate, mrzState, padWithFiller } from '../counterfactuals/mrz-lines.ts';

const withCheckDigit = (text: string, length: number): string =>
  `${padWithFiller(text, length)}${checkDigitOf(padWithFiller(text, length))}`;

/** The holder of a sample document. Days are `YYYY-MM-DD`; `state` is a code of ISO 3166-1 or ICAO 9303-3. */
export type SampleHolder = {
  readonly lastName: string;
  readonly firstName: string;
  readonly state: string;
  readonly born: string;
  readonly expires: string;
};

const mrzName = ({ firstName, lastName }: SampleHolder): string =>
  [lastName, firstName].map((name) => name.toUpperCase().replaceAll(' ', '<')).join('<<');

/** The two lines of a passport (ICAO 9303-4, 4.2) or of a visa, which has no composite check digit (9303-7, 4.2). */
const bookletLines = (code: string, holder: SampleHolder, documentNumber: string): readonly string[] => {
  const state = mrzState(holder.state);
  const number = withCheckDigit(documentNumber, 9);
  const born = withCheckDigit(mrzDate(holder.born), 6);
  const expires = withCheckDigit(mrzDate(holder.expires), 6);
  const first = padWithFiller(`${padWithFiller(code, 2)}${state}${mrzName(holder)}`, 44);
  if (code === 'V') return [first, padWithFiller(`${number}${state}${born}F${expires}`, 44)];
  const optional = withCheckDigit('', 14);
  return [first, `${number}${state}${born}F${expires}${optional}${checkDigitOf(number + born + expires + optional)}`];
};

/** The three lines of a card (ICAO 9303-5, 4.2). */
const cardLines = (code: string, holder: SampleHolder, documentNumber: string): readonly string[] => {
  const state = mrzState(holder.state);
  const first = `${padWithFiller(code, 2)}${state}${withCheckDigit(documentNumber, 9)}${padWithFiller('', 15)}`;
  const born = withCheckDigit(mrzDate(holder.born), 6);
  const expires = withCheckDigit(mrzDate(holder.expires), 6);
  const optionalData = padWithFiller('', 11);
  const compositeDigit = checkDigitOf(`${first.slice(5)}${born}${expires}${optionalData}`);
  return [first, `${born}F${expires}${state}${optionalData}${compositeDigit}`, padWithFiller(mrzName(holder), 30)];
};

const mrzByType: {
  readonly [Type in DocumentType]?: (holder: SampleHolder, documentNumber: string) => readonly string[];
} = {
  passport: (holder, number) => bookletLines('P', holder, number),
  visa: (holder, number) => bookletLines('V', holder, number),
  id_card: (holder, number) => cardLines('I', holder, number),
  residence_permit: (holder, number) => cardLines('IR', holder, number),
};

/** The barcode of a driving licence of Virginia, or of Ontario, which uses the same format (AAMVA DL/ID, annex D). */
const licenceBarcode = (
  { born, expires, firstName, lastName, state }: SampleHolder,
  documentNumber: string,
): string => {
  const date = (day: string): string => `${day.slice(5, 7)}${day.slice(8)}${day.slice(0, 4)}`;
  const [first = '', middle = ''] = firstName.toUpperCase().split(' ');
  const elements = [
    `DAQ${documentNumber}`,
    `DCS${lastName.toUpperCase()}`,
    `DAC${first}`,
    `DAD${middle}`,
    `DBB${date(born)}`,
    `DBA${date(expires)}`,
    `DCG${state}`,
  ];
  const subfile = `DL${elements.join('\n')}\r`;
  return `@\n\u001e\rANSI ${state === 'CAN' ? '636012' : '636000'}100001DL0031${String(subfile.length).padStart(4, '0')}${subfile}`;
};

/** The countries whose driving licences have such a barcode. */
const licenceCountries = ['USA', 'CAN'];

/** Whether there is a sample document. Other licences and documents have no machine-readable part. */
export const hasSampleDocument = (type: DocumentType, state: string): boolean =>
  mrzByType[type] !== undefined || (type === 'driving_licence' && licenceCountries.includes(state));

/** Whether the machine-readable part is on the back. */
export const isMachineReadOnBack = (type: DocumentType): boolean =>
  type === 'id_card' || type === 'residence_permit' || type === 'driving_licence';

const certain = (value: string) => ({ value, confidence: 1 });

/** The reading of both sides of a flawless document by a model. */
export const sampleDocument = (type: DocumentType, holder: SampleHolder): DocumentReading => {
  const number = exampleNumber(holder.state, type);
  return {
    reader: { name: 'specimen', model: 'specimen', promptVersion: '1', requestId: null },
    documentType: type,
    issuingCountry: holder.state,
    fields: {
      document_number: certain(number),
      date_of_birth: certain(holder.born),
      date_of_expiry: certain(holder.expires),
    },
    mrzLines: mrzByType[type]?.(holder, number) ?? null,
    barcode: type === 'driving_licence' ? { state: 'read', text: licenceBarcode(holder, number) } : null,
    signals: [],
    usage: { inputTokens: 0, outputTokens: 0 },
  };
};

/** The day that is the given number of years and days before the day of `now`. */
export const dateBefore = (now: string, years: number, days = 0): string =>
  addDays(addYears(dayOf(now), -years), -days);
