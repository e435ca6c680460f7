import type { ApplicantMessages } from './applicant-messages.ts';

const providerOutage = 'Wir konnten die Prüfung gerade nicht abschließen. Sie wird ohne Ihr Zutun zu Ende geführt.';

/** The applicant messages in German. */
export const german: ApplicantMessages = {
  document_missing: 'Bitte fügen Sie ein Foto Ihres Ausweisdokuments hinzu.',
  document_back_missing: 'Bitte fügen Sie ein Foto der Rückseite Ihres Ausweisdokuments hinzu.',
  document_unreadable: 'Wir konnten Ihr Ausweisdokument nicht lesen. Bitte machen Sie ein neues Foto.',
  document_blurry:
    'Das Foto Ihres Ausweisdokuments ist unscharf. Halten Sie die Kamera ruhig und versuchen Sie es noch einmal.',
  document_glare: 'Ihr Ausweisdokument spiegelt. Drehen Sie es aus dem Licht und versuchen Sie es noch einmal.',
  document_too_dark:
    'Das Foto Ihres Ausweisdokuments ist zu dunkel. Suchen Sie besseres Licht und versuchen Sie es noch einmal.',
  document_too_small:
    'Das Foto Ihres Ausweisdokuments ist zu klein. Gehen Sie näher heran oder wählen Sie eine höhere Auflösung, und versuchen Sie es noch einmal.',
  document_cut_off: 'Ein Teil Ihres Ausweisdokuments liegt außerhalb des Fotos. Bitte zeigen Sie es ganz.',
  document_obscured: 'Etwas verdeckt einen Teil Ihres Ausweisdokuments. Bitte zeigen Sie es ganz.',
  document_damaged: 'Ihr Ausweisdokument sieht beschädigt aus. Bitte verwenden Sie ein anderes.',
  document_black_and_white: 'Bitte machen Sie ein Farbfoto des Originaldokuments.',
  document_portrait_missing:
    'Wir konnten das Lichtbild auf Ihrem Ausweisdokument nicht sehen. Bitte machen Sie ein neues Foto.',
  document_type_not_allowed: 'Diese Art von Dokument wird nicht angenommen. Bitte verwenden Sie ein anderes.',
  document_expired: 'Ihr Ausweisdokument ist abgelaufen. Bitte verwenden Sie ein gültiges.',
  document_screen_capture: 'Bitte fotografieren Sie das Dokument selbst und keinen Bildschirm.',
  document_printed_copy: 'Bitte fotografieren Sie das Originaldokument und keine Kopie.',
  mrz_missing:
    'Wir konnten die Zeilen aus Buchstaben und Pfeilen auf Ihrem Ausweisdokument nicht finden. Bitte zeigen Sie die ganze Seite, oder fügen Sie die Rückseite Ihrer Karte hinzu.',
  mrz_unreadable:
    'Wir konnten die Zeilen aus Buchstaben und Pfeilen auf Ihrem Ausweisdokument nicht lesen. Bitte machen Sie ein schärferes Foto.',
  barcode_unreadable:
    'Wir konnten den Strichcode auf Ihrem Ausweisdokument nicht lesen. Bitte machen Sie ein schärferes Foto.',
  data_field_missing: 'Ein Teil Ihres Ausweisdokuments war nicht zu lesen. Bitte machen Sie ein neues Foto.',
  selfie_no_face: 'Wir konnten Ihr Gesicht nicht sehen. Bitte versuchen Sie es noch einmal.',
  selfie_multiple_faces: 'Wir haben mehr als ein Gesicht gesehen. Bitte seien Sie allein im Bild.',
  selfie_low_quality:
    'Das Bild Ihres Gesichts war nicht deutlich. Bitte suchen Sie besseres Licht und versuchen Sie es noch einmal.',
  liveness_low_score:
    'Die Gesichtsprüfung ist nicht gelungen. Bitte suchen Sie besseres Licht und versuchen Sie es noch einmal.',
  liveness_session_failed: 'Die Gesichtsprüfung ist nicht gelungen. Bitte versuchen Sie es noch einmal.',
  consent_missing: 'Bitte erteilen Sie zuerst Ihre Einwilligung.',
  duplicate_file: 'Sie haben dasselbe Bild zweimal gesendet. Bitte machen Sie ein neues.',
  liveness_session_expired: 'Die Gesichtsprüfung hat zu lange gedauert. Bitte beginnen Sie sie noch einmal.',
  liveness_no_reference_image: 'Die Gesichtsprüfung hat kein Bild ergeben. Bitte beginnen Sie sie noch einmal.',
  document_sides_together:
    'Wir brauchen jede Seite Ihres Ausweisdokuments in einem eigenen Bild. Bitte fotografieren Sie zuerst die Seite mit Ihrem Lichtbild und dann die Rückseite.',
  document_not_accepted:
    'Diese Art von Dokument können wir nicht prüfen. Bitte verwenden Sie ein anderes, zum Beispiel einen Reisepass.',
  document_not_verifiable: 'Diese Art von Dokument lässt sich nicht automatisch prüfen. Ein Mensch sieht es sich an.',
  document_part_absent:
    'Wir konnten auf Ihrem Ausweisdokument nicht alles finden, was wir brauchen. Ein Mensch sieht es sich an.',
  document_names_unread: 'Wir konnten Ihren Namen nicht sicher lesen. Ein Mensch sieht sich Ihr Ausweisdokument an.',
  document_without_number: 'Ihr Ausweisdokument zeigt keine Nummer, die wir lesen können. Ein Mensch sieht es sich an.',
  birth_date_incomplete: 'Ihr Ausweisdokument zeigt Ihr Geburtsdatum nicht vollständig. Ein Mensch sieht es sich an.',
  birth_century_open: 'Ihr Ausweisdokument zeigt Ihr Geburtsjahr nur mit zwei Ziffern. Ein Mensch sieht es sich an.',
  age_depends_on_place:
    'Im Land Ihres Ausweisdokuments ist noch nicht überall Ihr Geburtstag. Ein Mensch sieht es sich an.',
  document_never_expires: 'Ihr Ausweisdokument hat kein Ablaufdatum. Ein Mensch sieht es sich an.',
  document_without_expiry:
    'Ihr Ausweisdokument zeigt kein Ablaufdatum, das wir lesen können. Ein Mensch sieht es sich an.',
  expiry_century_open:
    'Ihr Ausweisdokument zeigt das Jahr seines Ablaufs nur mit zwei Ziffern. Ein Mensch sieht es sich an.',
  expiry_depends_on_place: 'Ihr Ausweisdokument läuft heute ab. Ein Mensch sieht es sich an.',
  data_name_unconfirmed:
    'Ihr Ausweisdokument zeigt nicht den ganzen Namen, der uns genannt wurde. Ein Mensch sieht es sich an.',
  document_unverified_other: 'Ein Mensch sieht sich Ihr Ausweisdokument an.',
  mrz_check_digit_failed: 'Die Angaben dieses Ausweisdokuments konnten nicht bestätigt werden.',
  data_name_mismatch:
    'Der Name auf Ihrem Ausweisdokument weicht von dem ab, der uns genannt wurde. Ein Mensch sieht sich das an.',
  data_birth_date_mismatch:
    'Das Geburtsdatum auf Ihrem Ausweisdokument weicht von dem ab, das uns genannt wurde. Ein Mensch sieht sich das an.',
  data_number_mismatch:
    'Die Nummer Ihres Ausweisdokuments weicht von der ab, die uns genannt wurde. Ein Mensch sieht sich das an.',
  liveness_gentle_challenge: 'Sie haben die Gesichtsprüfung ohne Lichtblitze gewählt. Ein Mensch sieht sie sich an.',
  consent_declined:
    'Sie haben nicht jede Einwilligung erteilt. Jemand wird sich wegen eines anderen Weges bei Ihnen melden.',
  document_country_not_allowed: 'Dokumente dieses Landes werden nicht angenommen.',
  age_below_minimum: 'Sie sind jünger als das Mindestalter für diesen Dienst.',
  face_mismatch: 'Ihr Gesicht stimmt nicht mit dem Lichtbild auf dem Ausweisdokument überein.',
  policy_attempts_exhausted: 'Es sind keine Versuche mehr übrig.',
  provider_unavailable: providerOutage,
  provider_timeout: providerOutage,
  provider_quota_exceeded: providerOutage,
  provider_budget_exhausted: providerOutage,
  provider_not_configured: providerOutage,
  provider_response_invalid: providerOutage,
  ai_refused: providerOutage,
  ai_output_truncated: providerOutage,
  ai_output_invalid: providerOutage,
  flow_expired_unopened: 'Der Link wurde nicht rechtzeitig geöffnet.',
  flow_expired_abandoned: 'Die Überprüfung wurde nicht rechtzeitig abgeschlossen.',
  flow_canceled_by_user: 'Sie haben die Überprüfung abgebrochen.',
  flow_canceled_by_client: 'Die Überprüfung wurde abgebrochen.',
  review_pending: 'Ein Mensch sieht sich Ihre Prüfung an.',
  input_needed: 'Wir brauchen noch einmal etwas von Ihnen.',
  policy_changed: 'Die Überprüfung wurde durch eine neue ersetzt.',
  lapse_document_expired: 'Das Ausweisdokument, mit dem Sie überprüft wurden, ist abgelaufen.',
  lapse_validity_ended: 'Ihre Überprüfung ist nicht mehr gültig.',
};
