import type { ApplicantMessages } from './applicant-messages.ts';

const providerOutage =
  'Não conseguimos terminar a verificação agora. Ela será concluída sem que você precise fazer nada.';

/** The applicant messages in the Portuguese of Brazil. */
export const brazilianPortuguese: ApplicantMessages = {
  document_missing: 'Adicione uma foto do seu documento.',
  document_back_missing: 'Adicione uma foto do verso do seu documento.',
  document_unreadable: 'Não conseguimos ler o seu documento. Tire uma nova foto.',
  document_blurry: 'A foto do seu documento está desfocada. Segure a câmera sem mexer e tente de novo.',
  document_glare: 'Há reflexos no seu documento. Afaste-o da luz e tente de novo.',
  document_too_dark: 'A foto do seu documento está muito escura. Procure uma luz melhor e tente de novo.',
  document_too_small:
    'A foto do seu documento é muito pequena. Aproxime-se ou escolha uma resolução mais alta e tente de novo.',
  document_cut_off: 'Uma parte do seu documento ficou fora da foto. Mostre-o por inteiro.',
  document_obscured: 'Algo cobre uma parte do seu documento. Mostre-o por inteiro.',
  document_damaged: 'O seu documento parece danificado. Use outro.',
  document_black_and_white: 'Tire uma foto colorida do documento original.',
  document_portrait_missing: 'Não conseguimos ver o retrato no seu documento. Tire uma nova foto.',
  document_type_not_allowed: 'Este tipo de documento não é aceito. Use outro.',
  document_expired: 'O seu documento está vencido. Use um documento válido.',
  document_screen_capture: 'Fotografe o próprio documento, e não uma tela.',
  document_printed_copy: 'Fotografe o documento original, e não uma cópia.',
  mrz_missing:
    'Não encontramos as linhas de letras e setas no seu documento. Mostre a página inteira ou adicione o verso do seu cartão.',
  mrz_unreadable: 'Não conseguimos ler as linhas de letras e setas no seu documento. Tire uma foto mais nítida.',
  barcode_unreadable: 'Não conseguimos ler o código de barras do seu documento. Tire uma foto mais nítida.',
  data_field_missing: 'Não foi possível ler uma parte do seu documento. Tire uma nova foto.',
  selfie_no_face: 'Não conseguimos ver o seu rosto. Tente de novo.',
  selfie_multiple_faces: 'Vimos mais de um rosto. Só uma pessoa deve aparecer na imagem.',
  selfie_low_quality: 'A imagem do seu rosto não estava nítida. Procure uma luz melhor e tente de novo.',
  liveness_low_score: 'A verificação do rosto não deu certo. Procure uma luz melhor e tente de novo.',
  liveness_session_failed: 'A verificação do rosto não deu certo. Tente de novo.',
  consent_missing: 'Dê primeiro o seu consentimento.',
  duplicate_file: 'Você enviou a mesma imagem duas vezes. Tire uma nova.',
  liveness_session_expired: 'A verificação do rosto demorou demais. Comece-a de novo.',
  liveness_no_reference_image: 'A verificação do rosto não gerou nenhuma imagem. Comece-a de novo.',
  document_sides_together:
    'Precisamos de cada lado do seu documento em uma foto separada. Fotografe primeiro o lado com seu retrato e depois o verso.',
  document_not_accepted: 'Não podemos verificar este tipo de documento. Use outro, por exemplo um passaporte.',
  document_not_verifiable:
    'Este tipo de documento não pode ser verificado automaticamente. Uma pessoa está analisando.',
  document_part_absent: 'Não encontramos tudo de que precisamos no seu documento. Uma pessoa está analisando.',
  document_names_unread: 'Não conseguimos ler seu nome com certeza. Uma pessoa está analisando seu documento.',
  document_without_number: 'Seu documento não mostra nenhum número que possamos ler. Uma pessoa está analisando.',
  birth_date_incomplete: 'Seu documento não mostra sua data de nascimento completa. Uma pessoa está analisando.',
  birth_century_open: 'Seu documento mostra seu ano de nascimento com apenas dois dígitos. Uma pessoa está analisando.',
  age_depends_on_place: 'Ainda não é seu aniversário em todo o país do seu documento. Uma pessoa está analisando.',
  document_never_expires: 'Seu documento não tem data de validade. Uma pessoa está analisando.',
  document_without_expiry:
    'Seu documento não mostra nenhuma data de validade que possamos ler. Uma pessoa está analisando.',
  expiry_century_open: 'Seu documento mostra o ano da validade com apenas dois dígitos. Uma pessoa está analisando.',
  expiry_depends_on_place: 'Seu documento vence hoje. Uma pessoa está analisando.',
  data_name_unconfirmed: 'Seu documento não mostra todo o nome que nos foi informado. Uma pessoa está analisando.',
  document_unverified_other: 'Uma pessoa está analisando o seu documento.',
  mrz_check_digit_failed: 'Não foi possível confirmar os dados deste documento.',
  data_name_mismatch:
    'O nome no seu documento é diferente do que nos foi informado. Uma pessoa está analisando o caso.',
  data_birth_date_mismatch:
    'A data de nascimento no seu documento é diferente da que nos foi informada. Uma pessoa está analisando o caso.',
  data_number_mismatch:
    'O número do seu documento é diferente do que nos foi informado. Uma pessoa está analisando o caso.',
  liveness_gentle_challenge: 'Você escolheu a verificação facial sem cores piscando. Uma pessoa está analisando.',
  consent_declined:
    'Você não deu todos os consentimentos. Uma pessoa entrará em contato com você para encontrar outra forma.',
  document_country_not_allowed: 'Documentos deste país não são aceitos.',
  age_below_minimum: 'Você não tem a idade mínima para este serviço.',
  face_mismatch: 'O seu rosto não corresponde ao retrato no documento.',
  policy_attempts_exhausted: 'Não há mais tentativas.',
  provider_unavailable: providerOutage,
  provider_timeout: providerOutage,
  provider_quota_exceeded: providerOutage,
  provider_budget_exhausted: providerOutage,
  provider_not_configured: providerOutage,
  provider_response_invalid: providerOutage,
  ai_refused: providerOutage,
  ai_output_truncated: providerOutage,
  ai_output_invalid: providerOutage,
  flow_expired_unopened: 'O link não foi aberto a tempo.',
  flow_expired_abandoned: 'A verificação não foi terminada a tempo.',
  flow_canceled_by_user: 'Você interrompeu a verificação.',
  flow_canceled_by_client: 'A verificação foi interrompida.',
  review_pending: 'Uma pessoa está analisando sua verificação.',
  input_needed: 'Precisamos de algo de você outra vez.',
  policy_changed: 'A verificação foi substituída por uma nova.',
  lapse_document_expired: 'O documento usado na sua verificação está vencido.',
  lapse_validity_ended: 'A sua verificação não é mais válida.',
};
