import {
  addYears,
  alwaysHasPersonalNumber,
  birthsInPersonalNumber,
  correctedLines,
  type Day,
  type DocumentFacts,
  doubtsBetween,
  type FieldSourceValue,
  fieldValues,
  hasWrongCheckDigit,
  isBirthNumberBroken,
  isNumberInDoubt,
  isNumberRepaired,
  isPersonalNumberInDoubt,
  isPersonalNumberOf,
  issuingStateOf,
  type MrzDoubt,
  machineRead,
  misreadPersonalNumber,
  normalizeNumber,
  numberGrammar,
  parseCountry,
} from '@portcullis/documents';
import type { ReasonCode } from '../../policy/reasons.ts';
import { isSurelyRead } from './document-check.ts';
import type { CheckFinding } from './finding.ts';

/** Why a document number whose check digits hold may be another one. */
type NumberDoubt = 'other_characters' | 'repaired' | 'form' | 'missing';

/** The characters that readers of the zone saw in other ways than its lines have them. */
const seenOtherwise = ({ mrz, reading }: DocumentFacts): readonly MrzDoubt[] => [
  ...(reading.mrzDoubts ?? []),
  ...(mrz ? doubtsBetween(correctedLines(mrz), reading.otherZone?.mrzLines ?? []) : []),
];

/** A day as numbers have it, `YYMMDD`. */
const shortDay = (day: string): string => day.slice(2).replaceAll('-', '');

/** An MRZ has no room for more characters of a number of a person, so that one that fills it may go on. */
const maxInMrz = 14;

const personalDoubtsOf = (facts: DocumentFacts): readonly NumberDoubt[] => {
  const { mrz, reading } = facts;
  const number = normalizeNumber(mrz?.fields.personal_number ?? '');
  if (!mrz) return [];
  const state = issuingStateOf(facts);
  if (number === '') return alwaysHasPersonalNumber(state, mrz.documentCode, mrz.fields.nationality) ? ['missing'] : [];
  const printed = reading.fields.personal_number?.value;
  const isConfirmed = printed !== undefined && normalizeNumber(printed) === number;
  // Of a number that itself has not the form of its State, the form tells nothing about another reading.
  const hasForm = isPersonalNumberOf(state, number) === true;
  const isOfState = (other: string): boolean => !hasForm || isPersonalNumberOf(state, other) !== false;
  const isBroken = number.length < maxInMrz && isBirthNumberBroken(state, number);
  const isAltered = isBroken || hasWrongCheckDigit(state, number, mrz.fields.nationality);
  const isDoubted = isPersonalNumberInDoubt(correctedLines(mrz), seenOtherwise(facts), isOfState);
  return [
    ...(!isConfirmed && isDoubted ? (['other_characters'] as const) : []),
    ...(isAltered || misreadPersonalNumber(state, number) !== null ? (['form'] as const) : []),
  ];
};

/** The doubt about a number that is surely read in print, where the zone does not have it. */
const printedDoubtsOf = (facts: DocumentFacts): readonly NumberDoubt[] => {
  const { nationality, personal_number: inZone = '' } = facts.mrz?.fields ?? {};
  const hasWrongCheck = fieldValues('personal_number', facts)
    .filter((one) => one.source === 'ai' && isSurelyRead(one))
    .map(({ value }) => normalizeNumber(value))
    .some(
      (number) => number !== normalizeNumber(inZone) && hasWrongCheckDigit(issuingStateOf(facts), number, nationality),
    );
  return hasWrongCheck ? ['form'] : [];
};

const doubtsOf = (facts: DocumentFacts): readonly NumberDoubt[] => {
  const { mrz, reading, barcode } = facts;
  const number = normalizeNumber(mrz?.fields.document_number ?? '');
  if (!mrz || number === '') return [];
  const elsewhere = [reading.fields.document_number?.value, barcode?.fields.document_number];
  const isConfirmed = elsewhere.some((one) => one !== undefined && normalizeNumber(one) === number);
  const lines = correctedLines(mrz);
  const grammar = numberGrammar(issuingStateOf(facts), mrz.documentCode);
  const isOfState = (other: string): boolean => grammar === null || grammar.pattern.test(other);
  return [
    ...(!isConfirmed && isNumberInDoubt(lines, seenOtherwise(facts), isOfState) ? (['other_characters'] as const) : []),
    ...(!isConfirmed && isNumberRepaired(mrz) ? (['repaired'] as const) : []),
    ...(grammar && !grammar.pattern.test(number) ? (['form'] as const) : []),
  ];
};

/** From this length on a document number that has the form of a personal number is one, and no number of the card. */
const minPersonalLength = 11;

/** The doubt about the number of a licence in which its state writes the birth; a short one may be another number. */
const brokenNumbers = ({ barcode }: DocumentFacts): readonly NumberDoubt[] => {
  const number = normalizeNumber(barcode?.fields.document_number ?? '');
  const isBroken = isBirthNumberBroken(barcode?.issuingJurisdiction ?? '', number);
  return number.length >= minPersonalLength && isBroken ? ['form'] : [];
};

/**
 * The doubts about a document number whose check digits hold. A number that was read in two ways, or was repaired, is
 * no doubt where print or barcode has the same number. The form that a State publishes is one in any case: a forger
 * prints a made-up number too. The holder's own number is doubted in the same way.
 */
export const numberFindings = (facts: DocumentFacts): readonly CheckFinding[] =>
  machineRead(facts)?.source !== 'mrz'
    ? brokenNumbers(facts).map((value) =>
        finding('document_number_doubt', value, 'document_number_doubtful', 'barcode'),
      )
    : [
        ...doubtsOf(facts).map((value) => finding('document_number_doubt', value, 'document_number_doubtful')),
        ...personalDoubtsOf(facts).map((value) => finding('personal_number_doubt', value, 'personal_number_doubtful')),
        ...printedDoubtsOf(facts).map((value) =>
          finding('personal_number_doubt', value, 'personal_number_doubtful', 'ai'),
        ),
      ];

const finding = (
  name: string,
  value: NumberDoubt,
  reason: ReasonCode,
  source: FieldSourceValue['source'] = 'mrz',
): CheckFinding => ({
  detail: { kind: 'value', name, value, source },
  reason,
  isProven: false,
});

/**
 * The holder's own numbers in zone and print, also where they differ. On cards and licences of some States it is the
 * number of the document.
 */
const personalNumbers = (facts: DocumentFacts): readonly FieldSourceValue[] => {
  const inZone = facts.mrz?.fields.personal_number;
  return [
    ...(inZone === undefined ? [] : [{ source: 'mrz', value: inZone } as const]),
    ...fieldValues('personal_number', facts).filter(({ source }) => source !== 'mrz'),
    ...fieldValues('document_number', facts).filter(
      ({ value }) => facts.barcode !== null || normalizeNumber(value).length >= minPersonalLength,
    ),
  ];
};

/**
 * Compares the birth with the birthdays that the card of a young person states. A day more or less is how an issuer
 * counts.
 */
const birthdayFindings = ({ barcode }: DocumentFacts, born: Day): readonly CheckFinding[] =>
  (barcode?.birthdays ?? []).map(({ age, day: value }): CheckFinding => {
    const limit = addYears(born, age);
    const isSame = Math.abs(Date.parse(value) - Date.parse(limit)) <= 86_400_000;
    const detail = { kind: 'value', name: `birthday_${age}`, value, limit, source: 'barcode' } as const;
    return { detail, reason: isSame ? null : 'data_dates_impossible', isProven: false };
  });

/**
 * Compares the date of birth in the machine-readable part with the one that a State writes into the holder's own
 * number, in the zone or in sure print, and with birthdays: who alters the date often leaves these. A birth that was
 * corrected later leaves the number too, so that a reviewer decides.
 */
export const birthFindings = (facts: DocumentFacts): readonly CheckFinding[] => {
  const { date_of_birth: born, issuing_country: country = '' } = machineRead(facts)?.fields ?? {};
  if (born === undefined) return [];
  const limit = shortDay(born);
  const states = [parseCountry(country), facts.barcode?.issuingJurisdiction].flatMap((state) => state ?? []);
  const isSame = (birth: string): boolean => [...birth].every((digit, at) => digit === '_' || digit === limit[at]);
  const inNumbers = personalNumbers(facts)
    .filter(isSurelyRead)
    .flatMap(({ source, value: number }): readonly CheckFinding[] => {
      const births = states.flatMap((state) => birthsInPersonalNumber(state, normalizeNumber(number)));
      const value = births.find(isSame) ?? births[0];
      if (value === undefined) return [];
      const detail = { kind: 'value', name: 'birth_in_personal_number', value, limit, source } as const;
      return [{ detail, reason: isSame(value) ? null : 'data_dates_impossible', isProven: false }];
    });
  return [...inNumbers, ...birthdayFindings(facts, born)];
};
