import type { FieldName } from '@portcullis/documents';
import type { Check, DocumentReading } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { aCase, aReadingEvidence } from '../builders/evidence.ts';
import { cardLines, localReader, passportLines, printedFields } from '../builders/readings.ts';
import { type CheckCase, decidedAt, standard } from './check-case.ts';

const consistency = (over: Pick<Check, 'status' | 'reasons'>): Check => ({
  name: 'document_consistency',
  requirement: 'required',
  observed_at: decidedAt,
  evidence: [2],
  source: 'mrz',
  ...over,
});

const read = (sentence: string, reading: Partial<DocumentReading>, expected: Check): CheckCase => ({
  sentence,
  file: aCase({ instead: { document_reading: [aReadingEvidence(reading)] } }),
  expected,
});
const mrzCase = (sentence: string, mrzLines: readonly string[], expected: Check): CheckCase =>
  read(sentence, { mrzLines }, expected);

const printed = printedFields(passportLines());
const sure = (value: string) => ({ value, confidence: 1 });
const passes = consistency({ status: 'passed', reasons: [] });
const fails = (...reasons: Check['reasons']): Check => consistency({ status: 'failed', reasons });

const mrzCases: readonly CheckCase[] = [
  read(
    'a zone beside which a model saw nothing printed misses a field',
    { fields: {}, documentType: null, issuingCountry: null },
    consistency({ status: 'failed', reasons: ['data_field_missing'] }),
  ),
  read(
    'a reader that reads nothing but the zone has nothing to compare with it',
    { fields: {}, reader: localReader },
    consistency({ status: 'passed', reasons: [] }),
  ),
  read('a printed number that agrees is enough', {}, consistency({ status: 'passed', reasons: [] })),
  read(
    'the printed number of a card that goes on in its optional field is enough',
    { documentType: 'id_card', mrzLines: cardLines({ number: 'D23145890734' }) },
    consistency({ status: 'passed', reasons: [] }),
  ),
  ...(['last_name', 'date_of_birth'] as const).map((name) =>
    read(
      `a printed ${name} alone is not enough`,
      { fields: { [name]: { value: name === 'last_name' ? 'Eriksson' : '1974-08-12', confidence: 1 } } },
      consistency({ status: 'failed', reasons: ['data_field_missing'] }),
    ),
  ),
  read(
    'other printed fields that agree are not enough',
    {
      fields: {
        first_name: { value: 'Anna Maria', confidence: 1 },
        date_of_expiry: { value: '2032-04-15', confidence: 1 },
        nationality: { value: 'UTO', confidence: 1 },
        sex: { value: 'F', confidence: 1 },
      },
    },
    consistency({ status: 'failed', reasons: ['data_field_missing'] }),
  ),
  read(
    'a printed number that is no number does not agree',
    { fields: { document_number: { value: '—', confidence: 1 } } },
    consistency({ status: 'failed', reasons: ['mrz_print_mismatch'] }),
  ),
  read(
    'a printed last name and date of birth that agree are enough',
    {
      fields: {
        last_name: { value: 'Eriksson', confidence: 1 },
        date_of_birth: { value: '1974-08-12', confidence: 1 },
      },
    },
    consistency({ status: 'passed', reasons: [] }),
  ),
  ...(
    [
      ['last_name', 'Erikson'],
      ['first_name', 'Hanna'],
      ['document_number', 'L898902C4'],
      ['date_of_birth', '1974-08-13'],
      ['date_of_expiry', '2033-04-15'],
      ['nationality', 'SWE'],
      ['issuing_country', 'SWE'],
      ['sex', 'M'],
    ] as const
  ).map(([name, value]) =>
    read(
      `a printed ${name} that differs from the zone is a mismatch`,
      { fields: { ...printed, [name]: { value, confidence: 1 } } },
      consistency({ status: 'failed', reasons: ['mrz_print_mismatch'] }),
    ),
  ),
  mrzCase(
    'a zone without a last name is for a reviewer, who reads it',
    passportLines({ names: '' }),
    consistency({ status: 'failed', reasons: ['document_names_unread'] }),
  ),
  mrzCase(
    'a document that ran out before its holder was born is impossible',
    passportLines({ born: '200229', expires: '200229' }),
    consistency({ status: 'failed', reasons: ['data_dates_impossible'] }),
  ),
  ...(['2026-05-02', '1974-08-11', '2032-04-15'] as const).map((value) =>
    read(
      `a document of 1974 to 2032 cannot have been issued on ${value}`,
      { fields: { ...printed, date_of_issue: { value, confidence: 1 } } },
      consistency({ status: 'failed', reasons: ['data_dates_impossible'] }),
    ),
  ),
  read(
    'a document may be issued today',
    { fields: { ...printed, date_of_issue: { value: '2026-05-01', confidence: 1 } } },
    consistency({ status: 'passed', reasons: [] }),
  ),
];

/** A policy that judges neither a reader's confidence nor how long a document is valid. */
const lenient: FlatPolicy = {
  ...standard,
  documents: { ...standard.documents, maxValidityYears: null, minReaderConfidence: null },
};
const under = (policy: FlatPolicy, one: CheckCase): CheckCase => ({
  ...one,
  sentence: `${one.sentence}, under ${policy === lenient ? 'a lenient policy' : 'a stricter policy'}`,
  policy,
  expected: passes,
});

const typed = (documentType: DocumentReading['documentType'], lines: readonly string[], expected: Check): CheckCase =>
  read(
    `a ${documentType} with the document code ${lines[0]?.slice(0, 2)} ${expected.status}`,
    {
      documentType,
      mrzLines: lines,
      fields: printedFields(lines),
    },
    expected,
  );

const typeCases: readonly CheckCase[] = [
  typed('passport', passportLines(), passes),
  typed(null, passportLines(), passes),
  typed('id_card', cardLines({ code: 'IR' }), passes),
  typed('residence_permit', cardLines({ code: 'C1' }), passes),
  typed('passport', cardLines(), fails('data_inconsistent')),
  // Of the United States and of Ireland, whose print says passport card.
  typed('passport', cardLines({ code: 'IP' }), passes),
  typed('other', passportLines(), fails('data_inconsistent')),
  typed('driving_licence', passportLines(), fails('data_inconsistent')),
];

const unsure = (name: FieldName, confidence: number, expected: Check): CheckCase =>
  read(
    `a printed ${name} read with a confidence of ${confidence} ${expected.status}`,
    {
      fields: { ...printed, [name]: { ...agreeing[name], confidence } },
    },
    expected,
  );
const agreeing: Readonly<Record<string, { readonly value: string }>> = {
  last_name: { value: 'Eriksson' },
  first_name: { value: 'Anna Maria' },
  document_number: { value: 'L898902C3' },
  date_of_birth: { value: '1974-08-12' },
  issuing_country: { value: 'UTO' },
};
const needed = ['last_name', 'document_number', 'date_of_birth', 'issuing_country'] as const;
const doubtful = needed.map((name) => unsure(name, 0.49, fails('ai_low_confidence')));
const confidenceCases: readonly CheckCase[] = [
  ...doubtful,
  ...doubtful.map((one) => under(lenient, one)),
  ...needed.map((name) => unsure(name, 0.5, passes)),
  unsure('first_name', 0, passes),
];

const issued = (value: string, expected: Check): CheckCase =>
  read(
    `a document that expires on 15 April 2032 and was issued on ${value} ${expected.status}`,
    {
      fields: { ...printed, date_of_issue: sure(value) },
    },
    expected,
  );
// A passport is valid for ten years and nine months at most.
const longLived = issued('2021-07-14', fails('data_dates_impossible'));
const validityCases: readonly CheckCase[] = [
  issued('2021-07-15', passes),
  longLived,
  under(lenient, longLived),
  issued('2022', passes),
  issued('2022-02-30', passes),
];

const differently: readonly (readonly [FieldName, string, Check])[] = [
  ['last_name', 'ERIKSSON-BERG', passes],
  ['first_name', 'Anna', passes],
  ['first_name', 'Anna Sofia', fails('mrz_print_mismatch')],
  ['date_of_birth', '1974/08/12', passes],
  ['date_of_birth', '1974', fails('mrz_print_mismatch')],
  ['date_of_birth', '1974-08-32', fails('mrz_print_mismatch')],
  ['document_number', 'L 898-902 c3', passes],
  ['document_number', 'L8989O2C3', fails('mrz_print_mismatch')],
  ['nationality', 'Utopia', passes],
  ['issuing_country', 'uto', passes],
  ['sex', 'female', passes],
  ['sex', 'X', fails('mrz_print_mismatch')],
];

/** A name of 31 letters in a field of 39, and its given names: the last one did not fit. */
const cut = passportLines({ names: 'NILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K' });
const named = (sentence: string, first_name: string, expected: Check): CheckCase =>
  read(sentence, { mrzLines: cut, fields: { ...printed, first_name: sure(first_name) } }, expected);

const anotherMrz = (mrzLines: readonly string[]) => ({ otherZone: { reader: 'local', mrzLines } });

const comparedCases: readonly CheckCase[] = [
  ...differently.map(([name, value, expected]) =>
    read(`a printed ${name} of ${value} ${expected.status}`, { fields: { ...printed, [name]: sure(value) } }, expected),
  ),
  named('a name that had no room goes on in print', 'Chayapa Dejthamrong Krasuang', passes),
  named('a name that had no room is not another one', 'Anchali Dejthamrong Krasuang', fails('mrz_print_mismatch')),
  {
    ...read(
      'a middle name may not be missing',
      { fields: { ...printed, first_name: sure('Anna') } },
      fails('mrz_print_mismatch'),
    ),
    policy: { ...standard, names: { pass: 100 } },
  },
  read('a zone that two readers saw alike is consistent', anotherMrz(passportLines()), passes),
  ...[
    { names: 'BERG<<ANNA<MARIA' },
    { number: 'L898902C4' },
    { born: '740813' },
    { expires: '320416' },
    { sex: 'M' },
  ].map((over) =>
    read(
      `a zone in which another reader saw ${Object.values(over)[0]} is a mismatch`,
      anotherMrz(passportLines(over)),
      fails('mrz_print_mismatch'),
    ),
  ),
  read('a country of the document as a whole may be a name', { issuingCountry: 'Utopia' }, passes),
  read(
    'another country of the document as a whole is a mismatch',
    { issuingCountry: 'SWE' },
    fails('mrz_print_mismatch'),
  ),
  read(
    'a card of which only the front is there lacks its back',
    { documentType: 'id_card', mrzLines: null },
    fails('document_back_missing'),
  ),
  read('a passport without a zone misses a field', { mrzLines: null }, fails('data_field_missing')),
];

/** The complete results of the consistency check. */
export const consistencyCases: readonly CheckCase[] = [
  read(
    'a number of the holder is in doubt where other characters fit its check digits',
    {
      mrzLines: passportLines({ optional: '00184226' }),
      mrzDoubts: [28, 29].map((column) => ({ line: 1, column, others: 'O' })),
    },
    fails('personal_number_doubtful'),
  ),
  ...mrzCases,
  ...typeCases,
  ...confidenceCases,
  ...validityCases,
  ...comparedCases,
];
