import { type SignalCode, signalCodes } from '../documents/reading.ts';
import type { CurrentEvidence } from '../evidence/current-evidence.ts';
import type { Policy } from '../policy/policy.ts';
import type { ReasonCode } from '../policy/reasons/reasons.ts';
import type { CheckModule } from './check-module.ts';
import { type CheckInput, type CheckResult, evidenceIndexes, passedOrFailed } from './shared/check-result.ts';
import {
  confidentSignals,
  isAuthenticitySignal,
  readingReasons,
  signalDetails,
  unreadResult,
} from './shared/document-check.ts';
import { photoDetails, photoReasons } from './shared/photo-measures.ts';

const isQualitySignal = (code: SignalCode): boolean => !isAuthenticitySignal(code);

const signalReasons = ({ reading }: CurrentEvidence): readonly ReasonCode[] =>
  reading ? confidentSignals(reading.value).filter(isQualitySignal) : [];

/** Returns the reasons against each side of the document. Reasons whose side is not known are those of the front. */
export const qualityReasonsBySide = (
  policy: Policy,
  currentEvidence: CurrentEvidence,
): { readonly front: readonly ReasonCode[]; readonly back: readonly ReasonCode[] } => ({
  front: [...signalReasons(currentEvidence), ...photoReasons(policy, currentEvidence, 'front')],
  back: photoReasons(policy, currentEvidence, 'back'),
});

const qualityResult = (input: CheckInput): CheckResult => {
  const { facts, currentEvidence, policy } = input;
  const { front, back } = qualityReasonsBySide(policy, currentEvidence);
  if (!facts && front.length + back.length === 0) return unreadResult(input);
  const missingReasons = facts ? [] : unreadResult(input).reasons;
  const indexes = evidenceIndexes(currentEvidence.reading, currentEvidence.front, currentEvidence.back);
  const details = [
    ...(facts ? signalDetails(facts.reading, isQualitySignal) : []),
    ...photoDetails(policy, currentEvidence, 'front'),
    ...photoDetails(policy, currentEvidence, 'back'),
  ];
  return passedOrFailed([...new Set([...missingReasons, ...front, ...back])], indexes, {
    source: 'image',
    ...(details.length > 0 && { details }),
  });
};

/**
 * Checks whether the document is legible. The measures of the photos count before a reading, so that no poor photo is
 * read at a cost.
 */
export const documentQuality: CheckModule<'document_quality'> = {
  name: 'document_quality',
  reasons: [
    ...readingReasons,
    ...signalCodes.filter(isQualitySignal),
    'document_too_dark',
    'document_too_small',
    'document_screen_capture',
    'duplicate_file',
  ],
  defaultRequirement: 'required',
  dependsOn: ['document_reader'],
  steps: { required: ['document_front'], optional: ['document_back'], rejected: ['document_front', 'document_back'] },
  run: qualityResult,
};
