import type { ReasonTexts } from './reason-texts.ts';

/** Was jeder Grund bedeutet, auf Deutsch: die Sätze für die Prüfer, nicht die für die Person. */
export const germanReasons: ReasonTexts = {
  document_missing: 'Es wurde kein Bild des Dokuments eingereicht.',
  document_back_missing: 'Die Rückseite des Dokuments wurde verlangt und nicht eingereicht.',
  document_unreadable: 'Auf dem Dokument war nichts zu lesen.',
  document_blurry: 'Das Bild ist unscharf.',
  document_glare: 'Spiegelungen verdecken einen Teil des Dokuments.',
  document_too_dark: 'Das Bild ist dunkler, als die Richtlinie erlaubt.',
  document_too_small: 'Das Bild hat weniger Pixel, als die Richtlinie verlangt.',
  document_cut_off: 'Das Dokument ist abgeschnitten.',
  document_obscured: 'Ein Teil des Dokuments ist verdeckt.',
  document_damaged: 'Das Dokument ist beschädigt.',
  document_black_and_white: 'Das Bild hat keine Farben.',
  document_portrait_missing: 'Auf dem Dokument wurde kein Gesicht gefunden.',
  document_type_not_allowed: 'Die Richtlinie lässt diese Art von Dokument nicht zu.',
  document_expired: 'Die Gültigkeit des Dokuments und die Nachfrist der Richtlinie sind abgelaufen.',
  document_screen_capture: 'Das Bild zeigt einen Bildschirm.',
  document_printed_copy: 'Das Bild zeigt eine Kopie auf Papier.',
  mrz_missing: 'Es wurde keine maschinenlesbare Zone gefunden.',
  mrz_unreadable: 'Eine maschinenlesbare Zone war zu sehen und nicht zu lesen.',
  barcode_unreadable: 'Der Barcode lässt sich nicht auswerten.',
  duplicate_file: 'Dasselbe Bild wurde für beide Seiten oder nach einer Zurückweisung noch einmal eingereicht.',
  document_sides_together:
    'Das Bild der Vorderseite zeigt, was auf der Rückseite solcher Dokumente steht: Beide Seiten sind in einem Bild oder wurden verwechselt.',
  document_not_accepted:
    'Die Richtlinie weist Dokumente zurück, auf denen sich nichts maschinell prüfen lässt: Der Staat bringt weder eine maschinenlesbare Zone mit Prüfziffern noch einen Barcode an, der gelesen wird.',
  data_field_missing: 'Ein Feld fehlt, das die Prüfungen brauchen.',
  selfie_no_face: 'Auf dem Bild der Gesichtsprüfung ist kein Gesicht.',
  selfie_multiple_faces: 'Auf dem Bild der Gesichtsprüfung sind mehrere Gesichter.',
  selfie_low_quality: 'Das Bild der Gesichtsprüfung ist zu schlecht für einen Vergleich.',
  liveness_low_score: 'Die Gewissheit der Lebenderkennung liegt unter der Schwelle.',
  liveness_session_failed: 'Der Anbieter hat die Sitzung der Gesichtsprüfung als gescheitert beendet.',
  consent_missing: 'Zu einem biometrischen Schritt ist keine Einwilligung festgehalten.',
  liveness_session_expired: 'Die Sitzung der Gesichtsprüfung lief ab, bevor sie beendet war.',
  liveness_no_reference_image: 'Der Anbieter hat kein Bild der Gesichtsprüfung geliefert.',

  document_not_verifiable:
    'Auf diesem Dokument lässt sich nichts maschinell prüfen: Der Staat bringt weder eine maschinenlesbare Zone mit Prüfziffern noch einen Barcode an, der gelesen wird.',
  document_part_absent:
    'Ein scharfes Foto hat dasselbe nicht, was schon ein anderes nicht hatte, oder der letzte Versuch endete, weil etwas fehlt: Das Dokument selbst hat es vielleicht nicht.',
  document_names_unread:
    'Die Namen wurden nicht sicher gelesen, auf einem Dokument, auf dem alles mit Prüfziffer richtig gelesen wurde.',
  document_without_number: 'Der maschinenlesbare Teil hat keine Dokumentnummer, und alles darin wurde richtig gelesen.',
  document_date_not_in_calendar:
    'Der maschinenlesbare Teil hat ein Datum, das es im Kalender nicht gibt, etwa Monat 13 oder den 30. Februar.',
  birth_date_incomplete: 'Das Dokument nennt den Tag der Geburt nicht oder nicht ganz.',
  birth_century_open:
    'Die maschinenlesbare Zone hat zwei Ziffern des Geburtsjahres: Die Person kann hundert Jahre älter sein, als sie sagen.',
  age_depends_on_place: 'Nur in einem Teil des ausstellenden Staates ist schon der Geburtstag des geforderten Alters.',
  document_never_expires: 'Das Dokument sagt, dass es nie abläuft.',
  document_without_expiry: 'Der maschinenlesbare Teil hat kein Ablaufdatum, und alles darin wurde richtig gelesen.',
  expiry_century_open:
    'Die maschinenlesbare Zone hat zwei Ziffern des Ablaufjahres: Der Staat stellt solche Dokumente für so lange aus, dass es ein Jahrhundert länger gelten kann.',
  expiry_depends_on_place:
    'Das Dokument ist nur in einem Teil des ausstellenden Staates abgelaufen, in dem schon der nächste Tag ist.',
  document_unverified_other: 'Das Dokument ließ sich aus einem Grund nicht prüfen, der keinen eigenen Code hat.',
  document_changed:
    'Ein anderes Foto in diesem Profil hat dieselbe Dokumentnummer und sagt etwas anderes über die Person oder das Ablaufdatum.',
  document_sides_mismatch: 'Vorder- und Rückseite gehören zu verschiedenen Dokumenten.',
  document_sides_unknown: 'Der Leser hat nicht gesagt, auf welcher Seite des Dokuments er was gelesen hat.',
  identity_not_on_portrait_side:
    'Die Angaben zur Person wurden nicht auf der Seite gelesen, deren Passbild mit dem Selfie verglichen wird.',
  document_template_mismatch: 'Die Gestaltung ist nicht die dieser Art von Dokument.',
  document_tampered: 'Es gibt Anzeichen, dass das Dokument verändert wurde.',
  document_portrait_replaced: 'Es gibt Anzeichen, dass das Passbild ausgetauscht wurde.',
  document_several_faces:
    'Die Gesichter auf dem Foto des Dokuments sehen nicht nach einer Person aus; keines wurde verglichen.',
  document_instruction_text: 'Auf dem Dokument steht ein Text, der sich an eine Maschine richtet.',
  mrz_check_digit_failed: 'Eine Prüfziffer der maschinenlesbaren Zone ist falsch (ICAO 9303-3, 4.9).',
  mrz_print_mismatch: 'Der Aufdruck weicht von der maschinenlesbaren Zone ab.',
  barcode_mismatch: 'Der Barcode weicht vom Aufdruck oder von der maschinenlesbaren Zone ab.',
  personal_number_doubtful:
    'Die eigene Nummer der Person kann eine andere sein: Auch andere Zeichen passen zu ihren Prüfziffern, sie hat Buchstaben, wo der Staat Ziffern schreibt, oder ihre Prüfziffer ist falsch.',
  document_number_doubtful:
    'Die Dokumentnummer kann eine andere sein: Auch andere Zeichen passen zu ihren Prüfziffern, oder sie wurde berichtigt und der Aufdruck bestätigt sie nicht, oder ihr Staat schreibt keine solchen Nummern.',
  document_specimen:
    'Das Dokument ist ein veröffentlichtes Muster: nach seiner Nummer, seinem Inhaber oder seinem Staat.',
  ai_low_confidence: 'Der Leser des Aufdrucks war sich bei dem nicht sicher, was die Prüfungen brauchen.',
  data_name_mismatch: 'Der angegebene Name weicht vom Dokument ab.',
  data_name_variant: 'Zwei Quellen schreiben einen Namen verschieden, auf Weisen, die für ihn bekannt sind.',
  data_name_unconfirmed:
    'Die maschinenlesbare Zone hatte keinen Platz für den angegebenen Vornamen, und nichts anderes auf dem Dokument bestätigt ihn.',
  data_birth_date_mismatch: 'Das angegebene Geburtsdatum weicht vom Dokument ab.',
  data_number_mismatch: 'Die angegebene Dokumentnummer weicht vom Dokument ab.',
  data_dates_impossible:
    'Die Daten auf dem Dokument können nicht alle stimmen, oder es gilt länger, als von seiner Art bekannt ist.',
  data_inconsistent: 'Zwei Quellen auf dem Dokument widersprechen sich, oder eine sagt etwas, das es nicht gibt.',
  data_country_mismatch: 'Das angegebene Land weicht vom Dokument ab.',
  consent_declined: 'Die Person hat die biometrischen Prüfungen abgelehnt.',
  liveness_session_unread:
    'Von einer Sitzung der Gesichtsprüfung weiß niemand, wie sie ausging: Die Einwilligung wurde widerrufen, bevor sie gelesen war.',
  liveness_gentle_challenge: 'Die Person bat um die sanfte Gesichtsprüfung, die weniger beweist.',
  liveness_challenge_mismatch:
    'Der Anbieter nennt eine andere Art der Gesichtsprüfung als die, mit der sie begonnen wurde, oder keine.',
  liveness_picture_repeated: 'Ein Bild der Gesichtsprüfung ist Byte für Byte ein anderes Bild dieses Profils.',
  face_match_borderline: 'Die Ähnlichkeit liegt zwischen der Schwelle für eine Prüfung und der zum Bestehen.',
  device_shared: 'Das Gerät wurde auch bei anderen Personen gesehen.',
  device_changed: 'Es ist ein anderes Gerät als bei einem früheren Versuch dieses Profils.',
  device_tampered: 'Der Browser wurde manipuliert.',
  device_emulated: 'Das Gerät ist ein Emulator oder eine virtuelle Maschine.',
  device_bot: 'Der Browser wird von einem Programm gesteuert.',
  device_event_replayed: 'Das Geräteereignis wurde schon einmal verwendet oder gehört zu einem anderen Profil.',
  device_event_missing: 'Die Richtlinie verlangt ein Geräteereignis, und es gibt keines.',
  device_origin_mismatch: 'Das Geräteereignis entstand auf einer Seite, die nicht unsere ist.',
  device_event_stale: 'Das Geräteereignis ist zu alt.',
  network_tor: 'Die Anfrage kam über Tor.',
  duplicate_of_declined:
    'Ein anderes Profil des Mandanten, das dieses Dokument gezeigt hat, ist abgelehnt, oder ein Profil einer anderen Referenz, das dieselbe Person oder dasselbe Bild gezeigt hat.',
  duplicate_document: 'Das Dokument, oder ein Bild davon, wurde unter einer anderen Referenz des Mandanten gesehen.',
  duplicate_person: 'Die Person wurde, nach Name und Geburtsdatum, unter einer anderen Referenz des Mandanten gesehen.',
  velocity_device: 'Es gab im Zeitraum mehr Versuche von diesem Gerät, als die Richtlinie erlaubt.',
  velocity_document: 'Es gab im Zeitraum mehr Versuche mit diesem Dokument, als die Richtlinie erlaubt.',
  velocity_reference: 'Es gab im Zeitraum mehr Versuche zu dieser Referenz, als die Richtlinie erlaubt.',
  policy_sampled:
    'Gegen eine Annahme sprach nichts; die Richtlinie lässt einen Teil der Fälle von einem Menschen ansehen.',
  checks_incomplete: 'Eine verlangte Prüfung hat keine Antwort gegeben, oder ein Eintrag der Listen war nicht lesbar.',
  path_contradicted: 'Ein anderer begonnener Weg zeigt ein Anzeichen von Betrug.',
  path_person_mismatch: 'Auf zwei Wegen wurden Dokumente verschiedener Personen gezeigt.',
  path_not_chosen: 'Ein anderer Weg wurde gewählt.',
  path_incomplete: 'Ein Schritt des Weges fehlt.',

  document_country_not_allowed: 'Die Richtlinie lässt Dokumente dieses Landes nicht zu.',
  age_below_minimum: 'Die Person ist jünger, als die Richtlinie erlaubt.',
  face_mismatch: 'Die Ähnlichkeit liegt unter der Schwelle für eine Prüfung.',
  liveness_attack:
    'Die Gewissheit der Lebenderkennung ist so gering, dass von einem Täuschungsversuch ausgegangen wird.',
  network_ip_blocklisted: 'Die Adresse ist als Quelle von Angriffen verzeichnet.',
  list_blocked:
    'Das Dokument, die Person oder das Gerät steht auf der eigenen Liste des Mandanten derer, die abzulehnen sind.',
  policy_attempts_exhausted: 'Der letzte Versuch endete mit einem Fehler, nach dem ein weiterer folgen würde.',

  provider_unavailable: 'Ein Anbieter hat nicht geantwortet.',
  provider_timeout: 'Die Prüfungen wurden nicht rechtzeitig fertig.',
  provider_quota_exceeded: 'Ein Anbieter hat wegen seines Kontingents abgelehnt.',
  provider_budget_exhausted: 'Ein Anbieter wurde nicht gefragt: Das Tagesbudget des Partners ist aufgebraucht.',
  provider_not_configured: 'Mit Absicht ist kein Anbieter eingerichtet.',
  provider_response_invalid: 'Ein Anbieter hat etwas geantwortet, das nicht vereinbart ist.',
  ai_refused: 'Das Modell, das Dokumente liest, hat dieses verweigert.',
  ai_output_truncated: 'Die Antwort des Modells brach vor ihrem Ende ab.',
  ai_output_invalid: 'Die Antwort des Modells hat nicht die Form, die sie haben muss.',

  mrz_repaired:
    'Ein Lesefehler in der maschinenlesbaren Zone wurde berichtigt; vorher und nachher stehen bei den Belegen.',
  device_incognito: 'Der Browser ist im privaten Modus.',
  device_rooted: 'Das Gerät ist gerootet oder hat einen Jailbreak.',
  network_vpn: 'Die Anfrage kam über ein VPN.',
  network_proxy: 'Die Anfrage kam über einen Proxy.',
  list_allowed:
    'Das Dokument, die Person oder das Gerät steht auf der eigenen Liste des Mandanten derer, die zuzulassen sind.',

  flow_expired_unopened: 'Das Profil lief ab, bevor sein Link geöffnet wurde.',
  flow_expired_abandoned: 'Das Profil lief ab, bevor alle Schritte getan waren.',
  flow_canceled_by_user: 'Die Person hat abgebrochen.',
  flow_canceled_by_client: 'Der Partner hat abgebrochen.',
  review_pending: 'Eine Prüfperson entscheidet. Die Gründe dafür werden der Person nicht gezeigt, die nur das erfährt.',
  input_needed:
    'Von der Person wird noch einmal etwas verlangt. Die Gründe dafür werden ihr nicht gezeigt; sie erfährt nur das.',
  policy_changed: 'An die Stelle dieses Profils ist ein neues unter einer anderen Richtlinie getreten.',
  lapse_document_expired: 'Das Dokument eines angenommenen Profils ist abgelaufen.',
  lapse_validity_ended: 'Die Annahme galt nach ihrer Richtlinie nicht länger.',
  review_approved_override: 'Ein Prüfer hat gegen das Ergebnis der Prüfungen angenommen.',
  review_declined: 'Ein Prüfer hat abgelehnt.',
  review_input_requested: 'Ein Prüfer hat weitere Angaben verlangt.',
  review_reopened: 'Eine abgeschlossene Entscheidung wurde wieder geöffnet.',
};
