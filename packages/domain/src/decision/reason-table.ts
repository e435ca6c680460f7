/** What a reason asks for. `free` retries cost the person no attempt. */
export type ReasonAction = 'retry' | 'review' | 'decline' | 'wait' | 'info' | 'explain';

export type ReasonFacts = {
  readonly action: ReasonAction;
  /** A retry that is not counted as an attempt, because it was not the person's doing. */
  readonly free?: true;
  /** What a member of staff is told. What the person is told, and in which languages, stands in `told`. */
  readonly means: string;
};

/**
 * Every reason code, once. Codes are append-only: never renamed, never used again for something else.
 * The table drives the decision, what the person sees, the API description and the docs.
 */
export const reasonTable = {
  document_missing: { action: 'retry', means: 'No image of the document was supplied.' },
  document_back_missing: { action: 'retry', means: 'The back of the document was asked for and not supplied.' },
  document_unreadable: { action: 'retry', means: 'Nothing on the document could be read.' },
  document_blurry: { action: 'retry', means: 'The image is out of focus.' },
  document_glare: { action: 'retry', means: 'Reflections cover a part of the document.' },
  document_too_dark: { action: 'retry', means: 'The image is darker than the policy allows.' },
  document_too_small: { action: 'retry', means: 'The image has fewer pixels than the policy allows.' },
  document_cut_off: { action: 'retry', means: 'The document is cropped.' },
  document_obscured: { action: 'retry', means: 'A part of the document is covered.' },
  document_damaged: { action: 'retry', means: 'The document is damaged.' },
  document_black_and_white: { action: 'retry', means: 'The image has no colour.' },
  document_portrait_missing: { action: 'retry', means: 'No face was found on the document.' },
  document_type_not_allowed: { action: 'retry', means: 'The policy does not accept this type of document.' },
  document_expired: { action: 'retry', means: 'The document is past its date of expiry and the policy grace.' },
  document_screen_capture: { action: 'retry', means: 'The image shows a screen.' },
  document_printed_copy: { action: 'retry', means: 'The image shows a paper copy.' },
  mrz_missing: { action: 'retry', means: 'No machine-readable zone was found.' },
  mrz_unreadable: { action: 'retry', means: 'The machine-readable zone does not parse.' },
  barcode_unreadable: { action: 'retry', means: 'The barcode does not parse.' },
  data_field_missing: { action: 'retry', means: 'A field that the checks need is missing.' },
  selfie_no_face: { action: 'retry', means: 'No face in the liveness reference image.' },
  selfie_multiple_faces: { action: 'retry', means: 'Several faces in the liveness reference image.' },
  selfie_low_quality: { action: 'retry', means: 'The liveness reference image is too poor to compare.' },
  liveness_low_score: { action: 'retry', means: 'The liveness confidence is below the threshold.' },
  liveness_session_failed: { action: 'retry', means: 'The provider ended the liveness session as failed.' },
  consent_missing: { action: 'retry', means: 'A biometric step without recorded consent.' },
  duplicate_file: { action: 'retry', means: 'The same image was supplied for both sides or again after a rejection.' },
  liveness_session_expired: { action: 'retry', free: true, means: 'The liveness session ran out before it ended.' },
  liveness_no_reference_image: { action: 'retry', free: true, means: 'The provider returned no reference image.' },
  document_unverified_other: {
    action: 'review',
    means: 'The document could not be verified for a reason that has no code of its own.',
  },
  data_name_mismatch: { action: 'review', means: 'The claimed name disagrees with the document.' },
  data_birth_date_mismatch: { action: 'review', means: 'The claimed date of birth disagrees with the document.' },
  data_number_mismatch: { action: 'review', means: 'The claimed document number disagrees with the document.' },
  consent_declined: { action: 'review', means: 'The person declined the biometric checks.' },
  document_sides_mismatch: { action: 'review', means: 'Front and back belong to different documents.' },
  document_template_mismatch: { action: 'review', means: 'The layout is not the one of this document type.' },
  document_tampered: { action: 'review', means: 'Signs that the document was altered.' },
  document_portrait_replaced: { action: 'review', means: 'Signs that the portrait was replaced.' },
  document_several_faces: {
    action: 'review',
    means: 'Faces on the photo of the document do not look like one person; none of them was compared.',
  },
  document_instruction_text: { action: 'review', means: 'Text on the document that is addressed to a machine.' },
  mrz_check_digit_failed: {
    action: 'review',
    means: 'A check digit of the machine-readable zone is wrong (ICAO 9303-3, 4.9).',
  },
  mrz_print_mismatch: { action: 'review', means: 'The printed zone disagrees with the machine-readable zone.' },
  barcode_mismatch: {
    action: 'review',
    means: 'The barcode disagrees with what is printed, or with the machine-readable zone.',
  },
  data_dates_impossible: { action: 'review', means: 'The dates on the document cannot all be true.' },
  data_inconsistent: { action: 'review', means: 'Two sources on the document disagree.' },
  data_country_mismatch: { action: 'review', means: 'The claimed country disagrees with the document.' },
  face_match_borderline: { action: 'review', means: 'The similarity lies between the review and the pass threshold.' },
  device_shared: { action: 'review', means: 'The device was seen with other people.' },
  device_changed: { action: 'review', means: 'Another device than in an earlier attempt of this profile.' },
  duplicate_document: {
    action: 'review',
    means: 'The document, or a picture of it, was seen under another reference of the tenant.',
  },
  duplicate_person: {
    action: 'review',
    means: 'The person, by name and date of birth, was seen under another reference of the tenant.',
  },
  velocity_device: { action: 'review', means: 'More attempts from this device in the window than the policy allows.' },
  velocity_document: {
    action: 'review',
    means: 'More attempts with this document in the window than the policy allows.',
  },
  velocity_reference: {
    action: 'review',
    means: 'More attempts for this reference in the window than the policy allows.',
  },
  ai_low_confidence: {
    action: 'review',
    means: 'The reader of the printed fields was not sure of what the checks need.',
  },
  policy_sampled: {
    action: 'review',
    means: 'Nothing stood against an approval; the policy has a person look at a share of them.',
  },
  device_tampered: { action: 'review', means: 'The browser was tampered with.' },
  device_emulated: { action: 'review', means: 'The device is an emulator or a virtual machine.' },
  device_bot: { action: 'review', means: 'The browser is driven by a program.' },
  device_event_replayed: { action: 'review', means: 'The device event was used before or belongs to another profile.' },
  device_event_missing: { action: 'review', means: 'The policy requires a device event and there is none.' },
  device_origin_mismatch: { action: 'review', means: 'The device event was made on a page that is not ours.' },
  device_event_stale: { action: 'review', means: 'The device event is too old.' },
  network_tor: { action: 'review', means: 'The request came through Tor.' },
  checks_incomplete: { action: 'review', means: 'A required check gave no answer.' },
  document_country_not_allowed: { action: 'decline', means: 'The policy does not accept documents of this country.' },
  age_below_minimum: { action: 'decline', means: 'The person is younger than the policy allows.' },
  face_mismatch: { action: 'decline', means: 'The similarity is below the review threshold.' },
  policy_attempts_exhausted: { action: 'decline', means: 'The last attempt ended with a retryable failure.' },
  liveness_attack: {
    action: 'decline',
    means: 'The liveness confidence is so low that a presentation attack is assumed.',
  },
  network_ip_blocklisted: { action: 'decline', means: 'The address is listed as an attack source.' },
  list_blocked: {
    action: 'decline',
    means: "The document, person or device stands on the tenant's own list of those to decline.",
  },
  provider_unavailable: { action: 'wait', means: 'A provider did not answer.' },
  provider_timeout: { action: 'wait', means: 'The checks did not end in time.' },
  provider_quota_exceeded: { action: 'wait', means: 'A provider refused for its quota.' },
  provider_response_invalid: { action: 'wait', means: 'A provider answered something that is not its contract.' },
  ai_refused: { action: 'wait', means: 'The model that reads documents refused this one.' },
  ai_output_truncated: { action: 'wait', means: "The model's answer was cut off before its end." },
  ai_output_invalid: { action: 'wait', means: "The model's answer is not of the form that it must have." },
  mrz_repaired: {
    action: 'info',
    means: 'A reading slip in the machine-readable zone was repaired; before and after are in the evidence.',
  },
  device_incognito: { action: 'info', means: 'The browser is in private mode.' },
  device_rooted: { action: 'info', means: 'The device is rooted or jailbroken.' },
  network_vpn: { action: 'info', means: 'The request came through a VPN.' },
  network_proxy: { action: 'info', means: 'The request came through a proxy.' },
  list_allowed: {
    action: 'info',
    means: "The document, person or device stands on the tenant's own list of those to allow.",
  },
  flow_expired_unopened: { action: 'explain', means: 'The profile expired before its link was opened.' },
  flow_expired_abandoned: { action: 'explain', means: 'The profile expired before every step was done.' },
  flow_canceled_by_user: { action: 'explain', means: 'The person canceled.' },
  flow_canceled_by_client: { action: 'explain', means: 'The partner canceled.' },
  policy_changed: { action: 'explain', means: 'A new profile under another policy took the place of this one.' },
  lapse_document_expired: { action: 'explain', means: 'The document of an approved profile ran out.' },
  lapse_validity_ended: { action: 'explain', means: 'The validity of the approval under its policy ended.' },
  review_approved_override: { action: 'explain', means: 'A reviewer approved over the outcome of the checks.' },
  review_declined: { action: 'explain', means: 'A reviewer declined.' },
  review_input_requested: { action: 'explain', means: 'A reviewer asked for more input.' },
  review_reopened: { action: 'explain', means: 'A settled decision was opened again.' },
} as const satisfies Record<string, ReasonFacts>;
