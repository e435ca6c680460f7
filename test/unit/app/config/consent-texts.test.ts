import { defaultConsentTexts } from '@portcullis/domain/checks';
import { expect } from 'chai';
import { configOf, faultsOf } from '../../../support/builders/configurations.ts';

const versions = (...entries: readonly object[]): string => JSON.stringify(entries);
const aVersion = { version: '2026-01', texts: { en: 'I agree.', 'pt-BR': 'Concordo.' } };

const rule = 'must be a JSON array of 1 to 20 consent versions, the newest last, of at most 131072 characters';
const textRule =
  'must be a text of 1 to 8000 characters with letters, without control, direction and tag characters other than tab and line feed';
const keyRule = 'must be JSON in which no object has a key twice, nor the key "__proto__"';
const textsRule = 'must be texts by language tag such as en or pt-BR, 1 to 40, each language once';

describe('the configuration of consent texts', () => {
  it('has the versions in their order, with their texts', () => {
    const older = { version: '2025-06', texts: { en: 'I agree\nto all of it.' } };
    expect(configOf({ CONSENT_VERSIONS: versions(older, aVersion) }).consentTexts).to.deep.equal([older, aVersion]);
  });

  it('is the built-in text without the variable', () => {
    expect(configOf({}).consentTexts).to.equal(defaultConsentTexts);
    expect(defaultConsentTexts.map(({ version }) => version)).to.deep.equal(['1']);
  });

  const many = Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`en-x${n}x`, 'text']));
  const bad: readonly (readonly [string, string, string, string])[] = [
    ['no JSON', 'I agree.', 'CONSENT_VERSIONS', rule],
    ['an object', JSON.stringify(aVersion), 'CONSENT_VERSIONS', rule],
    ['no version', '[]', 'CONSENT_VERSIONS', rule],
    [
      '21 versions',
      versions(...Array.from({ length: 21 }, (_, n) => ({ ...aVersion, version: `${n}` }))),
      'CONSENT_VERSIONS',
      rule,
    ],
    ['more than 128 KiB', versions(aVersion).replace(/]$/, `${' '.repeat(128 * 1024)}]`), 'CONSENT_VERSIONS', rule],
    [
      'a version twice',
      versions(aVersion, aVersion),
      'CONSENT_VERSIONS',
      'must be consent versions of which each stands once',
    ],
    [
      'a version with a blank',
      versions({ ...aVersion, version: 'May 26' }),
      'CONSENT_VERSIONS[0].version',
      'must be 1 to 64 letters, digits, dots, dashes and underscores',
    ],
    [
      'a language that stands twice in the text of the variable, of which JSON.parse would keep the second',
      '[{"version":"1","texts":{"en":"I agree to one thing.","en":"I agree to another."}}]',
      'CONSENT_VERSIONS',
      keyRule,
    ],
    [
      'a version that has two names',
      '[{"version":"1","\\u0076ersion":"2","texts":{"en":"I agree."}}]',
      'CONSENT_VERSIONS',
      keyRule,
    ],
    ['no texts', versions(aVersion, { version: '2', texts: {} }), 'CONSENT_VERSIONS[1].texts', textsRule],
    [
      'a language that is no tag',
      versions({ version: '2', texts: { 'the secret': 'x' } }),
      'CONSENT_VERSIONS[0].texts',
      textsRule,
    ],
    [
      'a language twice',
      versions({ version: '2', texts: { en: 'x', EN: 'y' } }),
      'CONSENT_VERSIONS[0].texts',
      textsRule,
    ],
    ['41 languages', versions({ version: '2', texts: many }), 'CONSENT_VERSIONS[0].texts', textsRule],
    [
      'a text of blanks',
      versions({ version: '2', texts: { en: 'x', de: ' ' } }),
      'CONSENT_VERSIONS[0].texts.de',
      textRule,
    ],
    [
      'a text of 8001 characters',
      versions({ version: '2', texts: { de: 'x'.repeat(8001) } }),
      'CONSENT_VERSIONS[0].texts.de',
      textRule,
    ],
    [
      'a text of zero-width characters',
      versions({ version: '2', texts: { de: '\u200b\u2060\ufeff' } }),
      'CONSENT_VERSIONS[0].texts.de',
      textRule,
    ],
    [
      'half of a surrogate pair',
      versions({ version: '2', texts: { de: 'Ja \ud83d.' } }),
      'CONSENT_VERSIONS[0].texts.de',
      textRule,
    ],
    [
      'a control character',
      versions({ version: '2', texts: { de: 'x\u0000' } }),
      'CONSENT_VERSIONS[0].texts.de',
      textRule,
    ],
    [
      'an override of direction',
      versions({ version: '2', texts: { de: 'x\u202e' } }),
      'CONSENT_VERSIONS[0].texts.de',
      textRule,
    ],
    [
      'a line separator',
      versions({ version: '2', texts: { de: 'x\u2028' } }),
      'CONSENT_VERSIONS[0].texts.de',
      textRule,
    ],
    ['an unknown field', versions({ ...aVersion, current: true }), 'CONSENT_VERSIONS[0]', 'has an unknown field'],
  ];
  for (const [what, CONSENT_VERSIONS, name, expected] of bad) {
    it(`is rejected with ${what}, which names the place and not the value`, () => {
      expect(faultsOf({ CONSENT_VERSIONS })).to.deep.equal([{ name, rule: expected }]);
    });
  }

  it('reports all of its faults together', () => {
    const CONSENT_VERSIONS = versions({ version: 'a b', texts: { en: '' } }, { version: '2', texts: {} });
    expect(faultsOf({ CONSENT_VERSIONS }).map(({ name }) => name)).to.deep.equal([
      'CONSENT_VERSIONS[0].version',
      'CONSENT_VERSIONS[0].texts.en',
      'CONSENT_VERSIONS[1].texts',
    ]);
  });
});
