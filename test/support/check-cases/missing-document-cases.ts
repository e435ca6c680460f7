import type { CheckName } from '@portcullis/domain/checks';
import { aCase, aConsent, aProviderFailure } from '../builders/evidence.ts';
import { type CheckCase, standard } from './check-case.ts';
import { documentCheck, requiredDocumentChecks } from './document-cases.ts';

const undocumented = { file: [], document_reading: [] };

/** There is no front: it was never supplied, or was requested again and not supplied yet. */
const missing = (name: CheckName): readonly CheckCase[] => [
  {
    sentence: `${name} is missing a document where none was supplied`,
    file: aCase({ instead: undocumented }),
    expected: documentCheck(name, { status: 'failed', reasons: ['document_missing'], evidence: [] }),
  },
  {
    sentence: `${name} is missing a document that was asked for again`,
    file: aCase({ attempt: 2, askedSteps: ['document_front'] }),
    expected: documentCheck(name, { status: 'failed', reasons: ['document_missing'], evidence: [] }),
  },
  {
    sentence: `${name} misses nothing of somebody who declined consent`,
    file: aCase({ instead: { ...undocumented, consent: [aConsent(false)] } }),
    expected: documentCheck(name, { status: 'unavailable', reasons: [], evidence: [] }),
  },
  {
    sentence: `${name} misses nothing where the policy can do without a document`,
    file: aCase({ instead: undocumented }),
    policy: { ...standard, steps: ['consent', 'liveness'], optionalSteps: ['document_front'] },
    expected: documentCheck(name, { status: 'unavailable', reasons: [], evidence: [] }),
  },
];

const modelFailures = ['ai_refused', 'ai_output_truncated', 'ai_output_invalid'] as const;

const unread = (name: CheckName): readonly CheckCase[] => [
  {
    sentence: `${name} has no answer before the document is read`,
    file: aCase({ instead: { document_reading: [] } }),
    expected: documentCheck(name, { status: 'unavailable', reasons: [], evidence: [] }),
  },
  {
    sentence: `${name} says why the reader gave no answer the last time`,
    file: aCase({
      instead: { document_reading: [] },
      more: [
        aProviderFailure('document_reading', 'provider_timeout'),
        aProviderFailure('document_reading', 'provider_quota_exceeded'),
      ],
    }),
    expected: documentCheck(name, { status: 'unavailable', reasons: ['provider_quota_exceeded'], evidence: [6] }),
  },
  {
    sentence: `${name} has no answer from a reader for which the partner has no budget left`,
    file: aCase({
      instead: { document_reading: [] },
      more: [aProviderFailure('document_reading', 'provider_budget_exhausted')],
    }),
    expected: documentCheck(name, { status: 'unavailable', reasons: ['provider_budget_exhausted'], evidence: [5] }),
  },
  ...modelFailures.map((reason) => ({
    sentence: `${name} has no answer after ${reason}`,
    file: aCase({ instead: { document_reading: [] }, more: [aProviderFailure('document_reading', reason)] }),
    expected: documentCheck(name, { status: 'unavailable', reasons: [reason], evidence: [5] }),
  })),
];

/** The complete results of the checks of a document that is missing, or that no reader has read. */
export const missingDocumentCases: readonly CheckCase[] = [
  ...requiredDocumentChecks.flatMap(unread),
  ...[...requiredDocumentChecks, 'document_authenticity' as const, 'claimed_data' as const].flatMap(missing),
];
