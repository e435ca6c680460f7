import type { ApplicantMessages } from './applicant-messages.ts';

const providerOutage =
  'Nous n’avons pas pu terminer la vérification pour le moment. Elle sera terminée sans que vous ayez à intervenir.';

/** The applicant messages in French. */
export const french: ApplicantMessages = {
  document_missing: 'Veuillez ajouter une photo de votre document.',
  document_back_missing: 'Veuillez ajouter une photo du verso de votre document.',
  document_unreadable: 'Nous n’avons pas pu lire votre document. Veuillez prendre une nouvelle photo.',
  document_blurry: 'La photo de votre document est floue. Tenez l’appareil sans bouger et réessayez.',
  document_glare: 'Il y a des reflets sur votre document. Éloignez-le de la lumière et réessayez.',
  document_too_dark: 'La photo de votre document est trop sombre. Trouvez un meilleur éclairage et réessayez.',
  document_too_small:
    'La photo de votre document est trop petite. Rapprochez-vous ou choisissez une résolution plus élevée, puis réessayez.',
  document_cut_off: 'Une partie de votre document est hors de la photo. Veuillez le montrer en entier.',
  document_obscured: 'Quelque chose cache une partie de votre document. Veuillez le montrer en entier.',
  document_damaged: 'Votre document semble abîmé. Veuillez en utiliser un autre.',
  document_black_and_white: 'Veuillez prendre une photo en couleur du document original.',
  document_portrait_missing:
    'Nous n’avons pas pu voir le portrait sur votre document. Veuillez prendre une nouvelle photo.',
  document_type_not_allowed: 'Ce type de document n’est pas accepté. Veuillez en utiliser un autre.',
  document_expired: 'Votre document est périmé. Veuillez en utiliser un qui est valide.',
  document_screen_capture: 'Veuillez photographier le document lui-même, et non un écran.',
  document_printed_copy: 'Veuillez photographier le document original, et non une copie.',
  mrz_missing:
    'Nous n’avons pas trouvé les lignes de lettres et de flèches sur votre document. Veuillez montrer la page entière, ou ajouter le verso de votre carte.',
  mrz_unreadable:
    'Nous n’avons pas pu lire les lignes de lettres et de flèches sur votre document. Veuillez prendre une photo plus nette.',
  barcode_unreadable:
    'Nous n’avons pas pu lire le code-barres de votre document. Veuillez prendre une photo plus nette.',
  data_field_missing: 'Une partie de votre document n’a pas pu être lue. Veuillez prendre une nouvelle photo.',
  selfie_no_face: 'Nous n’avons pas pu voir votre visage. Veuillez réessayer.',
  selfie_multiple_faces: 'Nous avons vu plus d’un visage. Il ne doit y avoir que vous sur l’image.',
  selfie_low_quality: 'L’image de votre visage n’était pas nette. Trouvez un meilleur éclairage et réessayez.',
  liveness_low_score: 'La vérification du visage n’a pas abouti. Trouvez un meilleur éclairage et réessayez.',
  liveness_session_failed: 'La vérification du visage n’a pas abouti. Veuillez réessayer.',
  consent_missing: 'Veuillez d’abord donner votre consentement.',
  duplicate_file: 'Vous avez envoyé deux fois la même image. Veuillez en prendre une nouvelle.',
  liveness_session_expired: 'La vérification du visage a duré trop longtemps. Veuillez la recommencer.',
  liveness_no_reference_image: 'La vérification du visage n’a donné aucune image. Veuillez la recommencer.',
  document_sides_together:
    'Il nous faut chaque côté de votre document sur une photo à part. Veuillez photographier d’abord le côté avec votre portrait, puis le verso.',
  document_not_accepted:
    'Nous ne pouvons pas vérifier ce type de document. Veuillez en utiliser un autre, par exemple un passeport.',
  document_not_verifiable: 'Ce type de document ne peut pas être vérifié automatiquement. Une personne l’examine.',
  document_part_absent:
    'Nous n’avons pas trouvé tout ce dont nous avons besoin sur votre document. Une personne l’examine.',
  document_names_unread: 'Nous n’avons pas pu lire votre nom avec certitude. Une personne examine votre document.',
  document_without_number: 'Votre document ne montre aucun numéro que nous puissions lire. Une personne l’examine.',
  birth_date_incomplete: 'Votre document n’indique pas votre date de naissance complète. Une personne l’examine.',
  birth_century_open:
    'Votre document n’indique votre année de naissance qu’avec deux chiffres. Une personne l’examine.',
  age_depends_on_place:
    'Ce n’est pas encore votre anniversaire partout dans le pays de votre document. Une personne l’examine.',
  document_never_expires: 'Votre document n’a pas de date d’expiration. Une personne l’examine.',
  document_without_expiry:
    'Votre document ne montre aucune date d’expiration que nous puissions lire. Une personne l’examine.',
  expiry_century_open:
    'Votre document n’indique l’année de son expiration qu’avec deux chiffres. Une personne l’examine.',
  expiry_depends_on_place: 'Votre document expire aujourd’hui. Une personne l’examine.',
  data_name_unconfirmed: 'Votre document ne montre pas tout le nom qui nous a été indiqué. Une personne l’examine.',
  document_unverified_other: 'Une personne examine votre document.',
  mrz_check_digit_failed: 'Les données de ce document n’ont pas pu être confirmées.',
  data_name_mismatch:
    'Le nom sur votre document diffère de celui qui nous a été communiqué. Une personne examine ce point.',
  data_birth_date_mismatch:
    'La date de naissance sur votre document diffère de celle qui nous a été communiquée. Une personne examine ce point.',
  data_number_mismatch:
    'Le numéro de votre document diffère de celui qui nous a été communiqué. Une personne examine ce point.',
  liveness_gentle_challenge:
    'Vous avez choisi la vérification du visage sans couleurs clignotantes. Une personne l’examine.',
  consent_declined:
    'Vous n’avez pas donné tous les consentements. Une personne vous contactera pour vous proposer une autre solution.',
  document_country_not_allowed: 'Les documents de ce pays ne sont pas acceptés.',
  age_below_minimum: 'Vous n’avez pas l’âge minimum requis pour ce service.',
  face_mismatch: 'Votre visage ne correspond pas au portrait du document.',
  policy_attempts_exhausted: 'Il ne reste plus de tentatives.',
  provider_unavailable: providerOutage,
  provider_timeout: providerOutage,
  provider_quota_exceeded: providerOutage,
  provider_budget_exhausted: providerOutage,
  provider_not_configured: providerOutage,
  provider_response_invalid: providerOutage,
  ai_refused: providerOutage,
  ai_output_truncated: providerOutage,
  ai_output_invalid: providerOutage,
  flow_expired_unopened: 'Le lien n’a pas été ouvert à temps.',
  flow_expired_abandoned: 'La vérification n’a pas été terminée à temps.',
  flow_canceled_by_user: 'Vous avez interrompu la vérification.',
  flow_canceled_by_client: 'La vérification a été interrompue.',
  review_pending: 'Une personne examine votre vérification.',
  input_needed: 'Nous avons encore besoin de quelque chose de votre part.',
  policy_changed: 'La vérification a été remplacée par une nouvelle.',
  lapse_document_expired: 'Le document utilisé pour votre vérification est périmé.',
  lapse_validity_ended: 'Votre vérification n’est plus valable.',
};
