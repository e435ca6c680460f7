import type { Check, Claimed, DocumentReading } from '@portcullis/domain';
import type { CheckName, FlatPolicy } from '@portcullis/domain/checks';
import { aCase, aReadingEvidence } from '../builders/evidence.ts';
import { aLicence, cardLines, licenceText, passportLines } from '../builders/readings.ts';
import { type CheckCase, decidedAt, standard } from './check-case.ts';

/** A policy for licences: their data is read from the barcode. */
const licencePolicy: FlatPolicy = {
  ...standard,
  documents: { ...standard.documents, types: ['driving_licence', 'id_card'] },
};

type Expected = Pick<Check, 'status' | 'reasons'> & Partial<Check>;

const licence = (
  name: CheckName,
  sentence: string,
  reading: DocumentReading,
  { status, reasons, ...over }: Expected,
  claimed?: Claimed,
): CheckCase => ({
  sentence: `of a licence, ${sentence}`,
  policy: licencePolicy,
  file: aCase({
    instead: { document_reading: [aReadingEvidence(reading)] },
    more: claimed ? [{ kind: 'claimed', attempt: 1, at: decidedAt, claimed }] : [],
  }),
  expected: {
    name,
    status,
    requirement: standard.checks[name] ?? 'optional',
    reasons,
    observed_at: decidedAt,
    evidence: claimed ? [2, 6] : [2],
    source: claimed ? 'claimed' : 'barcode',
    ...over,
  },
});

const passes = { status: 'passed', reasons: [] } as const;
const fails = (...reasons: Check['reasons']) => ({ status: 'failed', reasons }) as const;

const consistent = (sentence: string, reading: DocumentReading, expected: Expected): CheckCase =>
  licence('document_consistency', sentence, reading, expected);

const sure = (value: string) => ({ value, confidence: 1 });
const printed = (fields: DocumentReading['fields'], text = licenceText()): DocumentReading =>
  aLicence({
    fields: { document_number: sure('T64235789'), ...fields },
    barcode: { state: 'read', text },
  });

/** A name as long as the field of a barcode. */
const longName = 'ANNABELLA MARIALUISA WILHELMINA CHRISTIA';

/** A card with an MRZ and a barcode. */
const both = (text: Parameters<typeof licenceText>[0]): DocumentReading =>
  aLicence({
    documentType: 'id_card',
    issuingCountry: null,
    mrzLines: cardLines({ state: 'USA', nationality: 'USA', number: 'T64235789' }),
    barcode: { state: 'read', text: licenceText(text, 'ID') },
  });

const consistencyCases: readonly CheckCase[] = [
  consistent('a printed number that agrees with the barcode is enough', aLicence(), passes),
  consistent(
    'a barcode beside which a model saw nothing printed misses a field',
    aLicence({ fields: {} }),
    fails('identity_not_on_portrait_side', 'data_field_missing'),
  ),
  ...(
    [
      ['document_number', 'T64235780'],
      ['last_name', 'Berg'],
      ['first_name', 'Hanna'],
      ['date_of_birth', '1974-08-13'],
      ['date_of_issue', '2022-04-17'],
      ['date_of_expiry', '2032-04-16'],
      ['issuing_country', 'CAN'],
      ['sex', 'M'],
    ] as const
  ).map(([name, value]) =>
    consistent(
      `a printed ${name} that differs from the barcode is a mismatch`,
      printed({ [name]: sure(value) }),
      name === 'document_number'
        ? fails('barcode_mismatch', 'identity_not_on_portrait_side')
        : fails('barcode_mismatch'),
    ),
  ),
  consistent(
    'another country of the document as a whole is a mismatch',
    aLicence({ issuingCountry: 'CAN' }),
    fails('barcode_mismatch'),
  ),
  consistent(
    'a barcode without a date of birth misses a field',
    aLicence({}, { DBB: null }),
    fails('birth_date_incomplete'),
  ),
  consistent(
    'a licence without a day of issue was issued today at the latest',
    aLicence({}, { DBD: null, DBA: '05022041' }),
    fails('data_dates_impossible'),
  ),
  consistent('nobody is born tomorrow', aLicence({}, { DBB: '05022026' }), fails('data_dates_impossible')),
  consistent(
    'nothing expires on the day of its issue',
    aLicence({}, { DBD: '04152032' }),
    fails('data_dates_impossible'),
  ),
  consistent(
    'a licence of the barcode that a reader calls a passport is contradicted',
    aLicence({ documentType: 'passport' }),
    fails('data_inconsistent'),
  ),
  consistent('the zone beside the barcode agrees', both({}), { ...passes, source: 'mrz' }),
  consistent('another name in the zone than in the barcode is a mismatch', both({ DCS: 'BERG' }), {
    ...fails('barcode_mismatch'),
    source: 'mrz',
  }),
  consistent(
    'the zone of a passport beside the barcode of a licence is contradicted',
    aLicence({
      documentType: null,
      mrzLines: passportLines({ state: 'USA', number: 'T64235789' }),
    }),
    { ...fails('data_inconsistent'), source: 'mrz' },
  ),
  consistent('the front alone lacks its back', aLicence({ barcode: null }), {
    ...fails('document_back_missing'),
    source: 'mrz',
  }),
  consistent(
    'a name of which the card says that it was cut short goes on in print',
    printed({ first_name: sure('Anna Mariana') }),
    fails('barcode_mismatch'),
  ),
  consistent(
    'a name of which the barcode says that it was cut short goes on in print',
    printed({ first_name: sure(`${longName}na`) }, licenceText({ DAC: longName }).replace('\nDAQ', '\nDDFT\nDAQ')),
    passes,
  ),
  consistent(
    'a short name was not cut, whatever the barcode says',
    printed({ first_name: sure('Anna Mariana') }, licenceText().replace('\nDAQ', '\nDDFT\nDAQ')),
    fails('barcode_mismatch'),
  ),
];

const unread = { barcode: { state: 'unreadable' } } as const;
const issued = (head: string, over: Parameters<typeof licenceText>[0] = {}): DocumentReading =>
  aLicence({ barcode: { state: 'read', text: licenceText(over).replace('63600010', head) } });

const barcodeCases: readonly CheckCase[] = [
  licence(
    'document_barcode',
    'an issuer of the country that the card says is one',
    issued('63601210', { DCG: 'CAN' }),
    passes,
  ),
  licence('document_barcode', 'the edition of 2025 is one', issued('63600011'), passes),
  licence('document_barcode', 'an issuer that there is not is doubted', issued('99999910'), fails('data_inconsistent')),
  licence(
    'document_barcode',
    'an edition of before the standard is doubted',
    issued('63600000'),
    fails('data_inconsistent'),
  ),
  licence(
    'document_barcode',
    'an edition that there is not is doubted',
    issued('63600012'),
    fails('data_inconsistent'),
  ),
  licence(
    'document_barcode',
    'the country is that of its issuer',
    issued('63601210', { DCG: 'USA' }),
    fails('barcode_mismatch'),
  ),
  licence(
    'document_type',
    'a country that there is not is doubted',
    aLicence({}, { DCG: 'QQQ' }),
    fails('data_inconsistent'),
  ),
  licence(
    'document_barcode',
    'one that cannot be read on a front without a back is looked for on another photo of the front',
    aLicence(unread),
    fails('document_unreadable'),
  ),
  licence(
    'document_barcode',
    'one that cannot be read beside a zone that is wrong is asked for again',
    aLicence({ ...unread, mrzLines: passportLines().map((line) => line.replace('7408122', '7408123')) }),
    fails('document_unreadable'),
  ),
];

const otherCases: readonly CheckCase[] = [
  licence('document_type', 'the barcode is believed about type and country', aLicence(), passes),
  licence(
    'document_type',
    'the barcode is believed about the type, and not the reader',
    aLicence({ documentType: 'visa' }),
    passes,
  ),
  licence(
    'document_type',
    'a country that only the reader names is the reader’s word',
    aLicence({}, { DCG: 'UNAVL' }),
    passes,
  ),
  licence('document_expiry', 'the day of expiry is the one in the barcode', aLicence({}, { DBA: '05012026' }), passes),
  licence(
    'document_expiry',
    'the day after is too late once it is over in every place of the State',
    aLicence({}, { DBA: '04292026' }),
    fails('document_expired'),
  ),
  licence(
    'document_expiry',
    'on the day after, which has not begun in every place of the State, a reviewer decides',
    aLicence({}, { DBA: '04302026' }),
    fails('expiry_depends_on_place'),
  ),
  licence(
    'document_expiry',
    'a barcode without an expiry is read right, and no other photo has one',
    aLicence({}, { DBA: null }),
    fails('document_without_expiry'),
  ),
  licence('document_age', 'the day of birth is the one in the barcode', aLicence({}, { DBB: '04302008' }), {
    ...passes,
    score: 18,
    threshold: 18,
  }),
  licence('document_age', 'the day before is too young', aLicence({}, { DBB: '05022008' }), {
    ...fails('age_below_minimum'),
    score: 17,
    threshold: 18,
  }),
  licence('document_age', 'the front alone lacks its back', aLicence({ barcode: null }), {
    ...fails('document_back_missing'),
    source: 'mrz',
  }),
  licence('claimed_data', 'what was claimed is held against the barcode', aLicence(), passes, {
    full_name: 'Anna Maria Eriksson',
    date_of_birth: '1974-08-12',
    document_number: 'T64-235-789',
    country: 'US',
    document_type: 'driving_licence',
    gender: 'female',
  }),
  licence(
    'claimed_data',
    'a claim is not held against print alone',
    printed({ date_of_birth: sure('1974-08-12') }),
    passes,
    {
      date_of_birth: '1974-08-12',
    },
  ),
  licence(
    'claimed_data',
    'a claim that only print bears out is missing its field',
    aLicence({ barcode: null, fields: { date_of_birth: sure('1974-08-12') } }),
    fails('data_field_missing'),
    { date_of_birth: '1974-08-12' },
  ),
];

/** The results of the checks where a barcode (AAMVA) is read, alone or beside an MRZ. */
export const licenceCases: readonly CheckCase[] = [...consistencyCases, ...barcodeCases, ...otherCases];
