import { applicantLanguages, defaultConsentTexts } from '@portcullis/domain/checks';
import { expect } from 'chai';
import { consentLanguage, consentTextIn } from '#domain/policy/messages/consent-texts';

const texts = { pt: 'Aceito.', 'pt-BR': 'Concordo.', 'zh-Hant': '同意', en: 'I agree.' };
const shownIn = (language: string, of: Readonly<Record<string, string>> = texts) =>
  consentTextIn({ version: '2', texts: of }, language).language;

describe('a consent text', () => {
  it('is shown in the language that is asked for, or the closest one', () => {
    expect(consentTextIn({ version: '2', texts }, 'pt-BR')).to.deep.equal({
      version: '2',
      language: 'pt-BR',
      text: 'Concordo.',
    });
    expect(['PT-br', 'pt', 'pt-AO', 'zh', 'zh-Hant-TW', 'sv'].map((tag) => shownIn(tag))).to.deep.equal([
      'pt-BR',
      'pt',
      'pt',
      'zh-Hant',
      'zh-Hant',
      'en',
    ]);
  });

  it('is shown in the Portuguese of the applicant messages, for Portugal and for Brazil', () => {
    const both = { en: 'I agree.', 'pt-BR': 'Concordo.', 'pt-PT': 'Aceito.' };
    expect(['pt', 'pt-BR', 'pt-US', 'pt-PT', 'pt-AO'].map((tag) => shownIn(tag, both))).to.deep.equal([
      'pt-BR',
      'pt-BR',
      'pt-BR',
      'pt-PT',
      'pt-PT',
    ]);
    const [builtIn] = defaultConsentTexts;
    expect(Object.keys(builtIn?.texts ?? {}).toSorted()).to.deep.equal(applicantLanguages.toSorted());
  });

  it('is named by its tag in any case, and by a regional form of it, and by no other language', () => {
    const named = (locale: string) => consentLanguage({ version: '2', texts }, locale);
    expect(['PT-br', 'pt-AO', 'en-GB', 'en-GB-oxendict', 'zh-Hant-TW'].map(named)).to.deep.equal([
      'pt-BR',
      'pt',
      'en',
      'en',
      'zh-Hant',
    ]);
    expect(['fr', 'xx-YY', 'zh', 'zh-Hans', 'e', 'eng'].map(named)).to.deep.equal([null, null, null, null, null, null]);
  });

  it('is shown in plain English before a regional form of it, whichever is listed first', () => {
    const both = { 'en-GB': 'I agree, please.', en: 'I agree.' };
    expect(['sv', 'en-US', 'en-GB'].map((tag) => shownIn(tag, both))).to.deep.equal(['en', 'en', 'en-GB']);
  });

  it('is shown in its first language where it has no English', () => {
    expect(shownIn('sv', { fi: 'Suostun.', de: 'Ja.' })).to.equal('fi');
    expect(shownIn('sv', { fi: 'Suostun.', 'en-GB': 'I agree.' })).to.equal('en-GB');
  });

  it('is built in for every language of the messages', () => {
    for (const text of defaultConsentTexts) {
      for (const language of applicantLanguages) {
        expect(consentTextIn(text, language).language.split('-')[0], language).to.equal(language.split('-')[0]);
      }
    }
  });
});
