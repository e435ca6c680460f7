import { type DocumentFacts, isMrzProven, machineRead } from '../../documents/facts.ts';
import { comparePair, fieldPairs } from '../../documents/fields.ts';
import { nameRulesOfEdition1 } from '../../documents/text-compare/name-rules.ts';
import type { FieldName } from '../../kernel/document-terms.ts';
import type { ReasonCode } from '../../policy/reasons/reasons.ts';

const wholeNames = nameRulesOfEdition1(100);

/**
 * Whether the machine-read value of a field may count against the holder. The field must come from the barcode or from
 * a machine-readable zone whose check digits hold, and no other source of the field may disagree.
 */
export const isFieldProven = (name: FieldName, facts: DocumentFacts): boolean =>
  (machineRead(facts)?.source === 'barcode' || isMrzProven(facts)) &&
  fieldPairs(name, facts).every((pair) => comparePair(name, pair, facts, wholeNames).agrees);

/**
 * The reasons that always rest on the output of a document reader: on what it did not see, on a difference from the
 * machine-readable zone, on its confidence, or on lines whose check digits fail, as those of a misread MRZ do. Two
 * spellings of one name, and a liveness session that nobody could read, prove nothing either. They lead to a review at
 * most, whatever action the policy gives them. For other reasons the check itself says whether they are proven.
 */
export const neverProvenReasons: readonly ReasonCode[] = [
  'ai_low_confidence',
  'data_field_missing',
  'data_name_variant',
  'document_back_missing',
  'document_number_doubtful',
  'liveness_session_unread',
  'mrz_check_digit_failed',
  'mrz_missing',
  'mrz_print_mismatch',
  'mrz_repaired',
  'mrz_unreadable',
];
