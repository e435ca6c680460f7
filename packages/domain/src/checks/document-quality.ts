import { type DocumentSide, dayOf, parseMrz, type SignalCode, signalCodes } from '@portcullis/documents';
import type { CurrentEvidence } from '../evidence/current-evidence.ts';
import type { ReadingEvidence } from '../evidence/evidence.ts';
import type { Policy } from '../policy/policy.ts';
import type { ReasonCode } from '../policy/reasons.ts';
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

/** The newest reading of the current photo of a side, also one from before the photo of the other side came. */
const readingOfSide = (
  { reading, readings, ...photos }: CurrentEvidence,
  side: DocumentSide,
): ReadingEvidence | undefined => {
  const file = photos[side]?.value.file.id;
  const isOfPhoto = ({ backFileId, frontFileId }: ReadingEvidence): boolean =>
    file !== undefined && file === (side === 'front' ? frontFileId : backFileId);
  return reading?.value ?? readings.findLast(({ value }) => isOfPhoto(value))?.value;
};

/**
 * Whether the MRZ on a side was read with every check digit valid and nothing corrected. A reader that does not tell
 * the sides apart read the only photo there is.
 */
const isMrzRead = ({ at, backFileId, reading }: ReadingEvidence, side: DocumentSide): boolean => {
  const { mrzLines, sides } = reading;
  const lines = sides ? sides[side]?.mrzLines : side === 'front' && backFileId === null ? mrzLines : null;
  const mrz = lines ? parseMrz(lines, dayOf(at)) : null;
  return mrz?.valid === true && mrz.checkDigits.length > 0 && mrz.repairs.length === 0;
};

/**
 * Below this sharpness no MRZ was ever read without a mistake: the lowest was 0.174, see
 * `docs/adr/0005-media.md`. From there on, only a reading can say that a photo is blurred.
 */
const illegibleSharpness = 0.16;

/**
 * Whether a photo is not called blurred: the smallest print on it was read without a mistake, or it
 * is still to be read and nobody failed to. The reading then says.
 */
const isNotBlurred = (currentEvidence: CurrentEvidence, side: DocumentSide): boolean => {
  const read = readingOfSide(currentEvidence, side);
  if (read) return isMrzRead(read, side);
  const sharpness = currentEvidence[side]?.value.image?.sharpness ?? 0;
  return currentEvidence.failures.document_reading.length === 0 && sharpness >= illegibleSharpness;
};

const withoutBlur = (
  currentEvidence: CurrentEvidence,
  side: DocumentSide,
  reasons: readonly ReasonCode[],
): readonly ReasonCode[] =>
  reasons.includes('document_blurry') && isNotBlurred(currentEvidence, side)
    ? reasons.filter((code) => code !== 'document_blurry')
    : reasons;

/** Returns the reasons against each side of the document. Reasons whose side is not known are those of the front. */
export const qualityReasonsBySide = (
  policy: Policy,
  currentEvidence: CurrentEvidence,
): { readonly front: readonly ReasonCode[]; readonly back: readonly ReasonCode[] } => ({
  front: withoutBlur(currentEvidence, 'front', [
    ...signalReasons(currentEvidence),
    ...photoReasons(policy, currentEvidence, 'front'),
  ]),
  back: withoutBlur(currentEvidence, 'back', photoReasons(policy, currentEvidence, 'back')),
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
 * read at a cost; all but a sharpness with which an MRZ may be read.
 */
export const documentQuality: CheckModule<'document_quality'> = {
  name: 'document_quality',
  reasons: [
    ...readingReasons,
    ...signalCodes.filter(isQualitySignal),
    'document_too_dark',
    'document_too_small',
    'duplicate_file',
  ],
  defaultRequirement: 'required',
  dependsOn: ['document_reader'],
  steps: { required: ['document_front'], optional: ['document_back'], rejected: ['document_front', 'document_back'] },
  run: qualityResult,
};
