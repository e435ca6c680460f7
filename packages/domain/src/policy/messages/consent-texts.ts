import { messageLanguage } from './messages.ts';

/** A consent text: its version, and the text by language (BCP 47). A version always has the same texts. */
export type ConsentText = { readonly version: string; readonly texts: { readonly [language: string]: string } };

/** The text in one language, as a person is shown it. */
export type ShownConsentText = { readonly version: string; readonly language: string; readonly text: string };

/**
 * The text of a service that has none of its own. It says what is done in any case; who does it, for what purpose and
 * for how long, only the operator can say.
 */
export const defaultConsentTexts: readonly ConsentText[] = [
  {
    version: '1',
    texts: {
      en: 'I agree that my identity is verified: photos of my identity document and of my face are taken, stored and compared with each other, also by providers that work for this service. I can withdraw this consent for as long as the verification is not finished.',
      de: 'Ich bin damit einverstanden, dass meine Identität geprüft wird: Fotos meines Ausweisdokuments und meines Gesichts werden aufgenommen, gespeichert und miteinander verglichen, auch durch Dienstleister, die für diesen Dienst arbeiten. Ich kann diese Einwilligung widerrufen, solange die Prüfung nicht abgeschlossen ist.',
      fr: "J'accepte que mon identité soit vérifiée : des photos de ma pièce d'identité et de mon visage sont prises, conservées et comparées entre elles, y compris par des prestataires qui travaillent pour ce service. Je peux retirer ce consentement tant que la vérification n'est pas terminée.",
      es: 'Acepto que se verifique mi identidad: se toman, se guardan y se comparan entre sí fotos de mi documento de identidad y de mi rostro, también por proveedores que trabajan para este servicio. Puedo retirar este consentimiento mientras la verificación no haya terminado.',
      'pt-BR':
        'Concordo com a verificação da minha identidade: fotos do meu documento de identidade e do meu rosto são tiradas, armazenadas e comparadas entre si, também por prestadores que trabalham para este serviço. Posso retirar este consentimento enquanto a verificação não for concluída.',
      'pt-PT':
        'Aceito que a minha identidade seja verificada: são tiradas, guardadas e comparadas entre si fotografias do meu documento de identificação e do meu rosto, também por prestadores que trabalham para este serviço. Posso retirar este consentimento enquanto a verificação não estiver concluída.',
      ar: 'أوافق على التحقق من هويتي: تُلتقط صور لوثيقة هويتي ولوجهي وتُحفظ وتُقارن ببعضها، بما في ذلك لدى مزوّدي خدمات يعملون لهذه الخدمة. ويمكنني سحب هذه الموافقة ما دام التحقق لم يكتمل.',
    },
  },
];

/**
 * The language of this text that a locale names: its tag, or the tag without its last parts (`en` for `en-GB`, RFC 4647
 * section 3.4); `null` if there is no text in such a language. It names what a person was shown, so that nothing like
 * the fallback of `consentTextIn` applies.
 */
export const consentLanguage = ({ texts }: ConsentText, locale: string): string | null => {
  const parts = locale.toLowerCase().split('-');
  const tags = parts.map((_, n) => parts.slice(0, parts.length - n).join('-'));
  const languages = Object.keys(texts);
  const matches = tags.flatMap((tag) => languages.filter((language) => language.toLowerCase() === tag));
  return matches[0] ?? null;
};

const primaryOf = (tag: string): string => tag.split('-', 1)[0] ?? tag;

/**
 * The text in a language, else in another form of it (`pt` for `pt-AO`, otherwise the form of the applicant messages:
 * `pt-PT` for `pt-AO`, `pt-BR` for `pt`), else in English, else in the first language that there is.
 */
export const consentTextIn = ({ texts, version }: ConsentText, language: string): ShownConsentText => {
  const wanted = language.toLowerCase();
  const offered = Object.entries(texts).map(([tag, text]) => ({ version, language: tag, text }));
  const first = (matches: (tag: string) => boolean) => offered.find((one) => matches(one.language.toLowerCase()));
  return (
    first((tag) => tag === wanted) ??
    first((tag) => tag === primaryOf(wanted)) ??
    first((tag) => tag === messageLanguage(wanted).toLowerCase()) ??
    first((tag) => primaryOf(tag) === primaryOf(wanted)) ??
    first((tag) => tag === 'en') ??
    first((tag) => primaryOf(tag) === 'en') ??
    offered[0] ?? { version, language, text: '' }
  );
};
