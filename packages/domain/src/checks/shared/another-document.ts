import type { ReasonCode } from '../../policy/reasons.ts';

/** The reasons for which only another document helps. */
const needsAnother: readonly ReasonCode[] = [
  'document_expired',
  'document_type_not_allowed',
  'document_country_not_allowed',
];

/**
 * The reasons for a review that are not about fraud: something was not read, is not stated, or has no answer. A reason
 * that is not here may be about fraud, and then nobody is told what is wrong with the document. Duplicates are not
 * here: with another document nobody would see any more that this one, or its holder, has another profile. Neither is
 * `document_unverified_other`: a value that was left out for an odd text may have been the one that contradicts.
 */
const innocent: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'document_number_doubtful',
  'personal_number_doubtful',
  'document_sides_unknown',
  'identity_not_on_portrait_side',
  'document_not_verifiable',
  'document_names_unread',
  'document_without_number',
  'document_date_not_in_calendar',
  'birth_date_incomplete',
  'birth_century_open',
  'age_depends_on_place',
  'document_never_expires',
  'document_without_expiry',
  'expiry_century_open',
  'expiry_depends_on_place',
  'ai_low_confidence',
  'data_name_mismatch',
  'data_name_variant',
  'data_name_unconfirmed',
  'data_birth_date_mismatch',
  'data_number_mismatch',
  'data_country_mismatch',
  'data_inconsistent',
  'face_match_borderline',
  'liveness_gentle_challenge',
  'device_event_missing',
  'device_event_stale',
  'checks_incomplete',
]);

/** Whether only another document helps against a reason. */
export const needsAnotherDocument = (reason: ReasonCode): boolean => needsAnother.includes(reason);

/**
 * Whether a reason asks for another document by the policy alone, or for its sides one by one: nothing has to be
 * proven, since the last attempt ends in a review.
 */
export const isCertainNeed = (reason: ReasonCode): boolean =>
  reason === 'document_not_accepted' || reason === 'document_type_not_allowed' || reason === 'document_sides_together';

/** Whether a reason for a review is not about fraud; an outage is asked apart. */
export const isInnocent = (reason: ReasonCode): boolean => innocent.has(reason);
