import type { ReasonRow } from './reason-row.ts';

/** The reasons about the applicant's consent, face and liveness. */
export const personReasons = {
  selfie_no_face: { action: 'retry', visibility: 'person', staffMessage: 'No face in the liveness reference image.' },
  selfie_multiple_faces: {
    action: 'retry',
    visibility: 'person',
    staffMessage: 'Several faces in the liveness reference image.',
  },
  selfie_low_quality: {
    action: 'retry',
    visibility: 'person',
    staffMessage: 'The liveness reference image is too poor to compare.',
  },
  liveness_low_score: {
    action: 'retry',
    visibility: 'person',
    staffMessage: 'The liveness confidence is below the threshold.',
  },
  liveness_session_failed: {
    action: 'retry',
    visibility: 'person',
    staffMessage: 'The provider ended the liveness session as failed.',
  },
  consent_missing: {
    action: 'retry',
    visibility: 'person',
    staffMessage: 'A biometric step without recorded consent.',
  },
  liveness_session_expired: {
    action: 'retry',
    visibility: 'person',
    isFreeRetry: true,
    staffMessage: 'The liveness session ran out before it ended.',
  },
  liveness_no_reference_image: {
    action: 'retry',
    visibility: 'person',
    isFreeRetry: true,
    staffMessage: 'The provider returned no reference image.',
  },
  consent_declined: {
    action: 'review',
    visibility: 'person',
    staffMessage: 'The person declined the biometric checks.',
  },
  liveness_session_unread: {
    action: 'review',
    visibility: 'staff',
    staffMessage: 'A liveness session of which nobody knows how it went: consent was withdrawn before it was read.',
  },
  liveness_gentle_challenge: {
    action: 'review',
    visibility: 'person',
    staffMessage: 'The person asked for the gentle liveness challenge, which proves less.',
  },
  liveness_challenge_mismatch: {
    action: 'review',
    visibility: 'staff',
    staffMessage: 'The provider names another liveness challenge than the session was opened with, or none.',
  },
  liveness_picture_repeated: {
    action: 'review',
    visibility: 'staff',
    staffMessage: 'The liveness reference image is byte for byte another picture of this profile.',
  },
  face_match_borderline: {
    action: 'review',
    visibility: 'staff',
    staffMessage: 'The similarity lies between the review and the pass threshold.',
  },
  face_mismatch: {
    action: 'decline',
    visibility: 'person',
    staffMessage: 'The similarity is below the review threshold.',
  },
  liveness_attack: {
    action: 'decline',
    visibility: 'staff',
    staffMessage: 'The liveness confidence is so low that a presentation attack is assumed.',
  },
} as const satisfies Record<string, ReasonRow>;
