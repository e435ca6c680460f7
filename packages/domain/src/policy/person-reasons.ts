import { forPerson, forStaff, type ReasonRow } from './reason-row.ts';

/** The reasons about the applicant's consent, face and liveness. */
export const personReasons = {
  selfie_no_face: forPerson('retry', 'No face in the liveness reference image.'),
  selfie_multiple_faces: forPerson('retry', 'Several faces in the liveness reference image.'),
  selfie_low_quality: forPerson('retry', 'The liveness reference image is too poor to compare.'),
  liveness_low_score: forPerson('retry', 'The liveness confidence is below the threshold.'),
  liveness_session_failed: forPerson('retry', 'The provider ended the liveness session as failed.'),
  consent_missing: forPerson('retry', 'A biometric step without recorded consent.'),
  liveness_session_expired: {
    ...forPerson('retry', 'The liveness session ran out before it ended.'),
    isFreeRetry: true,
  },
  liveness_no_reference_image: {
    ...forPerson('retry', 'The provider returned no reference image.'),
    isFreeRetry: true,
  },
  consent_declined: forPerson('review', 'The person declined the biometric checks.'),
  liveness_session_unread: forStaff(
    'review',
    'A liveness session of which nobody knows how it went: consent was withdrawn before it was read.',
  ),
  liveness_gentle_challenge: forPerson(
    'review',
    'The person asked for the gentle liveness challenge, which proves less.',
  ),
  liveness_challenge_mismatch: forStaff(
    'review',
    'The provider names another liveness challenge than the session was opened with, or none.',
  ),
  liveness_picture_repeated: forStaff(
    'review',
    'A liveness reference image is byte for byte another picture of this profile.',
  ),
  face_match_borderline: forStaff('review', 'The similarity lies between the review and the pass threshold.'),
  face_mismatch: forPerson('decline', 'The similarity is below the review threshold.'),
  liveness_attack: forStaff('decline', 'The liveness confidence is so low that a presentation attack is assumed.'),
} as const satisfies Record<string, ReasonRow>;
