import { type DocumentFacts, fieldPairs, isMrzProven, isSameValue, machineRead } from '@portcullis/documents';
import type { ReasonCode } from '../../policy/reasons.ts';

/** Whether the fields come from the barcode, or from a machine-readable zone whose check digits hold. */
export const isMachineProven = (facts: DocumentFacts): boolean =>
  machineRead(facts)?.source === 'barcode' || isMrzProven(facts);

/**
 * Whether the machine-read day of birth may count against the holder: no other source of it may disagree.
 */
export const isBirthProven = (facts: DocumentFacts): boolean =>
  isMachineProven(facts) &&
  fieldPairs('date_of_birth', facts).every(([one, other]) => isSameValue('date', one.value, other.value));

/**
 * The reasons that always rest on the output of a document reader: on what it did not see, on a difference from the
 * machine-readable zone, on its word for the State of a document without machine-read parts, on its confidence, or on
 * lines whose check digits fail, as those of a misread MRZ do. Two spellings of one name, and a liveness session that
 * nobody could read, prove nothing either. They lead to a review at most, whatever action the policy gives them. For
 * other reasons the check itself says whether they are proven.
 */
export const neverProvenReasons: readonly ReasonCode[] = [
  'ai_low_confidence',
  'data_field_missing',
  'data_name_variant',
  'document_changed',
  'document_back_missing',
  'document_names_unread',
  'document_not_accepted',
  'document_not_verifiable',
  'document_number_doubtful',
  'liveness_challenge_mismatch',
  'liveness_session_unread',
  'mrz_check_digit_failed',
  'mrz_missing',
  'mrz_print_mismatch',
  'mrz_repaired',
  'mrz_unreadable',
  'personal_number_doubtful',
];
