import type { Check, DocumentReading } from '@portcullis/domain';
import { aCase, aReadingEvidence } from '../../support/evidence.ts';
import { cardLines, passportLines, plainReader, printedWith } from '../../support/readings.ts';
import { type CheckCase, decidedAt } from './check-case.ts';

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
const zone = (sentence: string, mrzLines: readonly string[], expected: Check): CheckCase =>
  read(sentence, { mrzLines }, expected);

const printed = printedWith(passportLines());
/** What the check of the consistency answers, whole. */
export const consistencyCases: readonly CheckCase[] = [
  read(
    'a zone beside which a model saw nothing printed misses a field',
    { fields: {}, documentType: null, issuingCountry: null },
    consistency({ status: 'failed', reasons: ['data_field_missing'] }),
  ),
  read(
    'a reader that reads nothing but the zone has nothing to compare with it',
    { fields: {}, reader: plainReader },
    consistency({ status: 'passed', reasons: [] }),
  ),
  read('a printed number that agrees is enough', {}, consistency({ status: 'passed', reasons: [] })),
  read(
    'the printed number of a card that goes on in its optional field is enough',
    { mrzLines: cardLines({ number: 'D23145890734' }) },
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
  zone(
    'a zone without a last name misses a field',
    passportLines({ names: '' }),
    consistency({ status: 'failed', reasons: ['data_field_missing'] }),
  ),
  zone(
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
