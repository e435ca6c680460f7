import type { Check, DocumentReading, ReasonCode } from '@portcullis/domain';
import type { CheckName, FlatPolicy } from '@portcullis/domain/checks';
import { aCase, aReadingEvidence } from '../builders/evidence.ts';
import { aLicence, cardLines, passportLines, printedFields } from '../builders/readings.ts';
import { type CheckCase, decidedAt, standard } from './check-case.ts';

const refusing: FlatPolicy = { ...standard, documents: { ...standard.documents, unverifiable: 'refuse' } };

type Expected = Partial<Check> & { readonly reasons: readonly ReasonCode[] };

const read = (name: CheckName, sentence: string, reading: Partial<DocumentReading>, expected: Expected): CheckCase => ({
  sentence,
  file: aCase({ instead: { document_reading: [aReadingEvidence(reading)] } }),
  expected: {
    name,
    status: 'failed',
    requirement: standard.checks[name] ?? 'optional',
    observed_at: decidedAt,
    evidence: [2],
    source: 'mrz',
    ...expected,
  },
});

const licence = (state: string): Partial<DocumentReading> => ({
  documentType: 'driving_licence',
  issuingCountry: state,
  mrzLines: null,
  fields: {},
});

const isUnverifiable: readonly CheckName[] = [
  'document_mrz',
  'document_consistency',
  'document_expiry',
  'document_age',
];

const unverifiableCases: readonly CheckCase[] = isUnverifiable.flatMap((name) => [
  read(name, `of a German driving licence, which has no zone, ${name} is for a reviewer`, licence('DEU'), {
    reasons: ['document_not_verifiable'],
  }),
  {
    ...read(name, `of a German driving licence, ${name} asks for another document by the policy`, licence('DEU'), {
      reasons: ['document_not_accepted'],
    }),
    policy: refusing,
  },
]);

const refusedTypeCases: readonly CheckCase[] = isUnverifiable.map((name) => ({
  ...read(name, `of a German driving licence, ${name} says that the policy takes no licences`, licence('DEU'), {
    reasons: ['document_type_not_allowed'],
  }),
  policy: { ...standard, documents: { ...standard.documents, types: ['passport'] } },
}));

const hungarian = (expires: string, born = '500101'): Partial<DocumentReading> => {
  const mrzLines = cardLines({ state: 'HUN', nationality: 'HUN', number: '482136RD', expires, born });
  return { documentType: 'id_card', issuingCountry: 'HUN', mrzLines, fields: printedFields(mrzLines) };
};

const printedBirth = (born: string, day: string): Partial<DocumentReading> => {
  const mrzLines = passportLines({ born });
  return { mrzLines, fields: { ...printedFields(mrzLines), date_of_birth: { value: day, confidence: 1 } } };
};

const slovenian: Partial<DocumentReading> = (() => {
  const mrzLines = cardLines({
    state: 'SVN',
    nationality: 'SVN',
    number: 'IE4821360',
    expires: '250601',
    born: '500101',
  });
  return { documentType: 'id_card', issuingCountry: 'SVN', mrzLines, fields: printedFields(mrzLines) };
})();

const usBirth = (born: string): Partial<DocumentReading> => {
  const mrzLines = passportLines({ state: 'USA', nationality: 'USA', number: 'A48213604', born });
  return { mrzLines, issuingCountry: 'USA', fields: printedFields(mrzLines) };
};

const dateCases: readonly CheckCase[] = [
  read(
    'document_age',
    'a birthday of the required age in a part of the State alone is for a reviewer',
    usBirth('080501'),
    {
      reasons: ['age_depends_on_place'],
      score: 17,
      threshold: 18,
    },
  ),
  read(
    'document_age',
    'who was born in 1925 by print and on 251231 by the zone may be a hundred',
    printedBirth('251231', '1925-12-31'),
    {
      reasons: ['birth_century_open'],
      score: 0,
      threshold: 18,
    },
  ),
  read(
    'document_consistency',
    'print of another century than two digits is no difference',
    printedBirth('251231', '1925-12-31'),
    {
      status: 'passed',
      reasons: [],
    },
  ),
  read('document_expiry', 'a Hungarian card of somebody over 65 is valid for 60 years', hungarian('860101'), {
    status: 'passed',
    reasons: [],
  }),
  read('document_expiry', 'that of somebody younger is not', hungarian('860101', '800101'), {
    reasons: ['document_expired'],
  }),
  read(
    'document_expiry',
    'a Slovenian card of somebody over 70, valid for ever, may expire a century later',
    slovenian,
    {
      reasons: ['expiry_century_open'],
    },
  ),
  read('document_age', 'a barcode with month 13 has no day of birth', aLicence({}, { DBB: '13011974' }), {
    source: 'barcode',
    reasons: ['document_date_not_in_calendar'],
  }),
];

/** The results of the checks where a document does not have what a check needs. */
export const lackingCases: readonly CheckCase[] = [...unverifiableCases, ...refusedTypeCases, ...dateCases];
