import type { ReasonCode } from '../reasons.ts';

/**
 * Reasons that rest on the words of a reader in every case: on what it did not see, on what it saw otherwise than the zone,
 * on how sure it was, or on lines that fail their check digits as a misread zone does. They lead to a review at most,
 * whatever a policy makes of them. Of other reasons the check itself says whether something proves them.
 */
export const neverProven: readonly ReasonCode[] = [
  'ai_low_confidence',
  'data_field_missing',
  'document_back_missing',
  'mrz_check_digit_failed',
  'mrz_missing',
  'mrz_print_mismatch',
  'mrz_repaired',
  'mrz_unreadable',
];
