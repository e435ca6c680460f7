import { unreadSide } from '@portcullis/documents';
import type { Check, DocumentReading } from '@portcullis/domain';
import type { CheckName } from '@portcullis/domain/checks';
import { aCase, aFile, aReadingEvidence } from '../builders/evidence.ts';
import { cardLines, confidentSignals, localReader, passportLines } from '../builders/readings.ts';
import { type CheckCase, decidedAt, standard } from './check-case.ts';

type Expected = Pick<Check, 'status' | 'reasons'> & Partial<Check>;

/** The checks of the document that the policy of the cases requires. */
export const requiredDocumentChecks: readonly CheckName[] = [
  'document_quality',
  'document_type',
  'document_mrz',
  'document_consistency',
  'document_expiry',
  'document_age',
];

/** The complete result of a check of the document. */
export const documentCheck = (name: CheckName, { status, reasons, ...rest }: Expected): Check => ({
  name,
  status,
  requirement: requiredDocumentChecks.includes(name) ? 'required' : 'optional',
  reasons,
  observed_at: decidedAt,
  evidence: [2],
  ...rest,
});

/** A case with this reading of the document, and the result of one check. */
const read = (sentence: string, reading: Partial<DocumentReading>, expected: Check): CheckCase => ({
  sentence,
  file: aCase({ instead: { document_reading: [aReadingEvidence(reading)] } }),
  expected,
});

const mrzCase = (sentence: string, mrzLines: readonly string[] | null, expected: Check): CheckCase =>
  read(sentence, { mrzLines }, expected);

const quality = (over: Expected): Check =>
  documentCheck('document_quality', { evidence: [2, 1], source: 'image', ...over });
const back = aFile({ id: 'back00000000001', kind: 'document_back', sha256: 'b'.repeat(64) });
const bothRead = aReadingEvidence({}, { backFileId: 'back00000000001' });

const qualitySignals = [
  'document_unreadable',
  'document_glare',
  'document_cut_off',
  'document_obscured',
  'document_damaged',
  'document_black_and_white',
  'document_portrait_missing',
] as const;

const forgerySignals = [
  'document_screen_capture',
  'document_printed_copy',
  'document_sides_mismatch',
  'document_template_mismatch',
  'document_tampered',
  'document_portrait_replaced',
  'document_instruction_text',
  'document_unverified_other',
] as const;

const blurred = { signals: confidentSignals('document_blurry') };
const sharp = quality({ status: 'passed', reasons: [] });
const soft = quality({ status: 'failed', reasons: ['document_blurry'] });
const misread = passportLines().map((line) => line.replace(/^(.{9})6/, '$17'));

const blurredCases: readonly CheckCase[] = [
  read('document_blurry falls where every check digit of the zone is valid', blurred, sharp),
  read('document_blurry counts where no zone was read', { ...blurred, mrzLines: null }, soft),
  read('document_blurry counts where a check digit of the zone is wrong', { ...blurred, mrzLines: misread }, soft),
  {
    ...read('', blurred, quality({ status: 'failed', reasons: ['document_blurry'], evidence: [2, 1, 6] })),
    sentence: 'document_blurry counts where the zone is on the back, which says nothing of the front',
    file: aCase({
      instead: {
        document_reading: [
          aReadingEvidence(
            { ...blurred, sides: { front: unreadSide, back: { ...unreadSide, mrzLines: passportLines() } } },
            { backFileId: 'back00000000001' },
          ),
        ],
      },
      more: [back],
    }),
  },
];

const qualityCases: readonly CheckCase[] = [
  read('a clear image passes', {}, quality({ status: 'passed', reasons: [] })),
  ...qualitySignals.map((code) =>
    read(
      `${code} fails the quality`,
      { signals: confidentSignals(code) },
      quality({ status: 'failed', reasons: [code] }),
    ),
  ),
  ...blurredCases,
  read(
    'a signal of half a confidence counts',
    { signals: [{ code: 'document_glare', confidence: 0.5 }] },
    quality({ status: 'failed', reasons: ['document_glare'] }),
  ),
  read(
    'a signal of less than half a confidence does not count',
    { signals: [{ code: 'document_glare', confidence: 0.499 }] },
    quality({ status: 'passed', reasons: [] }),
  ),
  {
    sentence: 'the same image for both sides is a duplicate',
    file: aCase({
      instead: { document_reading: [bothRead] },
      more: [aFile({ ...back.file, sha256: 'f'.repeat(64) })],
    }),
    expected: quality({ status: 'failed', reasons: ['duplicate_file'], evidence: [2, 1, 6] }),
  },
  {
    sentence: 'two different sides pass',
    file: aCase({ instead: { document_reading: [bothRead] }, more: [back] }),
    expected: quality({ status: 'passed', reasons: [], evidence: [2, 1, 6] }),
  },
];

const typeCases: readonly CheckCase[] = [
  ...(
    [
      ['a passport is allowed', passportLines(), 'passed'],
      ['an identity card is allowed', cardLines(), 'passed'],
      ['a residence permit is allowed', cardLines({ code: 'IR' }), 'passed'],
      ['a visa is not allowed', passportLines({ code: 'V<' }), 'failed'],
      ['a document of an unknown code is not allowed', cardLines({ code: 'X<' }), 'failed'],
    ] as const
  ).map(([sentence, lines, status]) =>
    mrzCase(
      sentence,
      lines,
      documentCheck('document_type', {
        status,
        reasons: status === 'failed' ? ['document_type_not_allowed'] : [],
        source: 'mrz',
      }),
    ),
  ),
  read(
    'a visa that only the reader names is not allowed',
    { mrzLines: null, documentType: 'visa' },
    documentCheck('document_type', { status: 'failed', reasons: ['document_type_not_allowed'], source: 'ai' }),
  ),
  read(
    'the zone is believed about the type, and not the reader',
    { documentType: 'driving_licence' },
    documentCheck('document_type', { status: 'passed', reasons: [], source: 'mrz' }),
  ),
  read(
    'a type and country that nobody names is a missing field',
    { mrzLines: null, documentType: null, issuingCountry: null },
    documentCheck('document_type', { status: 'failed', reasons: ['data_field_missing'] }),
  ),
  {
    ...mrzCase(
      'the specimen state is denied outside the sandbox',
      passportLines(),
      documentCheck('document_type', { status: 'failed', reasons: ['document_country_not_allowed'], source: 'mrz' }),
    ),
    policy: { ...standard, documents: { ...standard.documents, deniedCountries: ['UTO'] } },
  },
  {
    ...mrzCase(
      'a country that is not on the list of the allowed is refused',
      passportLines({ state: 'D', nationality: 'D' }),
      documentCheck('document_type', { status: 'failed', reasons: ['document_country_not_allowed'], source: 'mrz' }),
    ),
    policy: { ...standard, documents: { ...standard.documents, allowedCountries: ['UTO'] } },
  },
  ...(['WSA', 'QQQ', 'ZZZ', 'A12', 'UT0', 'XXA'] as const).flatMap((state) => [
    mrzCase(
      `${state} is no issuer`,
      passportLines({ state }),
      documentCheck('document_type', { status: 'failed', reasons: ['data_inconsistent'], source: 'mrz' }),
    ),
  ]),
  ...(['XOM', 'UNO', 'GBN', 'RKS', 'D'] as const).map((state) =>
    mrzCase(
      `${state} is one`,
      passportLines({ state }),
      documentCheck('document_type', { status: 'passed', reasons: [], source: 'mrz' }),
    ),
  ),
  read(
    'a country that only the reader names may have any name',
    { mrzLines: null, issuingCountry: 'Ruritania' },
    documentCheck('document_type', { status: 'passed', reasons: [], source: 'ai' }),
  ),
  ...(['D', 'DE', 'DEU'] as const).flatMap((code) => [
    {
      ...mrzCase(
        `a country that the policy allows as ${code} is allowed`,
        passportLines({ state: 'D', nationality: 'D' }),
        documentCheck('document_type', { status: 'passed', reasons: [], source: 'mrz' }),
      ),
      policy: { ...standard, documents: { ...standard.documents, allowedCountries: [code] } },
    },
    {
      ...mrzCase(
        `a country that the policy denies as ${code} is denied`,
        passportLines({ state: 'D', nationality: 'D' }),
        documentCheck('document_type', { status: 'failed', reasons: ['document_country_not_allowed'], source: 'mrz' }),
      ),
      policy: { ...standard, documents: { ...standard.documents, deniedCountries: [code] } },
    },
  ]),
];

const broken = (lines: readonly string[]): readonly string[] => [
  lines[0] ?? '',
  (lines[1] ?? '').replace('L898902C3', 'L898902C4'),
];

const mrz = (over: Expected): Check => documentCheck('document_mrz', { source: 'mrz', ...over });
const mrzCases: readonly CheckCase[] = [
  mrzCase('check digits that all hold pass', passportLines(), mrz({ status: 'passed', reasons: [] })),
  mrzCase('no zone is missing', null, mrz({ status: 'failed', reasons: ['mrz_missing'] })),
  mrzCase('lines that are no zone are unreadable', ['P<UTO'], mrz({ status: 'failed', reasons: ['mrz_unreadable'] })),
  mrzCase(
    'a wrong check digit fails',
    broken(passportLines()),
    mrz({ status: 'failed', reasons: ['mrz_check_digit_failed'] }),
  ),
  mrzCase(
    'a slip that the grammar shows is repaired, and said',
    passportLines().map((line) => line.replace('740812', '74O812')),
    mrz({ status: 'passed', reasons: ['mrz_repaired'] }),
  ),
];

const authenticity = (over: Expected): Check => documentCheck('document_authenticity', { source: 'ai', ...over });
const authenticityCases: readonly CheckCase[] = [
  read('a model that sees no sign of forgery passes', {}, authenticity({ status: 'passed', reasons: [] })),
  ...forgerySignals.map((code) =>
    read(
      `${code} fails the authenticity`,
      { signals: confidentSignals(code) },
      authenticity({ status: 'failed', reasons: [code] }),
    ),
  ),
  ...(
    [
      ['document_instruction_text', 0.49],
      ['document_instruction_text', 0.01],
      ['document_instruction_text', 0],
      ['document_tampered', 0.49],
      ['document_tampered', 0.2],
      ['document_portrait_replaced', 0.3],
      ['document_template_mismatch', 0.2],
      ['document_sides_mismatch', 0.3],
      ['document_screen_capture', 0.3],
      ['document_printed_copy', 0.3],
    ] as const
  ).map(([code, confidence]) =>
    read(
      `${code} at a confidence of ${confidence} fails the authenticity`,
      { signals: [{ code, confidence }] },
      authenticity({ status: 'failed', reasons: [code] }),
    ),
  ),
  ...(
    [
      ['document_tampered', 0.19],
      ['document_portrait_replaced', 0.19],
      ['document_template_mismatch', 0.19],
      ['document_sides_mismatch', 0.19],
      ['document_screen_capture', 0.29],
      ['document_printed_copy', 0.29],
      ['document_unverified_other', 0.49],
    ] as const
  ).map(([code, confidence]) =>
    read(
      `${code} at a confidence of ${confidence} is no sign of forgery`,
      { signals: [{ code, confidence }] },
      authenticity({ status: 'passed', reasons: [] }),
    ),
  ),
  read(
    'a reader that does not look for forgery says nothing of it',
    { reader: localReader },
    documentCheck('document_authenticity', { status: 'not_applicable', reasons: [], evidence: [] }),
  ),
];

/** The complete results of each check of the document. */
export const documentCases: readonly CheckCase[] = [...qualityCases, ...typeCases, ...mrzCases, ...authenticityCases];
