import { expect } from 'chai';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import { aPerson, aService, personActions, stored } from '../../../../support/services/memory-service.ts';

const consentTexts = [
  { version: '2025-06', texts: { en: 'An older text.', 'pt-BR': 'Um texto mais antigo.' } },
  { version: '2026-01', texts: { en: 'I agree.' } },
];

describe('the language of a consent', () => {
  const person = async () => {
    const one = await aPerson(aService({ consentTexts }));
    const consent = (locale: string, textVersion = '2026-01', granted = true) =>
      personActions(one).patch({ consent: { textVersion, locale, granted } });
    const evidence = async () => (await stored(one.service, one.id)).evidence;
    return { consent, evidence };
  };

  it('is one in which the text was written: fr and xx-YY are refused with those there are', async () => {
    const { consent, evidence } = await person();
    for (const [locale, version, languages] of [
      ['fr', '2026-01', 'en'],
      ['xx-YY', '2026-01', 'en'],
      ['pt-BR', '2026-01', 'en'],
      ['pt-PT', '2025-06', 'en, pt-BR'],
    ] as const) {
      expect(await mustFail(consent(locale, version)), locale).to.deep.equal({
        _tag: 'Invalid',
        faults: [{ pointer: '/consent/locale', message: `this text exists in ${languages}` }],
      });
    }
    expect(await evidence()).to.deep.equal([]);
  });

  it('is recorded as that of the text that was shown, for a regional form of it', async () => {
    const { consent, evidence } = await person();
    await mustSucceed(consent('EN-gb'));
    await mustSucceed(consent('pt-br', '2025-06'));
    expect((await evidence()).map((item) => item.kind === 'consent' && item.locale)).to.deep.equal(['en', 'pt-BR']);
  });

  it('is asked for nothing in a refusal, which any language may bring', async () => {
    const { consent, evidence } = await person();
    await mustSucceed(consent('xx-YY', 'no-such-text', false));
    expect(await evidence()).to.have.nested.property('[0].locale', 'xx-YY');
  });
});
