import { isAuthenticitySignal } from '../../checks/document-authenticity.ts';
import { signalCodes } from '../../documents/reading.ts';
import { failureReasons } from '../../evidence/evidence.ts';
import type { Step } from '../../kernel/steps.ts';
import type { CheckName } from '../../policy/check-names.ts';
import type { ReasonCode } from '../../policy/reasons/reasons.ts';

/** The reasons that every check of a reading can give. */
const readingReasons: readonly ReasonCode[] = ['document_missing', ...failureReasons];

/** The exact set of reasons that each check can give. */
export const reasonsOfCheck: Readonly<Record<CheckName, readonly ReasonCode[]>> = {
  document_quality: [
    ...readingReasons,
    ...signalCodes.filter((code) => !isAuthenticitySignal(code)),
    'document_too_dark',
    'document_too_small',
    'document_screen_capture',
    'duplicate_file',
  ],
  document_type: [
    ...readingReasons,
    'data_field_missing',
    'data_inconsistent',
    'document_type_not_allowed',
    'document_country_not_allowed',
  ],
  document_mrz: [
    ...readingReasons,
    'document_back_missing',
    'mrz_missing',
    'mrz_unreadable',
    'mrz_check_digit_failed',
    'mrz_repaired',
  ],
  document_barcode: [
    ...readingReasons,
    'document_back_missing',
    'document_unreadable',
    'barcode_unreadable',
    'barcode_mismatch',
    'data_inconsistent',
  ],
  document_consistency: [
    ...readingReasons,
    'document_back_missing',
    'mrz_print_mismatch',
    'barcode_mismatch',
    'data_inconsistent',
    'data_dates_impossible',
    'ai_low_confidence',
    'data_field_missing',
    'document_unverified_other',
  ],
  document_expiry: [
    ...readingReasons,
    'document_back_missing',
    'data_field_missing',
    'document_expired',
    'document_unverified_other',
  ],
  document_age: [
    ...readingReasons,
    'document_back_missing',
    'data_field_missing',
    'age_below_minimum',
    'document_unverified_other',
  ],
  document_authenticity: [...readingReasons, ...signalCodes.filter(isAuthenticitySignal)],
  claimed_data: [
    ...readingReasons,
    'data_field_missing',
    'data_name_mismatch',
    'data_birth_date_mismatch',
    'data_number_mismatch',
    'data_country_mismatch',
    'data_inconsistent',
  ],
  liveness: [
    'consent_declined',
    'consent_missing',
    'liveness_session_failed',
    'provider_response_invalid',
    'liveness_attack',
    'liveness_low_score',
  ],
  face_match: [
    ...failureReasons,
    'consent_missing',
    'liveness_session_failed',
    'document_portrait_missing',
    'document_several_faces',
    'selfie_no_face',
    'selfie_multiple_faces',
    'selfie_low_quality',
    'face_match_borderline',
    'face_mismatch',
  ],
  device: [
    ...failureReasons,
    'device_event_missing',
    'device_event_stale',
    'device_event_replayed',
    'device_origin_mismatch',
    'device_bot',
    'device_tampered',
    'device_emulated',
    'device_shared',
    'device_changed',
    'network_tor',
    'network_ip_blocklisted',
    'device_rooted',
    'device_incognito',
    'network_vpn',
    'network_proxy',
  ],
  duplicates: ['duplicate_document', 'duplicate_person', 'device_shared', 'list_blocked', 'list_allowed'],
  velocity: ['velocity_document', 'velocity_device', 'velocity_reference'],
};

/** The steps without which a check has no evidence. */
export const stepsOfCheck: Readonly<Record<CheckName, readonly Step[]>> = {
  document_quality: ['document_front'],
  document_type: ['document_front'],
  document_mrz: ['document_front'],
  document_barcode: ['document_front', 'document_back'],
  document_consistency: ['document_front'],
  document_expiry: ['document_front'],
  document_age: ['document_front'],
  document_authenticity: ['document_front'],
  claimed_data: ['document_front'],
  liveness: ['consent', 'liveness'],
  face_match: ['consent', 'document_front', 'liveness'],
  device: ['device'],
  duplicates: [],
  velocity: [],
};

const documentChecks: readonly CheckName[] = [
  'document_quality',
  'document_type',
  'document_mrz',
  'document_barcode',
  'document_consistency',
  'document_expiry',
  'document_age',
  'document_authenticity',
  'claimed_data',
];

/** The checks that use the evidence of a step. */
export const checksOfStep: Readonly<Record<Step, readonly CheckName[]>> = {
  consent: ['liveness', 'face_match'],
  document_front: [...documentChecks, 'face_match', 'duplicates', 'velocity'],
  document_back: [...documentChecks, 'duplicates', 'velocity'],
  liveness: ['liveness', 'face_match'],
  device: ['device', 'duplicates', 'velocity'],
};
