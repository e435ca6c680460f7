import type { NameRules } from '@portcullis/domain/documents';
import { type ComparableValue, compareNames, meantBy } from '@portcullis/domain/testing';
import { expect } from 'chai';
import { someOf } from '../../../../support/effort.ts';
import { everydayNames, fullNamesOf } from '../../../../support/generators/everyday-names.ts';

const rules: NameRules = { edition: 2, pass: 80, issuingState: null, isCorroborated: true };

/** A name as a zone may write it: with two letters for one with a mark. */
const folded = (name: string): string =>
  name.toUpperCase().replaceAll('Ä', 'AE').replaceAll('Ö', 'OE').replaceAll('Ü', 'UE').replaceAll('Å', 'AA');

const isNameWith = (written: string, parts: readonly ComparableValue[], by: NameRules): boolean =>
  meantBy(written)(parts, by);

const hasWords = (text: string): boolean => /(?![ьЬ])\p{L}/u.test(text);

const partsOf = (name: string): readonly ComparableValue[] => name.split(', ').map((value) => ({ value }));

/** What somebody writes, and a name that it finds: the last name, a comma, and the first name. */
const finding: readonly (readonly [string, string])[] = [
  // ICAO 9303-3, 4.6 and its examples.
  ['Eriksson', 'ERIKSSON, ANNA MARIA'],
  ['maria', 'ERIKSSON, ANNA MARIA'],
  ['Maria Eriksson', 'ERIKSSON, ANNA MARIA'],
  ['ERIKSSON, Anna Maria', 'ERIKSSON, ANNA MARIA'],
  ["D'Artagnan", 'DARTAGNAN, CHARLES'],
  ['O’Connor', 'OCONNOR, ENYA SIOBHAN'],
  ['Van', 'VAN DER MUELLEN, HILDE'],
  ['Muellen', 'van der Müllen, Hilde'],
  ['Satriya', 'SUDARPA, SATRIYA'],
  ['A. Eriksson', 'ERIKSSON, ANNA MARIA'],
  ['Anna Eriksson', 'Eriksson, A. M.'],
  ['Dr. Eriksson', 'ERIKSSON, ANNA'],
  ['Kim', 'KIM, MINSU'],
  ['Kim Min-su', 'KIM, MINSU'],
  ['Min-su', 'KIM, MINSU'],
  ['Minsu', 'Kim, Min-su'],
  ['min su', 'Kim, Min-su'],
  ['Le', 'Lê, Thị Ánh'],
  ['Nguyen Anh', 'Nguyễn, Thị Ánh'],
  ['Mohammed', 'AL MASRI, MUHAMMAD'],
  ['Ahmet', 'EL SAYED, AHMAD'],
  ['محمد', 'المصري, محمد'],
  ['Þórður', 'SIGURDSSON, THORDUR'],
  ['Thordur', 'Sigurðsson, Þórður'],
  ['Strauß', 'STRAUSS, JOHANN'],
  ['Strauss', 'Strauß, Johann'],
  ['Jaeger', 'Jäger, Bärbel'],
  ['Jager', 'Jäger, Bärbel'],
  ['Bärbel', 'JAEGER, BAERBEL'],
  ['ışık', 'ISIK, CAGLA'],
  ['isik', 'Işık, Çağla'],
  ['İnönü', 'INONU, ISMET'],
  ['Щукин', 'SHCHUKIN, DMITRII'],
  ['Юлія', 'HAI, IULIIA'],
  ['Παπαδόπουλος', 'PAPADOPOULOS, GEORGIOS'],
  ['Jose De', 'DE LA CRUZ, JOSÉ'],
  ['田中', '田中, 花子'],
];

/** What somebody writes, and a name that it does not find. */
const missing: readonly (readonly [string, string])[] = [
  ['Erik', 'ERIKSSON, ANNA MARIA'],
  ['Erikson', 'ERIKSSON, ANNA MARIA'],
  ['Sofia Eriksson', 'ERIKSSON, ANNA MARIA'],
  ['Anna Maria Karin Eriksson', 'ERIKSSON, ANNA MARIA'],
  ['Anna Anna', 'ERIKSSON, ANNA MARIA'],
  ['Hanna', 'ERIKSSON, ANNA MARIA'],
  ['Cheng Ang', 'CHEN, GANG'],
  ['Chengang', 'CHEN, GANG'],
  ['Muller', 'Mueller, Hans'],
  ['Hussein', 'AL MASRI, HASSAN'],
  ['van', 'ERIKSSON, ANNA MARIA'],
  ['ьь', 'ERIKSSON, ANNA MARIA'],
  ['123', '123, 123'],
  ['Eriksson', '123, -'],
];

describe('what somebody writes of a name', () => {
  for (const [written, name] of finding)
    it(`${JSON.stringify(written)} finds ${name}`, () => {
      expect(isNameWith(written, partsOf(name), rules)).to.equal(true);
    });

  for (const [written, name] of missing)
    it(`${JSON.stringify(written)} does not find ${name}`, () => {
      expect(isNameWith(written, partsOf(name), rules)).to.equal(false);
    });

  it('is looked at first, and left out only where the comparison does not find it either', () => {
    const arabic = 'Mehmet Mohamed Ahmet Achmad Huseyin Hussein Hasan Hassan Youssef Yusuf Fatma Fatimah'.split(' ');
    const everyday = everydayNames.flatMap((name) => [name.mrz.replaceAll('<', ' '), ...fullNamesOf(name).slice(0, 2)]);
    const marked = [
      'Müller Jäger',
      'Aaen',
      'Aeåberg',
      'Öe',
      'Oeo Aeæe',
      'Kühn',
      'Saara',
      'Poe',
      'Ærø',
      'ьомин',
      'Jean-Luc',
    ];
    const texts = [...new Set([...finding, ...missing].flat().concat(arabic, everyday, marked))];
    const others = texts.flatMap((value): readonly ComparableValue[] => [
      { value },
      { value: folded(value), source: 'mrz' },
      { value: value.slice(0, -2), truncated: true },
    ]);
    const pairs = texts.flatMap((written) => others.map((other) => [written, other] as const));
    let found = 0;
    const some = pairs.filter((_, n) => n % 5 === 0);
    // Several words that are one, or as one what several others are.
    const rare = [
      ['Chen Gang', { value: 'Cheng Ang' }],
      ['Jäger Müller', { value: 'Jägermüller' }],
      ['Jägermüller', { value: 'Jäger Müller' }],
    ] as const;
    for (const [n, [written, other]] of [...rare, ...someOf(some, 600)].entries()) {
      const by = { ...rules, issuingState: ['DEU', 'DNK', null][n % 3] ?? null };
      const { relation, rest } = compareNames({ value: written }, other, by);
      const isFound = hasWords(written) && (relation === 'same' || rest.one.length === 0);
      expect(isNameWith(written, [other], by), `${written}, ${JSON.stringify(other)}`).to.equal(isFound);
      found += isFound ? 1 : 0;
    }
    expect(found).to.be.greaterThan(3);
  });

  it('without a mark finds the two letters that a State writes for it in its zone, unless print has them', () => {
    const zone: readonly ComparableValue[] = [{ value: 'MUELLER', source: 'mrz' }];
    const german = { ...rules, issuingState: 'DEU' };
    expect(isNameWith('Muller', zone, german)).to.equal(true);
    expect(isNameWith('Muller', zone, { ...german, spellings: ['Müller'] })).to.equal(true);
    expect(isNameWith('Muller', zone, { ...german, spellings: ['Mueller'] })).to.equal(false);
    expect(isNameWith('Muller', zone, rules)).to.equal(false);
  });

  it('may have more than a zone had room for, and nothing that differs', () => {
    const zone: readonly ComparableValue[] = [
      { value: 'NILAVADHANANANDA', source: 'mrz', truncated: false },
      { value: 'CHAYAPA DEJTHAMRONG K', source: 'mrz', truncated: true },
    ];
    expect(isNameWith('Nilavadhanananda Chayapa Dejthamrong Krasuang', zone, rules)).to.equal(true);
    expect(isNameWith('Krasuang Nilavadhanananda', zone, rules)).to.equal(true);
    expect(isNameWith('Krasuang', zone, rules)).to.equal(false);
    expect(isNameWith('Nilavadhanananda Somchai', zone, rules)).to.equal(false);
  });
});
