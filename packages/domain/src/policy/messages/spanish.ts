import type { ApplicantMessages } from './applicant-messages.ts';

const providerOutage =
  'No hemos podido terminar la comprobación en este momento. Se completará sin que tenga que hacer nada.';

/** The applicant messages in Spanish. */
export const spanish: ApplicantMessages = {
  document_missing: 'Añada una foto de su documento.',
  document_back_missing: 'Añada una foto del reverso de su documento.',
  document_unreadable: 'No hemos podido leer su documento. Haga una foto nueva.',
  document_blurry: 'La foto de su documento está borrosa. Sujete la cámara sin moverla e inténtelo de nuevo.',
  document_glare: 'Hay reflejos en su documento. Apártelo de la luz e inténtelo de nuevo.',
  document_too_dark: 'La foto de su documento está demasiado oscura. Busque mejor luz e inténtelo de nuevo.',
  document_too_small:
    'La foto de su documento es demasiado pequeña. Acérquese o elija una resolución más alta e inténtelo de nuevo.',
  document_cut_off: 'Una parte de su documento queda fuera de la foto. Muéstrelo entero.',
  document_obscured: 'Algo tapa una parte de su documento. Muéstrelo entero.',
  document_damaged: 'Su documento parece dañado. Utilice otro.',
  document_black_and_white: 'Haga una foto en color del documento original.',
  document_portrait_missing: 'No hemos podido ver el retrato de su documento. Haga una foto nueva.',
  document_type_not_allowed: 'Este tipo de documento no se acepta. Utilice otro.',
  document_expired: 'Su documento ha caducado. Utilice uno que sea válido.',
  document_screen_capture: 'Fotografíe el propio documento, no una pantalla.',
  document_printed_copy: 'Fotografíe el documento original, no una copia.',
  mrz_missing:
    'No hemos encontrado las líneas de letras y flechas de su documento. Muestre la página entera o añada el reverso de su tarjeta.',
  mrz_unreadable: 'No hemos podido leer las líneas de letras y flechas de su documento. Haga una foto más nítida.',
  barcode_unreadable: 'No hemos podido leer el código de barras de su documento. Haga una foto más nítida.',
  data_field_missing: 'No se ha podido leer una parte de su documento. Haga una foto nueva.',
  selfie_no_face: 'No hemos podido ver su cara. Inténtelo de nuevo.',
  selfie_multiple_faces: 'Hemos visto más de una cara. Debe aparecer solo una persona en la imagen.',
  selfie_low_quality: 'La imagen de su cara no era clara. Busque mejor luz e inténtelo de nuevo.',
  liveness_low_score: 'La comprobación facial no se ha superado. Busque mejor luz e inténtelo de nuevo.',
  liveness_session_failed: 'La comprobación facial no se ha superado. Inténtelo de nuevo.',
  consent_missing: 'Dé primero su consentimiento.',
  duplicate_file: 'Ha enviado la misma imagen dos veces. Haga una nueva.',
  liveness_session_expired: 'La comprobación facial ha tardado demasiado. Empiécela de nuevo.',
  liveness_no_reference_image: 'La comprobación facial no ha dado ninguna imagen. Empiécela de nuevo.',
  document_sides_together:
    'Necesitamos cada lado de su documento en una foto propia. Fotografíe primero el lado con su retrato y después el reverso.',
  document_not_accepted: 'No podemos comprobar este tipo de documento. Utilice otro, por ejemplo un pasaporte.',
  document_not_verifiable:
    'Este tipo de documento no se puede comprobar automáticamente. Una persona lo está revisando.',
  document_part_absent: 'No hemos encontrado todo lo que necesitamos en su documento. Una persona lo está revisando.',
  document_names_unread: 'No hemos podido leer su nombre con seguridad. Una persona está revisando su documento.',
  document_without_number: 'Su documento no muestra ningún número que podamos leer. Una persona lo está revisando.',
  birth_date_incomplete: 'Su documento no muestra su fecha de nacimiento completa. Una persona lo está revisando.',
  birth_century_open: 'Su documento muestra su año de nacimiento con solo dos cifras. Una persona lo está revisando.',
  age_depends_on_place: 'Todavía no es su cumpleaños en todo el país de su documento. Una persona lo está revisando.',
  document_never_expires: 'Su documento no tiene fecha de caducidad. Una persona lo está revisando.',
  document_without_expiry:
    'Su documento no muestra ninguna fecha de caducidad que podamos leer. Una persona lo está revisando.',
  expiry_century_open:
    'Su documento muestra el año de su caducidad con solo dos cifras. Una persona lo está revisando.',
  expiry_depends_on_place: 'Su documento caduca hoy. Una persona lo está revisando.',
  data_name_unconfirmed: 'Su documento no muestra todo el nombre que nos han indicado. Una persona lo está revisando.',
  document_unverified_other: 'Una persona está revisando su documento.',
  mrz_check_digit_failed: 'No se han podido confirmar los datos de este documento.',
  data_name_mismatch:
    'El nombre de su documento no coincide con el que nos han facilitado. Una persona lo está revisando.',
  data_birth_date_mismatch:
    'La fecha de nacimiento de su documento no coincide con la que nos han facilitado. Una persona lo está revisando.',
  data_number_mismatch:
    'El número de su documento no coincide con el que nos han facilitado. Una persona lo está revisando.',
  liveness_gentle_challenge:
    'Ha elegido la comprobación facial sin colores parpadeantes. Una persona la está revisando.',
  consent_declined:
    'No ha dado todos los consentimientos. Una persona se pondrá en contacto con usted para buscar otra vía.',
  document_country_not_allowed: 'No se aceptan documentos de este país.',
  age_below_minimum: 'No alcanza la edad mínima para este servicio.',
  face_mismatch: 'Su cara no coincide con el retrato del documento.',
  policy_attempts_exhausted: 'No quedan más intentos.',
  provider_unavailable: providerOutage,
  provider_timeout: providerOutage,
  provider_quota_exceeded: providerOutage,
  provider_budget_exhausted: providerOutage,
  provider_not_configured: providerOutage,
  provider_response_invalid: providerOutage,
  ai_refused: providerOutage,
  ai_output_truncated: providerOutage,
  ai_output_invalid: providerOutage,
  flow_expired_unopened: 'El enlace no se abrió a tiempo.',
  flow_expired_abandoned: 'La verificación no se terminó a tiempo.',
  flow_canceled_by_user: 'Ha interrumpido la verificación.',
  flow_canceled_by_client: 'La verificación se ha interrumpido.',
  review_pending: 'Una persona está revisando su verificación.',
  input_needed: 'Necesitamos algo de usted otra vez.',
  policy_changed: 'La verificación se ha sustituido por una nueva.',
  lapse_document_expired: 'El documento con el que se le verificó ha caducado.',
  lapse_validity_ended: 'Su verificación ya no es válida.',
};
