import { parseMrz } from '../documents/mrz/parse-mrz.ts';
import { type SignalCode, signalCodes } from '../documents/reading.ts';
import type { CurrentEvidence } from '../evidence/current-evidence.ts';
import { dayOf } from '../kernel/dates.ts';
import type { DocumentSide } from '../kernel/document-terms.ts';
import { type Policy, usesRules } from '../policy/policy.ts';
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

/**
 * Whether the zone on a side was read with every check digit valid and nothing corrected. A reader that does not tell
 * the sides apart read the only photo there is.
 */
const isZoneRead = ({ back, reading }: CurrentEvidence, side: DocumentSide): boolean => {
  if (!reading) return false;
  const { at, reading: read } = reading.value;
  const lines = read.sides ? read.sides[side]?.mrzLines : side === 'front' && back === null ? read.mrzLines : null;
  const mrz = lines ? parseMrz(lines, dayOf(at)) : null;
  return mrz?.valid === true && mrz.checkDigits.length > 0 && mrz.repairs.length === 0;
};

/** By the second rules, a photo on which the smallest print was read without a mistake is not blurred. */
const withoutBlur = (
  policy: Policy,
  currentEvidence: CurrentEvidence,
  side: DocumentSide,
  reasons: readonly ReasonCode[],
): readonly ReasonCode[] =>
  reasons.includes('document_blurry') && usesRules(policy, 2) && isZoneRead(currentEvidence, side)
    ? reasons.filter((code) => code !== 'document_blurry')
    : reasons;

/** Returns the reasons against each side of the document. Reasons whose side is not known are those of the front. */
export const qualityReasonsBySide = (
  policy: Policy,
  currentEvidence: CurrentEvidence,
): { readonly front: readonly ReasonCode[]; readonly back: readonly ReasonCode[] } => ({
  front: withoutBlur(policy, currentEvidence, 'front', [
    ...signalReasons(currentEvidence),
    ...photoReasons(policy, currentEvidence, 'front'),
  ]),
  back: withoutBlur(policy, currentEvidence, 'back', photoReasons(policy, currentEvidence, 'back')),
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
