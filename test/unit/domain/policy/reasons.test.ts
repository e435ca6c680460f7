import { signalCodes } from '@portcullis/documents';
import { applicantMessage, type ReasonCode, staffMessage } from '@portcullis/domain';
import {
  applicantLanguages,
  defaultAction,
  isFreeRetry,
  isReasonCode,
  messagesForStatus,
  messagesOfStatus,
  reasonCodes,
} from '@portcullis/domain/checks';
import { expect } from 'chai';
import { runChecks } from '#domain/checks/decide';
import { applicantMessages, disclosableReasons } from '#domain/policy/messages/messages';
import { reasonCategories, reasonTable } from '#domain/policy/reason-table';
import { reasonsInCategory } from '#domain/policy/reasons';
import { type CheckCase, decidedAt, standard } from '../../../support/check-cases/check-case.ts';
import { everyCase } from '../../../support/check-cases/every-case.ts';

/** These codes are in no check: transitions and liveness sessions give them (see the tests of the profile). */
const saidByTransitions: readonly ReasonCode[] = [
  'policy_attempts_exhausted',
  'flow_expired_unopened',
  'flow_expired_abandoned',
  'flow_canceled_by_user',
  'flow_canceled_by_client',
  'review_pending',
  'input_needed',
  'policy_changed',
  'lapse_document_expired',
  'lapse_validity_ended',
  'review_approved_override',
  'review_declined',
  'review_input_requested',
  'review_reopened',
];
const saidBySessions: readonly ReasonCode[] = ['liveness_session_expired', 'liveness_no_reference_image'];
/** The decision itself gives these: for a required check without a result, a sampled approval, and what paths show. */
const saidByTheDecision: readonly ReasonCode[] = [
  'checks_incomplete',
  'document_part_absent',
  'policy_sampled',
  'path_contradicted',
  'path_person_mismatch',
  'path_not_chosen',
  'path_incomplete',
];

const reasonsOf = ({ expected, file, now = decidedAt, policy = standard }: CheckCase): readonly ReasonCode[] =>
  runChecks(policy, file, now)
    .filter(({ name }) => name === expected.name)
    .flatMap(({ reasons }) => reasons);

const withAction = (...actions: readonly string[]): readonly ReasonCode[] =>
  reasonCodes.filter((code) => actions.includes(defaultAction(code)));

describe('reason codes', () => {
  it('are each caused by one of the cases, or listed as codes that no check gives', () => {
    const caused = new Set(everyCase.flatMap(reasonsOf));
    const listed = [...saidByTransitions, ...saidBySessions, ...saidByTheDecision];
    expect(listed.filter((code) => caused.has(code))).to.deep.equal([]);
    expect([...caused, ...listed].sort()).to.deep.equal([...reasonCodes].sort());
  });

  it('include every signal of a reader', () => {
    expect(signalCodes.filter((code) => !isReasonCode(code))).to.deep.equal([]);
  });

  it('do not count as an attempt only where a session yielded nothing', () => {
    expect(reasonCodes.filter(isFreeRetry)).to.deep.equal(saidBySessions);
  });

  it('have no applicant message about signs of fraud, risk or review', () => {
    const secret = withAction('review', 'info').filter((code) => applicantMessage(code, 'en') !== null);
    expect(secret).to.deep.equal([
      'document_not_verifiable',
      'document_part_absent',
      'document_names_unread',
      'document_without_number',
      'birth_date_incomplete',
      'birth_century_open',
      'age_depends_on_place',
      'document_never_expires',
      'document_without_expiry',
      'expiry_century_open',
      'expiry_depends_on_place',
      'document_unverified_other',
      'mrz_check_digit_failed',
      'data_name_mismatch',
      'data_name_unconfirmed',
      'data_birth_date_mismatch',
      'data_number_mismatch',
      'consent_declined',
      'liveness_gentle_challenge',
    ]);
    expect(withAction('decline').filter((code) => applicantMessage(code, 'en') === null)).to.deep.equal([
      'liveness_attack',
      'network_ip_blocklisted',
      'list_blocked',
    ]);
    expect(withAction('explain').filter((code) => applicantMessage(code, 'en') === null)).to.deep.equal([
      'review_approved_override',
      'review_declined',
      'review_input_requested',
      'review_reopened',
    ]);
  });

  it('have an applicant message wherever something must be repeated', () => {
    expect(withAction('retry').filter((code) => applicantMessage(code, 'en') === null)).to.deep.equal([]);
  });

  it('have the same applicant message for every provider that is down', () => {
    const told = new Set(withAction('wait').map((code) => applicantMessage(code, 'en')));
    expect([...told]).to.deep.equal(['We could not finish the check just now. It will be completed without you.']);
  });

  it('have a staff message each, all different', () => {
    const sentences = reasonCodes.map(staffMessage);
    expect(new Set(sentences).size).to.equal(reasonCodes.length);
    expect(sentences.filter((sentence) => !/^[A-Z].+\.$/.test(sentence))).to.deep.equal([]);
  });

  it('come from the table only', () => {
    expect(isReasonCode('face_mismatch')).to.equal(true);
    for (const word of ['', 'toString', '__proto__', 'constructor', 'FACE_MISMATCH']) {
      expect(isReasonCode(word), word).to.equal(false);
    }
    expect(reasonCodes).to.deep.equal(Object.keys(reasonTable));
  });

  it('have one category each', () => {
    expect(reasonCategories.flatMap(reasonsInCategory)).to.deep.equal(reasonCodes);
  });
});

describe('the applicant messages', () => {
  const shown = reasonCodes.filter((code) => reasonTable[code].visibility === 'person');

  it('exist in seven languages, English first', () => {
    expect(applicantLanguages).to.deep.equal(['en', 'de', 'fr', 'es', 'pt-BR', 'pt-PT', 'ar']);
  });

  for (const language of applicantLanguages) {
    it(`consist of one or more sentences for exactly the codes that a person may see: ${language}`, () => {
      expect(reasonCodes.filter((code) => applicantMessage(code, language) !== null)).to.deep.equal(shown);
      expect(shown.filter((code) => !/^\p{L}.{8,}\.$/u.test(applicantMessage(code, language) ?? ''))).to.deep.equal([]);
    });
  }

  it('are written in the script of their language, without placeholders of another', () => {
    const isArabic = (code: ReasonCode, language: string) =>
      /\p{Script=Arabic}/u.test(applicantMessage(code, language) ?? '');
    expect(
      shown.filter((code) => !isArabic(code, 'ar') || /[A-Za-z]/.test(applicantMessage(code, 'ar') ?? '')),
    ).to.deep.equal([]);
    for (const language of ['de', 'fr', 'es', 'pt-BR', 'pt-PT']) {
      expect(shown.filter((code) => isArabic(code, language))).to.deep.equal([]);
      const alike = shown.filter((code) => applicantMessage(code, language) === applicantMessage(code, 'en'));
      expect(alike, language).to.deep.equal([]);
    }
  });

  it('distinguish two reasons in one language where they do in English', () => {
    const kinds = new Set(shown.map((code) => applicantMessage(code, 'en'))).size;
    for (const language of applicantLanguages) {
      expect(new Set(shown.map((code) => applicantMessage(code, language))).size, language).to.equal(kinds);
    }
  });

  it('are one sentence for each cause: only the outages of providers share one', () => {
    const outages = withAction('wait');
    for (const language of applicantLanguages) {
      const shared = shown.filter((code) =>
        shown.some((other) => other !== code && applicantMessage(other, language) === applicantMessage(code, language)),
      );
      expect(shared, language).to.deep.equal(outages);
    }
  });

  const told = (...codes: readonly ReasonCode[]) => applicantMessages(codes, 'en').map(({ code }) => code);

  it('say a cause once, where several checks give a reason for it', () => {
    expect(told('mrz_missing', 'data_field_missing')).to.deep.equal(['mrz_missing']);
    expect(told('mrz_unreadable', 'data_field_missing')).to.deep.equal(['mrz_unreadable']);
    expect(told('mrz_check_digit_failed', 'data_field_missing')).to.deep.equal(['mrz_check_digit_failed']);
    expect(told('document_unreadable', 'mrz_missing', 'data_field_missing')).to.deep.equal(['mrz_missing']);
    expect(told('document_blurry', 'mrz_unreadable', 'data_field_missing')).to.deep.equal(['document_blurry']);
    expect(told('document_type_not_allowed', 'document_back_missing', 'mrz_missing')).to.deep.equal([
      'document_type_not_allowed',
    ]);
    expect(told('document_black_and_white', 'document_printed_copy')).to.deep.equal(['document_printed_copy']);
    expect(told('provider_unavailable', 'ai_refused', 'provider_timeout')).to.deep.equal(['provider_unavailable']);
  });

  it('say several causes each, and leave out what only staff may know', () => {
    const causes = ['document_glare', 'document_expired', 'selfie_no_face', 'mrz_missing'] as const;
    expect(told(...causes)).to.deep.equal(causes);
    expect(told('data_field_missing')).to.deep.equal(['data_field_missing']);
    expect(told('document_tampered', 'document_blurry')).to.deep.equal(['document_blurry']);
  });

  it('leave no failed check without a sentence because another one is implied', () => {
    for (const code of shown) {
      for (const other of shown) expect(told(code, other), `${code} ${other}`).not.to.deep.equal([]);
    }
  });

  it('ask for nothing during a review', () => {
    const codes = ['document_glare', 'mrz_check_digit_failed', 'provider_timeout', 'consent_missing'] as const;
    expect(disclosableReasons('in_review', codes)).to.deep.equal(['mrz_check_digit_failed', 'provider_timeout']);
    expect(disclosableReasons('requires_input', codes)).to.deep.equal(codes);
    const asking = shown.filter((code) => disclosableReasons('in_review', [code]).length > 0);
    expect(asking.filter((code) => /\b(Please|try again)\b/.test(applicantMessage(code, 'en') ?? ''))).to.deep.equal(
      [],
    );
  });

  it('say that somebody reviews it where the reasons for that are for staff alone', () => {
    expect(messagesOfStatus('in_review', ['document_tampered'], 'en')).to.deep.equal([
      { code: 'review_pending', message: 'A person is looking at your verification.' },
    ]);
    expect(messagesOfStatus('in_review', ['document_never_expires'], 'en').map(({ code }) => code)).to.deep.equal([
      'document_never_expires',
    ]);
    expect(messagesOfStatus('requires_input', ['review_input_requested'], 'en').map(({ code }) => code)).to.deep.equal([
      'input_needed',
    ]);
    expect(messagesOfStatus('declined', ['liveness_attack'], 'en')).to.deep.equal([]);
  });

  it('say what was found, and ask for nothing, once the verification is settled', () => {
    const codes = ['liveness_low_score', 'policy_attempts_exhausted'] as const;
    expect(messagesForStatus('declined', codes, 'en')).to.deep.equal([
      { code: 'liveness_low_score', message: 'The face check did not succeed.' },
      { code: 'policy_attempts_exhausted', message: 'There are no attempts left.' },
    ]);
    // Two reasons may have been found in the same words.
    const alike = ['liveness_low_score', 'liveness_session_failed'] as const;
    expect(messagesForStatus('declined', alike, 'de').map(({ code }) => code)).to.deep.equal(['liveness_low_score']);
    expect(messagesForStatus('requires_input', alike, 'en')).to.deep.equal(applicantMessages(alike, 'en'));
    for (const status of ['approved', 'declined', 'lapsed', 'expired', 'canceled'] as const) {
      const said = shown.flatMap((code) => messagesForStatus(status, [code], 'en'));
      const asking = said.filter(({ message }) => /\b(Please|[Tt]ry again|A person|without you)\b/.test(message));
      expect(asking, status).to.deep.equal([]);
      expect(said.length, status).to.be.greaterThan(shown.length - 10);
    }
  });

  it('say something of several reasons wherever they do of one of them', () => {
    const declined = (...codes: readonly ReasonCode[]) => messagesForStatus('declined', codes, 'en');
    expect(declined('data_field_missing', 'document_back_missing').map(({ code }) => code)).to.deep.equal([
      'data_field_missing',
    ]);
    const telling = reasonCodes.filter((code) => declined(code).length > 0);
    const silent = telling.flatMap((one) =>
      reasonCodes.filter((other) => declined(one, other).length === 0).map((other) => [one, other]),
    );
    expect(silent).to.deep.equal([]);
  });

  it('are in each language as many sentences as in English, the first of which says what was found', () => {
    const sentencesOf = (code: ReasonCode, language: string) =>
      applicantMessage(code, language)?.split(/(?<=\.) /) ?? [];
    for (const language of applicantLanguages)
      for (const code of shown) {
        const sentences = sentencesOf(code, language);
        expect(sentences.length, `${code} ${language}`).to.equal(sentencesOf(code, 'en').length);
        expect(sentences.length, `${code} ${language}`).to.be.at.most(2);
        const [first] = messagesForStatus('declined', [code], language);
        if (first !== undefined) expect(first.message).to.equal(sentences[0]);
      }
  });

  it('tell a wrong check digit as what it is', () => {
    expect(applicantMessage('mrz_check_digit_failed', 'en')).to.equal(
      'The details of this document could not be confirmed.',
    );
  });

  it('follow the primary part of a language tag, and are English for unknown languages', () => {
    const german = applicantMessage('document_expired', 'de');
    for (const tag of ['de', 'DE', 'de-AT', 'de-Latn-CH']) {
      expect(applicantMessage('document_expired', tag), tag).to.equal(german);
    }
    for (const tag of ['', 'nl', 'deu', 'ptx', 'toString', '__proto__', 'constructor-x']) {
      expect(applicantMessage('document_expired', tag), tag).to.equal(applicantMessage('document_expired', 'en'));
    }
    expect(applicantMessage('document_tampered', 'de')).to.equal(null);
  });

  it('are written for Portugal and for Brazil, by the region that CLDR gives a tag', () => {
    const said = (tag: string) => applicantMessage('document_screen_capture', tag);
    for (const tag of ['pt', 'PT', 'pt-BR', 'pt-br', 'pt-Latn', 'pt-419', 'pt-US']) {
      expect(said(tag), tag).to.equal('Fotografe o próprio documento, e não uma tela.');
    }
    for (const tag of ['pt-PT', 'PT-pt', 'pt-Latn-PT', 'pt-AO', 'pt-MZ', 'pt-TL']) {
      expect(said(tag), tag).to.equal('Fotografe o próprio documento, e não um ecrã.');
    }
    const words = (language: string) => shown.map((code) => applicantMessage(code, language)).join(' ');
    expect(words('pt-PT')).not.to.match(/\b(você|tela|câmera|fotos?|aceito|contato|colorida|está analisando)\b/u);
    expect(words('pt-BR')).not.to.match(/\b(ecrã|câmara|fotografia|aceite|contacto|caducou|está a analisar)\b/u);
  });

  it('say in French and Spanish what a person of these languages would say', () => {
    const words = (language: string) => shown.map((code) => applicantMessage(code, language)).join(' ');
    expect(words('fr')).not.to.match(/achevée|arrêtée?\b/u);
    expect(words('es')).not.to.match(/detenido/u);
    expect(applicantMessage('provider_timeout', 'fr')).to.match(
      / Elle sera terminée sans que vous ayez à intervenir\.$/,
    );
    expect(applicantMessage('flow_canceled_by_user', 'fr')).to.equal('Vous avez interrompu la vérification.');
    expect(applicantMessage('flow_canceled_by_user', 'es')).to.equal('Ha interrumpido la verificación.');
  });

  it('address men and women alike in Arabic: no imperative, and no verb or person with a gender', () => {
    const gendered = [
      'ثبّت',
      'وحاول',
      'حاول',
      'حاولي',
      'أبعدها',
      'ابحث',
      'اقترب',
      'اختر',
      'التقط',
      'أضف',
      'استخدم',
      'أظهر',
      'صوّر',
      'تكون',
      'تكوني',
      'وحدك',
      'تعطِ',
      'تعطي',
      'أرسلت',
      'أوقفت',
      'أنت',
      'الموظفين',
      'موظف',
      'متأكد',
    ];
    const words = shown.flatMap((code) => (applicantMessage(code, 'ar') ?? '').split(/[\s.،]+/u));
    expect(words.filter((word) => gendered.includes(word))).to.deep.equal([]);
  });
});
