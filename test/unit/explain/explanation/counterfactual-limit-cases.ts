import { aSession } from '@portcullis/contracts/builders';
import { aCase, aConsent, aMatch, aReadingEvidence, aResult } from '../../../support/builders/evidence.ts';
import { aLicence } from '../../../support/builders/readings.ts';
import { standard } from '../../../support/check-cases/check-case.ts';
import { by, type CounterfactualCase } from './counterfactual-cases.ts';

/** Cases that a number, a day or a session that was not read decided. */
export const limitCases: readonly CounterfactualCase[] = [
  {
    sentence: 'a review for a session that nobody could read is that session',
    file: aCase({
      instead: {
        liveness_session: [aSession({ sessionId: 'lost' }), aConsent(false), aConsent()],
        liveness_result: [
          aResult({ sessionId: 'lost', status: 'expired', confidence: null, referenceFileId: null, late: true }),
          aResult(),
        ],
      },
    }),
    expected: by(
      'approve',
      'liveness.unread_session',
      'expired',
      'succeeded',
      'The end of the liveness session that nobody could read would have been "succeeded" instead of "expired".',
    ),
  },
  {
    sentence: 'a similarity of many decimals is rounded',
    file: aCase({ instead: { face_match: [aMatch({ similarity: 87.4349138 })] } }),
    expected: by(
      'approve',
      'face_match.similarity',
      87.4,
      90,
      'The face similarity would have to be at least 90; it was 87.4.',
    ),
  },
  {
    sentence: 'a similarity just below its threshold is not rounded up to it',
    file: aCase({ instead: { face_match: [aMatch({ similarity: 89.96213 })] } }),
    expected: by(
      'approve',
      'face_match.similarity',
      89.96,
      90,
      'The face similarity would have to be at least 90; it was 89.96.',
    ),
  },
  {
    sentence: 'a licence that has expired is the date of expiry in its barcode',
    file: aCase({ instead: { document_reading: [aReadingEvidence(aLicence({}, { DBA: '01312025' }))] } }),
    policy: {
      ...standard,
      checks: { ...standard.checks, document_mrz: 'optional', document_barcode: 'required' },
      documents: { ...standard.documents, types: ['driving_licence'] },
    },
    expected: by(
      'approve',
      'document.date_of_expiry',
      '2025-01-31',
      '2026-05-01',
      'The date of expiry would have to be 2026-05-01 or later; it was 2025-01-31.',
    ),
  },
];
