import { expect } from 'chai';
import { english } from '#verify/texts/english';
import { directionOf, languageOf, languages, loadSpoken, loadTexts, sayIn } from '#verify/texts/languages';

const placeholders = (text: string): readonly string[] => [...text.matchAll(/\{\w+\}/g)].map(([one]) => one).sort();

describe('the texts of the page', () => {
  for (const language of languages)
    it(`have something to say for every key, with the same values: ${language}`, async () => {
      const texts = new Map(Object.entries(await loadTexts(language)));
      expect([...texts.keys()].sort()).to.deep.equal(Object.keys(english).sort());
      for (const [key, text] of Object.entries(english)) {
        expect(texts.get(key), key).to.match(/\S/);
        expect(placeholders(texts.get(key) ?? ''), key).to.deep.equal(placeholders(text));
      }
    });

  it('promise nothing of what is kept: the consent and the privacy notice say it', async () => {
    const texts = await Promise.all(languages.map(loadTexts));
    const told = /consent.*privacy|Einwilligung.*Datenschutz|consentement.*confidentialité|consentimi?ento.*privacidad/;
    const arabic = /الموافقة.*الخصوصية/;
    for (const { welcome_kept: text } of texts) expect(told.test(text) || arabic.test(text), text).to.equal(true);
  });

  it('name the consent alone where there is no privacy notice', async () => {
    const consent = /consent|Einwilligung|الموافقة/;
    const notice = /privacy|Datenschutz|confidentialité|privacidad|الخصوصية/;
    for (const { welcome_kept_consent: text } of await Promise.all(languages.map(loadTexts)))
      expect([consent.test(text), notice.test(text)], text).to.deep.equal([true, false]);
  });

  it('are not those of another language', async () => {
    const titles = await Promise.all(languages.map(async (language) => (await loadTexts(language)).welcome_title));
    expect(new Set(titles).size).to.equal(languages.length);
  });

  it('are in the first language that the page has, and otherwise in English', () => {
    expect(languageOf(['nl-BE', 'de-AT', 'fr'])).to.equal('de');
    expect(languageOf(['pt-PT'])).to.equal('pt');
    expect(languageOf(['nl', 'xx'])).to.equal('en');
    expect(languages.filter((language) => directionOf(language) === 'rtl')).to.deep.equal(['ar']);
  });

  it('are in English, and say so, where those of a language cannot be loaded', async () => {
    const spoken = await loadSpoken('ar', () => Promise.reject(new Error('no connection')));
    expect(spoken).to.deep.equal({ language: 'en', texts: english });
    expect((await loadSpoken('ar')).language).to.equal('ar');
  });

  it('leave alone what looks like a value in a name', () => {
    expect(sayIn(english)('welcome_who', { partner: 'A {max} $& B' })).to.equal('You are asked by A {max} $& B.');
  });
});
