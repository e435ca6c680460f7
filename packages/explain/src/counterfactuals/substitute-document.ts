import {
  type Day,
  type DocumentType,
  dayOf,
  exampleNumber,
  type FieldName,
  machineRead,
  machineReadHolder,
  mrzSizes,
  numberGrammars,
  specimenSign,
  unreadSide,
} from '@portcullis/documents';
import type { DocumentReading } from '@portcullis/domain';
import { addDays } from '@portcullis/domain/kernel';
import { mrzDate, mrzState, padWithFiller, withCheckDigits } from './mrz-lines.ts';
import type { ExplainContext } from './perturbation.ts';

/**
 * The machine-readable zones that we can write: that of a passport, and that of a card with two lines (ICAO 9303-4 and
 * 9303-6).
 */
const writableMrz: readonly (readonly [type: DocumentType, code: string, width: number])[] = [
  ['passport', 'P<', mrzSizes.TD3.lineLength],
  ['id_card', 'I<', mrzSizes.TD2.lineLength],
  ['residence_permit', 'IR', mrzSizes.TD2.lineLength],
];

type Holder = { readonly [Name in 'last_name' | 'first_name' | 'document_number' | 'date_of_birth']: string };

const mrzName = (name: string): string =>
  name
    .normalize('NFD')
    .toUpperCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Z]+/g, '<')
    .replace(/^<|<$/g, '');

/** Whether the document is a published specimen, and the policy accepts none. */
export const isSpecimen = ({ facts, policy }: ExplainContext): boolean => {
  const read = facts && machineRead(facts);
  if (!read || policy.documents.knownSpecimens === 'accept') return false;
  return specimenSign(machineReadHolder(read.fields)) !== null;
};

/** Whether a passport or a card of the State may have the number. */
const isValidNumberFor = (state: string | null, number: string): boolean =>
  numberGrammars.every((grammar) => grammar.state !== state || grammar.pattern.test(number));

/** The holder of the document: the claimed person, otherwise the person who was read, otherwise a made-up one. */
const holderOf = (context: ExplainContext, state: string | null): Holder => {
  const { facts, currentEvidence, policy, now } = context;
  const isSpecimenHolder = isSpecimen(context);
  const claimed = currentEvidence.claimed?.value.claimed ?? {};
  const read = (name: FieldName): string | undefined =>
    isSpecimenHolder ? undefined : ((facts && machineRead(facts))?.fields[name] ?? facts?.reading.fields[name]?.value);
  // By the two digits of a zone, a person of a hundred years would be a child again.
  const isCenturyOpen = facts?.mrz?.openCenturies?.includes('date_of_birth') === true;
  const [first, ...others] = claimed.full_name?.trim().split(/\s+/) ?? [];
  const number = read('document_number') ?? '';
  const adultBirthYear = Number(now.slice(0, 4)) - Math.max(policy.minimumAge, 18) - 1;
  return {
    last_name: claimed.last_name ?? (others.join(' ') || first) ?? read('last_name') ?? 'HOLDER',
    first_name: claimed.first_name ?? (others.length > 0 ? first : undefined) ?? read('first_name') ?? 'ANNA',
    document_number:
      claimed.document_number ??
      (number !== '' && isValidNumberFor(state, number) ? number : exampleNumber(state ?? '', 'passport')),
    date_of_birth:
      claimed.date_of_birth ?? (isCenturyOpen ? undefined : read('date_of_birth')) ?? `${adultBirthYear}-01-01`,
  };
};

const mrzLinesOf = (
  holder: Holder,
  code: string,
  width: number,
  state: string,
  expires: Day,
): readonly string[] | null => {
  const number = padWithFiller(holder.document_number.toUpperCase().replace(/[^A-Z0-9]/g, ''), 9);
  const names = `${mrzName(holder.last_name)}<<${mrzName(holder.first_name)}`;
  const dates = `${mrzDate(holder.date_of_birth)}0<${mrzDate(expires)}0`;
  const second = `${number}0${mrzState(state)}${dates}`;
  return withCheckDigits([
    padWithFiller(`${code}${mrzState(state)}${names}`, width),
    // The last position is that of the composite check digit.
    `${padWithFiller(second, width - 1)}0`,
  ]);
};

/** A day in the format of a barcode of the United States (MMDDYYYY). */
const aamvaDate = (day: Day): string => `${day.slice(5, 7)}${day.slice(8)}${day.slice(0, 4)}`;

/**
 * The barcode of a driving licence of Virginia with the elements that the checks need (AAMVA DL/ID Card Design Standard
 * 2020, D.12).
 */
const aamvaBarcode = (holder: Holder, expires: Day): string => {
  const elements = [
    `DCS${mrzName(holder.last_name)}`,
    `DAC${mrzName(holder.first_name)}`,
    `DAQ${holder.document_number}`,
    `DBB${aamvaDate(holder.date_of_birth)}`,
    `DBA${aamvaDate(expires)}`,
    'DCGUSA',
  ];
  const subfile = `DL${elements.join('\n')}\r`;
  return `@\n\u001e\rANSI 636000100001DL0031${String(subfile.length).padStart(4, '0')}${subfile}`;
};

type SubstituteFields = Pick<DocumentReading, 'documentType' | 'issuingCountry' | 'mrzLines' | 'barcode'>;

/** A document that the policy accepts and that we can write. */
const substituteFields = (
  { policy, now }: ExplainContext,
  holder: Holder,
  state: string | null,
): SubstituteFields | null => {
  const { types } = policy.documents;
  const expires = addDays(dayOf(now), 5 * 365);
  const isLicenceWanted = types.includes('driving_licence') && policy.checks.document_barcode === 'required';
  const mrz = writableMrz.find(([type]) => types.includes(type));
  if (mrz && state !== null && !isLicenceWanted) {
    const [type, code, width] = mrz;
    const mrzLines = mrzLinesOf(holder, code, width, state, expires);
    return { documentType: type, issuingCountry: state, mrzLines, barcode: null };
  }
  if (!types.includes('driving_licence')) return null;
  const barcode = { state: 'read', text: aamvaBarcode(holder, expires) } as const;
  return { documentType: 'driving_licence', issuingCountry: 'USA', mrzLines: null, barcode };
};

/**
 * The reading of a legible, accepted document that is valid for five years; `null` if the policy accepts none that we
 * can write.
 */
export const substituteReading = (context: ExplainContext, state: string | null): DocumentReading | null => {
  const holder = holderOf(context, state);
  const document = substituteFields(context, holder, state);
  if (!document) return null;
  const seen = Object.entries(holder).map(([name, value]) => [name, { value, confidence: 1 }] as const);
  const fields = Object.fromEntries(seen);
  const { barcode, mrzLines } = document;
  return {
    reader: context.facts?.reading.reader ?? { name: '', model: '', promptVersion: '', requestId: null },
    ...document,
    fields,
    signals: [],
    // The MRZs that we write may stand beside the portrait; the barcode of a licence is on its back.
    sides: {
      front: { fields, mrzLines, barcode: null },
      back: barcode && { ...unreadSide, barcode },
    },
    usage: { inputTokens: 0, outputTokens: 0 },
  };
};
