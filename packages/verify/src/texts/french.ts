import type { Texts } from './english.ts';

export const french: Texts = {
  page_title: "Vérification d'identité",
  language_label: 'Langue',
  one_moment: 'Un instant, s’il vous plaît.',
  the_partner: "l'entreprise qui vous a envoyé le lien",
  privacy_link: 'Confidentialité',
  terms_link: 'Conditions',
  support_link: 'Aide',
  sandbox_note: 'Bac à sable : pour essayer, pas pour de vrais documents.',
  continue: 'Continuer',
  try_again: 'Réessayer',

  welcome_title: 'Veuillez confirmer votre identité',
  welcome_who: 'La demande vient de : {partner}.',
  welcome_why: "Ainsi, personne d'autre ne peut utiliser votre nom.",
  welcome_how:
    "Vous photographiez votre pièce d'identité, puis vous regardez la caméra. Cela prend environ trois minutes.",
  welcome_how_document: "Vous photographiez votre pièce d'identité. Cela prend environ deux minutes.",
  welcome_kept:
    'Ce qui est conservé, et pendant combien de temps, figure dans le consentement et dans la politique de confidentialité.',
  welcome_kept_consent: 'Ce qui est conservé, et pendant combien de temps, figure dans le consentement.',
  welcome_start: 'Commencer',

  consent_title: 'Votre consentement',
  consent_agree: "J'accepte",
  consent_decline: "Je n'accepte pas",
  declining_title: 'Continuer sans consentement ?',
  declining_text:
    "Sans votre consentement, aucune photo n'est prise et la vérification s'arrête ici. Il existe peut-être une autre solution ; pour la connaître, adressez-vous à : {partner}.",
  declining_return: 'Revenir au consentement',

  path_offer: 'Confirmer votre identité autrement',
  path_title: 'Comment voulez-vous confirmer votre identité ?',
  path_document_front: "Vous photographiez votre pièce d'identité.",
  path_document_back: 'Vous photographiez le verso.',
  path_liveness: 'Vous regardez la caméra.',

  choice_title: 'Quel document voulez-vous présenter ?',
  choice_type: 'Document',
  choice_country: 'Pays de délivrance',
  choice_country_any: 'Absent de cette liste',
  type_passport: 'Passeport',
  type_id_card: "Carte d'identité",
  type_residence_permit: 'Titre de séjour',
  type_driving_licence: 'Permis de conduire',
  type_visa: 'Visa',
  type_other: 'Un autre document',

  primer_title_front: 'Photographiez le côté avec votre portrait',
  primer_title_back: 'Photographiez maintenant le verso',
  primer_place: 'Posez le document sur une surface plane, dans une lumière vive et sans reflets.',
  primer_whole: "Les quatre coins doivent être dans l'image.",
  primer_allow: "Votre navigateur va demander l'accès à la caméra. Veuillez l'autoriser.",
  open_camera: 'Ouvrir la caméra',
  choose_file: 'Choisir plutôt une image',

  capture_title_front: 'Le côté avec votre portrait',
  capture_title_back: 'Le verso de votre document',
  camera_picture: 'Image de la caméra',
  take_photo: 'Prendre la photo',
  hint_starting: 'La caméra démarre.',
  hint_empty: 'Placez le document dans le cadre.',
  hint_cut: 'Une partie est coupée. Montrez le document en entier.',
  hint_dark: 'Trop sombre. Cherchez plus de lumière.',
  hint_bright: 'Trop clair. Évitez la lumière directe.',
  hint_glare: 'Il y a un reflet. Inclinez un peu le document.',
  hint_far: 'Rapprochez-vous.',
  hint_blurry: 'Image floue. Ne bougez plus.',
  hint_good: "C'est bien. Ne bougez plus.",

  camera_denied_title: "La caméra n'est pas autorisée",
  camera_denied_text:
    "Autorisez la caméra pour cette page, souvent par l'icône à côté de l'adresse, puis réessayez. Vous pouvez aussi choisir une image.",
  camera_missing_title: 'Aucune caméra trouvée',
  camera_missing_text: 'Branchez une caméra et réessayez, ou choisissez une image.',
  camera_busy_title: 'La caméra est déjà utilisée',
  camera_busy_text: 'Fermez les autres programmes qui utilisent la caméra et réessayez, ou choisissez une image.',
  camera_lost_title: "La caméra s'est arrêtée",
  camera_lost_text: 'Réessayez, ou choisissez une image.',

  check_title: 'Pouvez-vous lire chaque lettre ?',
  check_text: 'Les lettres et les chiffres doivent être nets, sans ombre ni reflet.',
  check_photo: 'Votre photo',
  check_yes: 'Oui, utiliser cette photo',
  check_no: 'Non, la reprendre',
  sending_text: 'Vos données sont envoyées et vérifiées.',
  refused_title: 'Cette image ne peut pas être utilisée',
  refused_text: "Elle est peut-être trop grande, ou ce n'est pas une photo. Veuillez en prendre une autre.",
  storage_title: 'Cette photo n’a pas pu être enregistrée',
  storage_text: 'Votre photo n’est pas en cause. Réessayez plus tard, ou adressez-vous à : {partner}.',

  face_title: 'Maintenant votre visage',
  face_text:
    "Regardez droit vers la caméra, dans une bonne lumière et sans lunettes de soleil. Personne d'autre ne doit être dans l'image.",
  face_start: 'Commencer la vérification du visage',
  face_cannot: 'Je ne peux pas faire la vérification du visage',
  without_title: 'Sans la vérification du visage ?',
  without_consent:
    "Vous retirez votre consentement à la vérification du visage et, à partir d'ici, votre visage n'est pas analysé.",
  without_review:
    'En règle générale, une personne regarde alors ce que vous avez envoyé et cherche une autre solution. Cela peut prendre plus de temps, et la réponse peut être non.',
  without_go: 'Continuer sans la vérification du visage',
  back: 'Retour',
  simulated_title: 'Vérification du visage simulée',
  simulated_text: "Ceci est un bac à sable. Aucune caméra n'est utilisée ici, et le scénario décide du résultat.",
  simulated_finish: 'Terminer la vérification du visage',
  face_trouble_title: 'La vérification du visage a été interrompue',
  face_fault_camera: "La caméra n'a pas pu être utilisée. Autorisez-la et réessayez.",
  face_fault_timeout: 'Cela a pris trop de temps. Veuillez réessayer.',
  face_fault_connection: 'La connexion a été interrompue. Veuillez réessayer.',
  face_fault_face: 'Seul votre visage doit être visible. Veuillez réessayer.',
  face_fault_unsupported:
    "La vérification du visage n'est pas encore possible dans ce navigateur. Pour une autre solution, adressez-vous à : {partner}.",
  face_fault_other: 'Veuillez réessayer.',

  waiting_title: 'Vos données sont en cours de vérification',
  waiting_text: "Cela prend en général moins d'une minute.",
  waiting_long: "C'est plus long que d'habitude. Vous pouvez fermer cette page : rien n'est perdu.",
  waiting_look: 'Actualiser',

  again_title: 'Veuillez refaire ceci',
  again_attempt: 'Essai {number} sur {max}',
  step_consent: 'Consentement',
  step_document_front: 'Photo du document',
  step_document_back: 'Photo du verso',
  step_liveness: 'Vérification du visage',
  step_device: 'Appareil',

  device_title: 'Une étape n’est pas possible ici',
  device_text:
    'Votre appareil ne peut pas encore être vérifié sur cette page. Pour une autre solution, adressez-vous à : {partner}.',

  approved_title: 'Votre identité est vérifiée',
  approved_text: 'Tout est terminé.',
  declined_title: "Votre identité n'a pas pu être vérifiée",
  declined_text: 'Pour toute question, adressez-vous à : {partner}.',
  in_review_title: 'Vos données sont examinées',
  in_review_text: "Vous n'avez plus rien à faire. Le résultat vous sera communiqué.",
  lapsed_title: "Votre vérification n'est plus valable",
  lapsed_text: 'Pour un nouveau lien, adressez-vous à : {partner}.',
  result_return: 'Retour : {partner}',
  result_close: 'Vous pouvez fermer cette page.',

  link_missing_title: 'Veuillez ouvrir le lien à nouveau',
  link_missing_text:
    "Pour votre sécurité, cette page oublie le lien lorsqu'elle est rechargée. Ouvrez-le encore une fois depuis le message que vous avez reçu.",
  link_cut_title: 'Ce lien n’est pas complet',
  link_cut_text:
    'Une partie s’est perdue en chemin. Veuillez l’ouvrir depuis le message que vous avez reçu, ou le copier en entier, jusqu’au dernier caractère.',
  link_unknown_title: "Ce lien n'est pas valable",
  link_unknown_text:
    'Il en existe peut-être un plus récent. Sinon, demandez un autre lien là où vous avez reçu celui-ci.',
  link_damaged_title: 'Nous ne pouvons pas ouvrir cette vérification',
  link_damaged_text:
    "L'erreur vient de nous, pas de vous, et réessayer n'aide pas pour le moment. Veuillez prévenir ceux qui vous ont envoyé ce lien.",
  link_expired_title: 'Ce lien a expiré',
  link_expired_text: 'Demandez un autre lien là où vous avez reçu celui-ci.',
  link_ended_title: 'Cette vérification est close',
  link_ended_text: "Plus rien ne peut être envoyé par ce lien. Demandez-en un autre là où vous l'avez reçu.",

  elsewhere_title: 'Quelque chose a changé',
  elsewhere_text:
    'Vous avez peut-être continué dans une autre fenêtre. Vous pouvez poursuivre ici avec ce qui manque encore.',
  offline_title: 'Pas de connexion',
  offline_text: "Rien n'est perdu. Cette page continue d'elle-même dès que la connexion revient.",
  trouble_later: 'Vous pourrez réessayer dans {time}.',
  trouble_title: "Cela n'a pas fonctionné",
  trouble_text: 'Veuillez réessayer. Si cela ne fonctionne toujours pas, adressez-vous à : {partner}.',

  handoff_offer: 'Continuer sur votre téléphone',
  handoff_scan: "Dirigez l'appareil photo de votre téléphone vers ce code et ouvrez le lien qui s'affiche.",
  handoff_code: "Code QR avec le lien vers cette vérification d'identité",
  handoff_other:
    'Si vous ne pouvez pas scanner le code, ouvrez sur votre téléphone le lien que vous avez reçu, ou copiez celui-ci. Il fonctionne une seule fois, pendant cinq minutes.',
  handoff_copy: 'Copier le lien',
  handoff_copied: 'Le lien est copié.',
  handoff_here: 'Continuer sur cet appareil',
  following_title: 'Continuez sur votre téléphone',
  following_text: 'Laissez cette page ouverte. Elle affichera le résultat quand vous aurez terminé.',
  confirm_title: 'Est-ce bien vous ?',
  confirm_text:
    "Un autre appareil affiche la vérification d'identité demandée par {partner}. Vous la poursuivriez ici.",
  confirm_warning:
    "Ne continuez que si vous avez commencé cette vérification vous-même. Si quelqu'un d'autre vous a donné le code, quittez cette page.",
  confirm_yes: 'Oui, continuer ici',
  confirm_no: "Non, ce n'est pas moi",
  link_code_title: 'Ce code ne fonctionne plus',
  link_code_text:
    'Un code fonctionne une seule fois, pendant quelques minutes. Veuillez scanner le code que votre autre appareil affiche maintenant.',
  link_stranger_title: "Rien n'a été transmis",
  home_link: 'Vers le site web : {partner}',
  face_fault_slow_camera:
    'Cette caméra est trop lente pour la vérification du visage. Utilisez-en une autre, ou un téléphone.',
  face_fault_service:
    "La vérification du visage n'a pas fonctionné de l'autre côté. Ce n'est pas votre faute. Veuillez réessayer.",
  face_fault_distance: 'Vous étiez trop près au début. Commencez un peu plus loin.',
  face_fault_landscape: 'Tenez votre téléphone à la verticale et réessayez.',
  face_fault_canceled: 'Vous avez arrêté la vérification du visage. Vous pouvez recommencer.',
};
