import { type SignalCode, signalCodes } from '@portcullis/documents';
import type { CurrentEvidence } from '../evidence/current-evidence.ts';
import type { CheckModule } from './check-module.ts';
import type { CheckDetail } from './shared/check.ts';
import {
  addFailures,
  type CheckInput,
  type CheckResult,
  type IndexedReasons,
  notApplicable,
  passedOrFailed,
} from './shared/check-result.ts';
import {
  confidentSignals,
  isAuthenticitySignal,
  readingReasons,
  readsPrint,
  signalDetails,
  withDocumentFacts,
} from './shared/document-check.ts';

/** The signals that indicate fraud. A better photo takes the other signals back; nothing takes these back. */
const fraudSignals: readonly SignalCode[] = [
  'document_template_mismatch',
  'document_tampered',
  'document_portrait_replaced',
  'document_instruction_text',
];

/** The authenticity signals on all photos of this attempt. */
const authenticityDetails = ({ reading, readings }: CurrentEvidence): readonly CheckDetail[] =>
  [
    ...new Map([...readings, ...(reading ? [reading] : [])].map((one) => [one.index, one.value.reading])).values(),
  ].flatMap((read) => signalDetails(read, isAuthenticitySignal));

const currentAuthenticity = withDocumentFacts((facts, _, indexes) => {
  const signals = confidentSignals(facts).filter(isAuthenticitySignal);
  // The absence of signals means something only if the reader is a model, because only a model looks for them.
  if (signals.length === 0 && !readsPrint(facts.reading)) return notApplicable;
  return passedOrFailed(signals, indexes, { source: 'ai' });
});

const authenticityResult = (input: CheckInput): CheckResult => {
  const findings = input.currentEvidence.readings.flatMap(({ index, value }): readonly IndexedReasons[] => {
    const reasons = confidentSignals(value).filter((code) => fraudSignals.includes(code));
    return reasons.length > 0 ? [{ index, reasons }] : [];
  });
  const details = authenticityDetails(input.currentEvidence);
  return {
    ...addFailures(currentAuthenticity(input), findings, { source: 'ai' }),
    ...(details.length > 0 && { details }),
  };
};

/**
 * Checks for signs that the document is not authentic. A forgery that was seen once is not taken back by the next
 * photo.
 */
export const documentAuthenticity: CheckModule<'document_authenticity'> = {
  name: 'document_authenticity',
  reasons: [...readingReasons, ...signalCodes.filter(isAuthenticitySignal)],
  defaultRequirement: 'optional',
  dependsOn: ['document_reader'],
  steps: { required: ['document_front'], optional: ['document_back'], rejected: [] },
  run: authenticityResult,
};
