import {
  type DocumentFacts,
  type DocumentReading,
  expectedPart,
  type FieldSourceValue,
  isMrzProven,
  type Mrz,
  type SignalCode,
  typesOf,
} from '@portcullis/documents';
import type { CurrentEvidence } from '../../evidence/current-evidence.ts';
import { failureReasons } from '../../evidence/evidence.ts';
import type { FlatPolicy } from '../../policy/policy.ts';
import type { ReasonCode } from '../../policy/reasons.ts';
import type { CheckDetail, CheckSource } from './check.ts';
import { type CheckInput, type CheckResult, evidenceIndexes, failed, unavailableAfterFailure } from './check-result.ts';

/** The confidence (0 to 1) of the reader from which on a signal counts. */
const minSignalConfidence = 0.5;

/**
 * The signs of fraud that count from a lower confidence on. They lead to a review at most, and a reader that half
 * believes them is worth a look. A screen or a copy, which glare on an honest photo may look like, needs a little more
 * and only asks for another photo. A text for a machine may have told the reader how sure to be, so that it counts
 * whatever the reader says of it.
 */
const limitsOfFraud: { readonly [Code in SignalCode]?: number } = {
  document_instruction_text: 0,
  document_portrait_replaced: 0.2,
  document_printed_copy: 0.3,
  document_screen_capture: 0.3,
  document_sides_mismatch: 0.2,
  document_tampered: 0.2,
  document_template_mismatch: 0.2,
};

/** The confidence (0 to 1) of the reader from which on this signal counts. */
export const signalLimit = (code: SignalCode): number => limitsOfFraud[code] ?? minSignalConfidence;

/** The confidence (0 to 1) of the reader from which on print alone is held against the holder. */
const minPrintConfidence = 0.9;

/** Whether a value was read by our own code, or by a reader of print that is sure of it. */
export const isSurelyRead = ({ confidence = 0, source }: FieldSourceValue): boolean =>
  source !== 'ai' || confidence >= minPrintConfidence;

/** The signals that the reader reported with enough confidence, each once. */
export const confidentSignals = ({ reading }: { readonly reading: DocumentReading }): readonly SignalCode[] => [
  ...new Set(reading.signals.filter(({ code, confidence }) => confidence >= signalLimit(code)).map(({ code }) => code)),
];

const authenticitySignals: readonly SignalCode[] = [
  'document_screen_capture',
  'document_printed_copy',
  'document_sides_mismatch',
  'document_template_mismatch',
  'document_tampered',
  'document_portrait_replaced',
  'document_instruction_text',
  'document_unverified_other',
];

/** Whether a signal questions the authenticity of the document, and not the quality of the photo. */
export const isAuthenticitySignal = (code: SignalCode): boolean => authenticitySignals.includes(code);

/** The signals of one category that a reader reported, at any confidence. */
export const signalDetails = (
  { signals }: DocumentReading,
  isIncluded: (code: SignalCode) => boolean,
): readonly CheckDetail[] =>
  signals
    .filter(({ code }) => isIncluded(code))
    .map(({ code, confidence }) => {
      return { kind: 'value', name: code, value: confidence, limit: signalLimit(code), source: 'ai' };
    });

/**
 * Whether the reader reads the printed fields. A model does, and has a prompt version. A reader of the machine-readable
 * zone alone does not.
 */
export const readsPrint = ({ reader }: DocumentReading): boolean => reader.promptVersion !== null;

/**
 * Whether a document is expected. None is if the policy does not ask for a document, or if the applicant declined
 * consent and is asked for nothing more.
 */
const isDocumentExpected = ({ currentEvidence: { consent }, policy }: CheckInput): boolean =>
  policy.steps.includes('document_front') && consent?.value.granted !== false;

/** The result of a document check if there is no document, or no reading of it. */
export const unreadResult = (input: CheckInput): CheckResult =>
  input.currentEvidence.front === null && isDocumentExpected(input)
    ? failed(['document_missing'], [])
    : unavailableAfterFailure(input.currentEvidence.failures.document_reading);

/** Whether neither a barcode was read nor an MRZ that proves itself. Nothing that is found then is proven. */
const isUnproven = (facts: DocumentFacts): boolean => facts.barcode === null && !isMrzProven(facts);

/** The reasons that every check of a reading can give. */
export const readingReasons: readonly ReasonCode[] = ['document_missing', ...failureReasons];

/** Makes a check that is answered from the facts of a reading. */
export const withDocumentFacts =
  (check: (facts: DocumentFacts, input: CheckInput, indexes: readonly number[]) => CheckResult) =>
  (input: CheckInput): CheckResult => {
    if (!input.facts) return unreadResult(input);
    const result = check(input.facts, input, evidenceIndexes(input.currentEvidence.reading));
    return isUnproven(input.facts) ? { ...result, unprovenReasons: result.reasons } : result;
  };

/**
 * Whether the back of a card is missing. Cards have their machine-readable part on the back, so the back is missing and
 * not that part.
 */
export const isBackMissing = (reading: DocumentReading, { back, claimed }: CurrentEvidence): boolean => {
  const type = reading.documentType ?? claimed?.value.claimed.document_type;
  return back === null && (type === 'id_card' || type === 'residence_permit' || type === 'driving_licence');
};

/** Whether the MRZ has no check digits and the policy requires them. */
const isMrzRejected = (mrz: Mrz, policy: FlatPolicy): boolean =>
  mrz.checkDigits.length === 0 && policy.checks.document_mrz === 'required';

/** Whether nobody saw an MRZ, not even one that could not be read. */
const isWithoutZone = ({ mrzLines, mrzUnread }: DocumentReading): boolean => mrzLines === null && !mrzUnread;

/**
 * Why a document cannot be verified, whatever photo of it comes: its State puts nothing on it that a machine could
 * verify, or an MRZ without check digits. A type that the policy does not accept is named as such. The policy says
 * whether a reviewer looks at it or another document is asked for; `null` where it can be verified, or that is not
 * known.
 */
export const unverifiableReason = (facts: DocumentFacts, policy: FlatPolicy): ReasonCode | null => {
  const isUnverifiable =
    facts.barcode === null &&
    (facts.mrz ? isMrzRejected(facts.mrz, policy) : isWithoutZone(facts.reading) && expectedPart(facts) === 'none');
  if (!isUnverifiable) return null;
  const [type] = typesOf(facts);
  if (type && !policy.documents.types.includes(type.value)) return 'document_type_not_allowed';
  return policy.documents.unverifiable === 'refuse' ? 'document_not_accepted' : 'document_not_verifiable';
};

/** The name of the detail that names a field which a check needs and does not have. */
export const missingFieldDetailName = 'missing_field';

/** Names a field that a check needs and that the source does not have. */
export const missingFieldDetail = (field: string, source: CheckSource): CheckDetail => ({
  kind: 'value',
  name: missingFieldDetailName,
  value: field,
  source,
});
