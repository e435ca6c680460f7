import type { DocumentReading } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { aCase, aReadingEvidence } from '../builders/evidence.ts';
import { localReader, passportLines, printedFields } from '../builders/readings.ts';
import { type CheckCase, decidedAt, standard } from './check-case.ts';

/** The policy of a service in production, which accepts no specimens. */
const production: FlatPolicy = { ...standard, documents: { ...standard.documents, knownSpecimens: 'review' } };

const read = (reading: Partial<DocumentReading>) =>
  aCase({ instead: { document_reading: [aReadingEvidence(reading)] } });

const common = { requirement: 'required', observed_at: decidedAt, evidence: [2], source: 'mrz' } as const;

const swedish = passportLines({ state: 'SWE', nationality: 'SWE', names: 'BERG<<INGRID', number: 'X48213604' });

/** The complete results of what is held against published lists: specimens and numbers. */
export const publishedCases: readonly CheckCase[] = [
  {
    sentence: 'the passport that ICAO prints is nobody’s',
    policy: production,
    file: read({}),
    expected: { name: 'document_type', status: 'failed', reasons: ['document_specimen'], ...common },
  },
  {
    sentence: 'a passport that is no specimen is accepted',
    policy: production,
    file: read({ mrzLines: swedish, issuingCountry: 'SWE', fields: printedFields(swedish) }),
    expected: { name: 'document_type', status: 'passed', reasons: [], ...common },
  },
  {
    sentence: 'a number that other characters fit too is doubted',
    file: read({
      reader: localReader,
      documentType: null,
      issuingCountry: null,
      fields: {},
      mrzLines: passportLines({ number: 'ZS8902C3<' }),
      mrzDoubts: [
        { line: 1, column: 0, others: '2' },
        { line: 1, column: 1, others: '5' },
      ],
    }),
    expected: { name: 'document_consistency', status: 'failed', reasons: ['document_number_doubtful'], ...common },
  },
  {
    sentence: "the holder's own number with a letter that looks like a digit of its State is doubted",
    file: read({
      reader: localReader,
      documentType: null,
      issuingCountry: null,
      fields: {},
      mrzLines: passportLines({ state: 'EST', nationality: 'EST', optional: '374O8121216' }),
    }),
    expected: { name: 'document_consistency', status: 'failed', reasons: ['personal_number_doubtful'], ...common },
  },
];
