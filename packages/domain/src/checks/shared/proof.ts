import { type DocumentFacts, isMrzProven, machineRead } from '../../documents/facts.ts';
import { fieldPairs } from '../../documents/fields.ts';
import { isSameValue } from '../../documents/text-compare/compare.ts';
import type { ReasonCode } from '../../policy/reasons/reasons.ts';

/** The comparison of each field that is proven so: a State is no other one that it may be a part of. */
const comparators = { issuing_country: 'country', date_of_birth: 'date' } as const;

/**
 * Whether the machine-read value of a field may count against the holder. The field must come from the barcode or from
 * a machine-readable zone whose check digits hold, and no other source of the field may disagree.
 */
export const isFieldProven = (name: keyof typeof comparators, facts: DocumentFacts): boolean =>
  (machineRead(facts)?.source === 'barcode' || isMrzProven(facts)) &&
  fieldPairs(name, facts).every(([one, other]) => isSameValue(comparators[name], one.value, other.value));

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
