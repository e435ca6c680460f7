import type { Texts } from './english.ts';

export const german: Texts = {
  page_title: 'Identitätsprüfung',
  language_label: 'Sprache',
  one_moment: 'Einen Moment bitte.',
  the_partner: 'das Unternehmen, das Ihnen den Link geschickt hat',
  privacy_link: 'Datenschutz',
  terms_link: 'Bedingungen',
  support_link: 'Hilfe',
  sandbox_note: 'Sandbox: zum Ausprobieren, nicht für echte Dokumente.',
  continue: 'Weiter',
  try_again: 'Noch einmal versuchen',

  welcome_title: 'Bitte bestätigen Sie, wer Sie sind',
  welcome_who: 'Darum bittet Sie {partner}.',
  welcome_why: 'So kann niemand anderes Ihren Namen verwenden.',
  welcome_how: 'Sie fotografieren Ihr Ausweisdokument und schauen dann in die Kamera. Das dauert etwa drei Minuten.',
  welcome_how_document: 'Sie fotografieren Ihr Ausweisdokument. Das dauert etwa zwei Minuten.',
  welcome_kept: 'Was gespeichert wird und wie lange, steht in der Einwilligung und in den Datenschutzhinweisen.',
  welcome_kept_consent: 'Was gespeichert wird und wie lange, steht in der Einwilligung.',
  welcome_start: 'Beginnen',

  consent_title: 'Ihre Einwilligung',
  consent_agree: 'Ich bin einverstanden',
  consent_decline: 'Ich bin nicht einverstanden',
  declining_title: 'Ohne Einwilligung fortfahren?',
  declining_text:
    'Ohne Ihre Einwilligung wird kein Foto aufgenommen, und die Prüfung endet hier. Vielleicht gibt es einen anderen Weg; Auskunft gibt {partner}.',
  declining_return: 'Zurück zur Einwilligung',

  path_offer: 'Auf andere Weise ausweisen',
  path_title: 'Wie möchten Sie sich ausweisen?',
  path_document_front: 'Sie fotografieren Ihr Ausweisdokument.',
  path_document_back: 'Sie fotografieren die Rückseite.',
  path_liveness: 'Sie schauen in die Kamera.',

  choice_title: 'Welches Dokument möchten Sie zeigen?',
  choice_type: 'Dokument',
  choice_country: 'Ausstellendes Land',
  choice_country_any: 'Nicht in dieser Liste',
  type_passport: 'Reisepass',
  type_id_card: 'Personalausweis',
  type_residence_permit: 'Aufenthaltstitel',
  type_driving_licence: 'Führerschein',
  type_visa: 'Visum',
  type_other: 'Ein anderes Dokument',

  primer_title_front: 'Fotografieren Sie die Seite mit Ihrem Bild',
  primer_title_back: 'Fotografieren Sie nun die Rückseite',
  primer_place: 'Legen Sie das Dokument auf eine ebene Fläche, in helles Licht ohne Spiegelungen.',
  primer_whole: 'Alle vier Ecken müssen im Bild sein.',
  primer_allow: 'Ihr Browser fragt gleich nach der Kamera. Bitte erlauben Sie sie.',
  open_camera: 'Kamera öffnen',
  choose_file: 'Stattdessen ein Bild auswählen',

  capture_title_front: 'Die Seite mit Ihrem Bild',
  capture_title_back: 'Die Rückseite Ihres Dokuments',
  camera_picture: 'Bild der Kamera',
  take_photo: 'Foto aufnehmen',
  hint_starting: 'Die Kamera startet.',
  hint_empty: 'Bringen Sie das Dokument in den Rahmen.',
  hint_cut: 'Ein Teil ist abgeschnitten. Bitte zeigen Sie das ganze Dokument.',
  hint_dark: 'Zu dunkel. Bitte sorgen Sie für mehr Licht.',
  hint_bright: 'Zu hell. Bitte vermeiden Sie direktes Licht.',
  hint_glare: 'Es spiegelt. Bitte neigen Sie das Dokument ein wenig.',
  hint_far: 'Bitte gehen Sie näher heran.',
  hint_blurry: 'Unscharf. Bitte halten Sie still.',
  hint_good: 'Gut. Bitte halten Sie still.',

  camera_denied_title: 'Die Kamera ist nicht erlaubt',
  camera_denied_text:
    'Bitte erlauben Sie die Kamera für diese Seite, oft über das Symbol neben der Adresse, und versuchen Sie es noch einmal. Sie können auch ein Bild auswählen.',
  camera_missing_title: 'Keine Kamera gefunden',
  camera_missing_text:
    'Bitte schließen Sie eine Kamera an und versuchen Sie es noch einmal, oder wählen Sie ein Bild aus.',
  camera_busy_title: 'Die Kamera wird gerade verwendet',
  camera_busy_text:
    'Bitte schließen Sie andere Programme, die die Kamera verwenden, und versuchen Sie es noch einmal, oder wählen Sie ein Bild aus.',
  camera_lost_title: 'Die Kamera wurde unterbrochen',
  camera_lost_text: 'Bitte versuchen Sie es noch einmal, oder wählen Sie ein Bild aus.',

  check_title: 'Können Sie jeden Buchstaben lesen?',
  check_text: 'Buchstaben und Zahlen müssen scharf sein, ohne Schatten und Spiegelungen.',
  check_photo: 'Ihr Foto',
  check_yes: 'Ja, dieses Foto verwenden',
  check_no: 'Nein, neu aufnehmen',
  sending_text: 'Ihre Daten werden gesendet und geprüft.',
  refused_title: 'Dieses Bild kann nicht verwendet werden',
  refused_text: 'Vielleicht ist es zu groß, oder es ist kein Foto. Bitte nehmen Sie ein anderes auf.',
  storage_title: 'Dieses Foto konnte nicht gespeichert werden',
  storage_text:
    'Das liegt nicht an Ihrem Foto. Auskunft gibt Ihnen {partner}; oder versuchen Sie es später noch einmal.',

  face_title: 'Nun Ihr Gesicht',
  face_text:
    'Schauen Sie gerade in die Kamera, bei gutem Licht und ohne Sonnenbrille. Niemand sonst sollte im Bild sein.',
  face_start: 'Gesichtsprüfung beginnen',
  face_cannot: 'Ich kann die Gesichtsprüfung nicht machen',
  without_title: 'Ohne Gesichtsprüfung?',
  without_consent:
    'Sie ziehen Ihre Einwilligung in die Gesichtsprüfung zurück, und von hier an wird Ihr Gesicht nicht ausgewertet.',
  without_review:
    'In der Regel sieht sich dann ein Mensch an, was Sie gesendet haben, und sucht einen anderen Weg. Das kann länger dauern, und die Antwort kann Nein sein.',
  without_go: 'Ohne Gesichtsprüfung weitermachen',
  back: 'Zurück',
  simulated_title: 'Simulierte Gesichtsprüfung',
  simulated_text:
    'Dies ist eine Sandbox. Hier wird keine Kamera verwendet, und das Szenario entscheidet über das Ergebnis.',
  simulated_finish: 'Gesichtsprüfung beenden',
  face_trouble_title: 'Die Gesichtsprüfung wurde unterbrochen',
  face_fault_camera:
    'Die Kamera konnte nicht verwendet werden. Bitte erlauben Sie sie und versuchen Sie es noch einmal.',
  face_fault_timeout: 'Es hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
  face_fault_connection: 'Die Verbindung wurde unterbrochen. Bitte versuchen Sie es noch einmal.',
  face_fault_face: 'Nur Ihr Gesicht sollte zu sehen sein. Bitte versuchen Sie es noch einmal.',
  face_fault_unsupported:
    'Die Gesichtsprüfung ist in diesem Browser noch nicht möglich. Einen anderen Weg nennt Ihnen {partner}.',
  face_fault_other: 'Bitte versuchen Sie es noch einmal.',

  waiting_title: 'Ihre Daten werden geprüft',
  waiting_text: 'Das dauert meist weniger als eine Minute.',
  waiting_long: 'Es dauert länger als üblich. Sie können diese Seite schließen: Es geht nichts verloren.',
  waiting_look: 'Noch einmal nachsehen',

  again_title: 'Bitte wiederholen Sie dies',
  again_attempt: 'Versuch {number} von {max}',
  step_consent: 'Einwilligung',
  step_document_front: 'Foto des Dokuments',
  step_document_back: 'Foto der Rückseite',
  step_liveness: 'Gesichtsprüfung',
  step_device: 'Gerät',

  device_title: 'Ein Schritt ist hier nicht möglich',
  device_text: 'Ihr Gerät kann auf dieser Seite noch nicht geprüft werden. Einen anderen Weg nennt Ihnen {partner}.',

  approved_title: 'Sie sind verifiziert',
  approved_text: 'Alles ist erledigt.',
  declined_title: 'Sie konnten nicht verifiziert werden',
  declined_text: 'Fragen beantwortet Ihnen {partner}.',
  in_review_title: 'Ihre Daten werden von Hand geprüft',
  in_review_text: 'Sie müssen nichts mehr tun. Das Ergebnis wird Ihnen mitgeteilt.',
  lapsed_title: 'Ihre Verifizierung ist nicht mehr gültig',
  lapsed_text: 'Einen neuen Link schickt Ihnen {partner}.',
  result_return: 'Zurück: {partner}',
  result_close: 'Sie können diese Seite schließen.',

  link_missing_title: 'Bitte öffnen Sie den Link noch einmal',
  link_missing_text:
    'Zu Ihrer Sicherheit vergisst diese Seite den Link, wenn sie neu geladen wird. Bitte öffnen Sie ihn noch einmal aus der Nachricht, die Sie bekommen haben.',
  link_cut_title: 'Dieser Link ist nicht vollständig',
  link_cut_text:
    'Ein Teil davon ging unterwegs verloren. Bitte öffnen Sie ihn aus der Nachricht, die Sie erhalten haben, oder kopieren Sie ihn ganz, bis zum letzten Zeichen.',
  link_unknown_title: 'Dieser Link ist nicht gültig',
  link_unknown_text:
    'Vielleicht gibt es einen neueren. Sonst bitten Sie dort um einen anderen Link, wo Sie diesen bekommen haben.',
  link_damaged_title: 'Wir können diese Prüfung nicht öffnen',
  link_damaged_text:
    'Der Fehler liegt bei uns, nicht bei Ihnen, und ein neuer Versuch hilft jetzt nicht. Bitte sagen Sie dort Bescheid, wo Sie diesen Link bekommen haben.',
  link_expired_title: 'Dieser Link ist abgelaufen',
  link_expired_text: 'Bitten Sie dort um einen anderen Link, wo Sie diesen bekommen haben.',
  link_ended_title: 'Diese Prüfung ist beendet',
  link_ended_text:
    'Über diesen Link kann nichts mehr gesendet werden. Bitten Sie dort um einen anderen, wo Sie ihn bekommen haben.',

  elsewhere_title: 'Etwas hat sich geändert',
  elsewhere_text:
    'Vielleicht haben Sie in einem anderen Fenster weitergemacht. Sie können hier mit dem fortfahren, was noch fehlt.',
  offline_title: 'Keine Verbindung',
  offline_text: 'Es geht nichts verloren. Diese Seite fährt von selbst fort, sobald die Verbindung wieder da ist.',
  trouble_later: 'Sie können es in {time} noch einmal versuchen.',
  trouble_title: 'Das hat nicht geklappt',
  trouble_text: 'Bitte versuchen Sie es noch einmal. Wenn es weiterhin nicht klappt, hilft Ihnen {partner}.',

  handoff_offer: 'Auf dem Telefon weitermachen',
  handoff_scan: 'Richten Sie die Kamera Ihres Telefons auf diesen Code, und öffnen Sie den Link, den sie anzeigt.',
  handoff_code: 'QR-Code mit dem Link zu dieser Identitätsprüfung',
  handoff_other:
    'Wenn Sie den Code nicht scannen können, öffnen Sie auf dem Telefon den Link, den Sie bekommen haben, oder kopieren Sie diesen. Er gilt einmal, fünf Minuten lang.',
  handoff_copy: 'Link kopieren',
  handoff_copied: 'Der Link ist kopiert.',
  handoff_here: 'Auf diesem Gerät weitermachen',
  following_title: 'Machen Sie auf dem Telefon weiter',
  following_text: 'Lassen Sie diese Seite offen. Sie zeigt das Ergebnis, wenn Sie dort fertig sind.',
  confirm_title: 'Sind Sie das?',
  confirm_text:
    'Ein anderes Gerät zeigt die Identitätsprüfung, um die {partner} bittet. Sie würden sie hier fortsetzen.',
  confirm_warning:
    'Machen Sie nur weiter, wenn Sie diese Prüfung selbst begonnen haben. Wenn jemand anderes Ihnen den Code gegeben hat, verlassen Sie diese Seite.',
  confirm_yes: 'Ja, hier weitermachen',
  confirm_no: 'Nein, das bin ich nicht',
  link_code_title: 'Dieser Code gilt nicht mehr',
  link_code_text:
    'Ein Code gilt einmal und nur einige Minuten. Bitte scannen Sie den Code, den Ihr anderes Gerät jetzt zeigt.',
  link_stranger_title: 'Es wurde nichts weitergegeben',
  home_link: 'Zur Website: {partner}',
  face_fault_slow_camera:
    'Diese Kamera ist zu langsam für die Gesichtsprüfung. Bitte nehmen Sie eine andere oder ein Telefon.',
  face_fault_service:
    'Die Gesichtsprüfung hat auf der anderen Seite nicht funktioniert. Es liegt nicht an Ihnen. Bitte versuchen Sie es noch einmal.',
  face_fault_distance: 'Sie waren am Anfang zu nah. Bitte beginnen Sie mit etwas mehr Abstand.',
  face_fault_landscape: 'Bitte halten Sie Ihr Telefon aufrecht und versuchen Sie es noch einmal.',
  face_fault_canceled: 'Sie haben die Gesichtsprüfung beendet. Sie können neu beginnen.',
};
