import type { ReasonCode } from '../policy/reasons/reasons.ts';

/**
 * The reasons that always rest on the output of a document reader: on what it did not see, on a difference from the
 * machine-readable zone, on its confidence, or on lines whose check digits fail, as those of a misread zone do. They
 * lead to a review at most, whatever action the policy gives them. For other reasons the check itself says whether they
 * are proven.
 */
export const neverProvenReasons: readonly ReasonCode[] = [
  'ai_low_confidence',
  'data_field_missing',
  'document_back_missing',
  'mrz_check_digit_failed',
  'mrz_missing',
  'mrz_print_mismatch',
  'mrz_repaired',
  'mrz_unreadable',
];
