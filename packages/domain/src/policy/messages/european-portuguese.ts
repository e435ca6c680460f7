import type { ApplicantMessages } from './applicant-messages.ts';

const providerOutage =
  'Não foi possível concluir a verificação neste momento. Será concluída sem que tenha de fazer nada.';

/** The applicant messages in the Portuguese of Portugal. */
export const europeanPortuguese: ApplicantMessages = {
  document_missing: 'Adicione uma fotografia do seu documento.',
  document_back_missing: 'Adicione uma fotografia do verso do seu documento.',
  document_unreadable: 'Não conseguimos ler o seu documento. Tire uma nova fotografia.',
  document_blurry: 'A fotografia do seu documento está desfocada. Mantenha a câmara imóvel e tente novamente.',
  document_glare: 'Há reflexos no seu documento. Afaste-o da luz e tente novamente.',
  document_too_dark: 'A fotografia do seu documento está demasiado escura. Procure uma luz melhor e tente novamente.',
  document_too_small:
    'A fotografia do seu documento é demasiado pequena. Aproxime-se ou escolha uma resolução mais alta e tente novamente.',
  document_cut_off: 'Uma parte do seu documento ficou fora da fotografia. Mostre-o por inteiro.',
  document_obscured: 'Algo tapa uma parte do seu documento. Mostre-o por inteiro.',
  document_damaged: 'O seu documento parece danificado. Utilize outro.',
  document_black_and_white: 'Tire uma fotografia a cores do documento original.',
  document_portrait_missing: 'Não conseguimos ver o retrato no seu documento. Tire uma nova fotografia.',
  document_type_not_allowed: 'Este tipo de documento não é aceite. Utilize outro.',
  document_expired: 'O seu documento caducou. Utilize um documento válido.',
  document_screen_capture: 'Fotografe o próprio documento, e não um ecrã.',
  document_printed_copy: 'Fotografe o documento original, e não uma cópia.',
  mrz_missing:
    'Não encontrámos as linhas de letras e setas no seu documento. Mostre a página inteira ou adicione o verso do seu cartão.',
  mrz_unreadable: 'Não conseguimos ler as linhas de letras e setas do seu documento. Tire uma fotografia mais nítida.',
  barcode_unreadable: 'Não conseguimos ler o código de barras do seu documento. Tire uma fotografia mais nítida.',
  data_field_missing: 'Não foi possível ler uma parte do seu documento. Tire uma nova fotografia.',
  selfie_no_face: 'Não conseguimos ver o seu rosto. Tente novamente.',
  selfie_multiple_faces: 'Vimos mais do que um rosto. Só uma pessoa deve aparecer na imagem.',
  selfie_low_quality: 'A imagem do seu rosto não estava nítida. Procure uma luz melhor e tente novamente.',
  liveness_low_score: 'A verificação do rosto não foi bem-sucedida. Procure uma luz melhor e tente novamente.',
  liveness_session_failed: 'A verificação do rosto não foi bem-sucedida. Tente novamente.',
  consent_missing: 'Dê primeiro o seu consentimento.',
  duplicate_file: 'Enviou a mesma imagem duas vezes. Tire uma nova.',
  liveness_session_expired: 'A verificação do rosto demorou demasiado tempo. Comece-a de novo.',
  liveness_no_reference_image: 'A verificação do rosto não produziu nenhuma imagem. Comece-a de novo.',
  document_sides_together:
    'Precisamos de cada lado do seu documento numa fotografia separada. Fotografe primeiro o lado com o seu retrato e depois o verso.',
  document_not_accepted: 'Não podemos verificar este tipo de documento. Utilize outro, por exemplo um passaporte.',
  document_not_verifiable:
    'Este tipo de documento não pode ser verificado automaticamente. Uma pessoa está a analisá-lo.',
  document_part_absent: 'Não encontrámos tudo aquilo de que precisamos no seu documento. Uma pessoa está a analisá-lo.',
  document_names_unread: 'Não conseguimos ler o seu nome com certeza. Uma pessoa está a analisar o seu documento.',
  document_without_number: 'O seu documento não mostra nenhum número que possamos ler. Uma pessoa está a analisá-lo.',
  birth_date_incomplete: 'O seu documento não mostra a sua data de nascimento completa. Uma pessoa está a analisá-lo.',
  birth_century_open:
    'O seu documento mostra o seu ano de nascimento apenas com dois algarismos. Uma pessoa está a analisá-lo.',
  age_depends_on_place: 'Ainda não é o seu aniversário em todo o país do seu documento. Uma pessoa está a analisá-lo.',
  document_never_expires: 'O seu documento não tem data de validade. Uma pessoa está a analisá-lo.',
  document_without_expiry:
    'O seu documento não mostra nenhuma data de validade que possamos ler. Uma pessoa está a analisá-lo.',
  expiry_century_open:
    'O seu documento mostra o ano da validade apenas com dois algarismos. Uma pessoa está a analisá-lo.',
  expiry_depends_on_place: 'O seu documento caduca hoje. Uma pessoa está a analisá-lo.',
  data_name_unconfirmed: 'O seu documento não mostra todo o nome que nos foi indicado. Uma pessoa está a analisá-lo.',
  document_unverified_other: 'Uma pessoa está a analisar o seu documento.',
  mrz_check_digit_failed: 'Não foi possível confirmar os dados deste documento.',
  data_name_mismatch: 'O nome no seu documento é diferente do que nos foi indicado. Uma pessoa está a analisar o caso.',
  data_birth_date_mismatch:
    'A data de nascimento no seu documento é diferente da que nos foi indicada. Uma pessoa está a analisar o caso.',
  data_number_mismatch:
    'O número do seu documento é diferente do que nos foi indicado. Uma pessoa está a analisar o caso.',
  liveness_gentle_challenge: 'Escolheu a verificação facial sem cores a piscar. Uma pessoa está a analisá-la.',
  consent_declined:
    'Não deu todos os consentimentos. Uma pessoa entrará em contacto consigo para encontrar outra solução.',
  document_country_not_allowed: 'Não são aceites documentos deste país.',
  age_below_minimum: 'Não tem a idade mínima para este serviço.',
  face_mismatch: 'O seu rosto não corresponde ao retrato no documento.',
  policy_attempts_exhausted: 'Não restam mais tentativas.',
  provider_unavailable: providerOutage,
  provider_timeout: providerOutage,
  provider_quota_exceeded: providerOutage,
  provider_budget_exhausted: providerOutage,
  provider_not_configured: providerOutage,
  provider_response_invalid: providerOutage,
  ai_refused: providerOutage,
  ai_output_truncated: providerOutage,
  ai_output_invalid: providerOutage,
  flow_expired_unopened: 'A ligação não foi aberta a tempo.',
  flow_expired_abandoned: 'A verificação não foi concluída a tempo.',
  flow_canceled_by_user: 'Interrompeu a verificação.',
  flow_canceled_by_client: 'A verificação foi interrompida.',
  review_pending: 'Uma pessoa está a analisar a sua verificação.',
  input_needed: 'Precisamos novamente de algo da sua parte.',
  policy_changed: 'A verificação foi substituída por uma nova.',
  lapse_document_expired: 'O documento utilizado na sua verificação caducou.',
  lapse_validity_ended: 'A sua verificação já não é válida.',
};
