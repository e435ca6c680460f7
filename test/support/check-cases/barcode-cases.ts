import type { Check, DocumentReading } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { aCase, aFile, aProviderFailure, aReadingEvidence } from '../builders/evidence.ts';
import { aLicence, aReading } from '../builders/readings.ts';
import { type CheckCase, decidedAt, standard } from './check-case.ts';

/** A policy that requires the barcode, and no MRZ. */
const policy: FlatPolicy = {
  ...standard,
  checks: { ...standard.checks, document_mrz: 'optional', document_barcode: 'required' },
  documents: { ...standard.documents, types: ['driving_licence', 'id_card'] },
};

const expected = (over: Pick<Check, 'status' | 'reasons'> & Partial<Check>): Check => ({
  name: 'document_barcode',
  requirement: 'required',
  observed_at: decidedAt,
  evidence: [2],
  ...over,
});

const read = (sentence: string, reading: DocumentReading, answer: Check): CheckCase => ({
  sentence,
  policy,
  file: aCase({ instead: { document_reading: [aReadingEvidence(reading)] } }),
  expected: answer,
});

const notApplicable = expected({ status: 'not_applicable', reasons: [], evidence: [] });
const lacksBack = expected({ status: 'failed', reasons: ['document_back_missing'], source: 'barcode' });

const back = aFile({ id: 'back00000000001', kind: 'document_back' });
const ofBoth = aReadingEvidence(aLicence({ barcode: null }), { backFileId: 'back00000000001' });

const unreadable = aReadingEvidence(aLicence({ barcode: { state: 'unreadable' } }), { backFileId: 'back00000000001' });

/** The complete results of the barcode check. */
export const barcodeCases: readonly CheckCase[] = [
  read('one that parses passes', aLicence(), expected({ status: 'passed', reasons: [], source: 'barcode' })),
  {
    sentence: 'one that was seen and could not be read fails, and is asked for again',
    policy,
    file: aCase({ instead: { file: [aFile(), back], document_reading: [unreadable] } }),
    expected: expected({ status: 'failed', reasons: ['barcode_unreadable'], source: 'barcode', evidence: [3] }),
  },
  {
    sentence: 'what looks like one beside a zone that is right says nothing',
    file: aCase({ instead: { document_reading: [aReadingEvidence({ barcode: { state: 'unreadable' } })] } }),
    expected: { ...notApplicable, requirement: 'optional' },
  },
  read(
    'a policy that requires one believes no zone in its stead',
    aReading({ barcode: { state: 'unreadable' } }),
    expected({ status: 'failed', reasons: ['document_unreadable'], source: 'barcode' }),
  ),
  read(
    'one of another standard says nothing',
    aLicence({ barcode: { state: 'read', text: 'PUBDSK_1' } }),
    notApplicable,
  ),
  read('a passport has none', aReading(), notApplicable),
  read('the front of a licence alone lacks its back', aLicence({ barcode: null }), lacksBack),
  read('the front of a card that shows its zone lacks nothing', aReading({ documentType: 'id_card' }), notApplicable),
  {
    sentence: 'a licence of the United States of which both sides were seen has one that was not read',
    policy,
    file: aCase({ instead: { file: [aFile(), back], document_reading: [ofBoth] } }),
    expected: expected({ status: 'failed', reasons: ['barcode_unreadable'], evidence: [3], source: 'barcode' }),
  },
  {
    sentence: 'there is no answer when the document could not be read',
    policy,
    file: aCase({
      instead: { document_reading: [] },
      more: [aProviderFailure('document_reading', 'provider_timeout')],
    }),
    expected: expected({ status: 'unavailable', reasons: ['provider_timeout'], evidence: [5] }),
  },
];
