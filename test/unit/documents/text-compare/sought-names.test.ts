import { type ComparableValue, compareNames, meantBy, type NameRules } from '@portcullis/documents';
import { expect } from 'chai';
import { leastOf, someOf } from '../../../support/effort.ts';
import { everydayNames, fullNamesOf } from '../../../support/generators/everyday-names.ts';

const rules: NameRules = { pass: 80, issuingState: null, isCorroborated: true };

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

/** The same in scripts in which words are not compared alone. */
const findingInScripts: readonly (readonly [string, string])[] = [
  ['김민수', '김, 민수'],
  ['김 민수', '김, 민수'],
  ['민수', '김, 민수'],
  ['김', '김, 민수'],
  ['王小明', '王, 小明'],
  ['王', '王, 小明'],
  ['김', '김민수'],
  ['森', '森, 太郎'],
  ['太郎山田', '山田, 太郎'],
  ['マリア・ガルシア', 'ガルシア, マリア'],
  ['احمد', 'المصري, أحمد'],
  ['أحمد', 'المصري, احمد'],
  ['فاطمه', 'فاطمة'],
  ['على', 'علي'],
  ['علی', 'علي'],
  ['علی', 'ﻋﻠﻰ'],
  ['علا', 'المصري, علاء'],
  ['رجاء', 'رجا'],
  ['ضيا الدين', 'ضياء الدين'],
  ['مُحَمَّد', 'محمد'],
  ['محمد', 'مُحَمَّد'],
  ['علّي', 'علي'],
  ['Գևորգ', 'ԳԵՎՈՐԳ'],
  ['ԳԵՎՈՐԳ', 'Գևորգ'],
  ['Գևորգ', 'ԳԵՒՈՐԳ'],
  ['김민수\u200B', '김, 민수'],
  ['\u200E김민수.', '김, 민수'],
  ['김민', '김, 민수'],
  ['민수 민수', '민수, 민수'],
  ['葛城太郎', '葛\u{E0100}城, 太郎'],
  ['葛\u{E0100}城', '葛城, 太郎'],
  ['田中花', '田中, 花子'],
  ['中花子', '田中, 花子'],
  ['민수 김', '김민수'],
  ['小明 王', '王小明'],
  ['小', '王 小明'],
  ['민', '김 민수'],
  ['김민 수', '김, 민수'],
];

const missingInScripts: readonly (readonly [string, string])[] = [
  ['김민', '박, 민수'],
  ['王小', '小明, 李'],
  ['田花', '田中, 太郎'],
  ['김', '박, 민수'],
  ['수', '김, 민수'],
  ['明', '王, 小明'],
  ['احمد', 'محمود'],
  ['علا', 'علي'],
  ['子安', '安田, 花子'],
  ['中花', '田中, 花子'],
  ['子田', '田中, 花子'],
  ['수김', '김, 민수'],
  ['김 김', '김, 민수'],
  ['김 민수 민수 김', '김, 민수'],
  ['김민 민수', '김, 민수'],
  ['민수', '김민, 수영'],
  ['민수 박', '김민수'],
  ['小明 李', '王小明'],
  ['수수', `${'수'.repeat(300)}, ${'수'.repeat(301)}`],
];

describe('what somebody writes of a name', function () {
  this.timeout(300_000);

  for (const [written, name] of [...finding, ...findingInScripts])
    it(`${JSON.stringify(written)} finds ${name}`, () => {
      expect(isNameWith(written, partsOf(name), rules)).to.equal(true);
    });

  for (const [written, name] of [...missing, ...missingInScripts])
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
    const spelt = (value: string): readonly ComparableValue[] => [
      { value },
      { value: folded(value), source: 'mrz' },
      { value: value.slice(0, -2), truncated: true },
    ];
    const others = texts.flatMap(spelt);
    const own = texts.flatMap((written) => spelt(written).map((other) => [written, other] as const));
    const crossed = texts
      .flatMap((written) => others.map((other) => [written, other] as const))
      .filter((_, n) => n % 5 === 0);
    // Several words that are one, or as one what several others are.
    const rare = [
      ['Chen Gang', { value: 'Cheng Ang' }],
      ['Jäger Müller', { value: 'Jägermüller' }],
      ['Jägermüller', { value: 'Jäger Müller' }],
    ] as const;
    const foundOf = (pairs: readonly (readonly [string, ComparableValue])[]): number =>
      pairs.filter(([written, other], n) => {
        const by = { ...rules, issuingState: ['DEU', 'DNK', null][(n + Math.floor(n / 3)) % 3] ?? null };
        const { relation, rest } = compareNames({ value: written }, other, by);
        const isFound = hasWords(written) && (relation === 'same' || rest.one.length === 0);
        expect(isNameWith(written, [other], by), `${written}, ${JSON.stringify(other)}`).to.equal(isFound);
        return isFound;
      }).length;
    expect(foundOf(rare)).to.equal(3);
    for (const [kind, all, expected, quick] of [
      ['own', own, 516, 200],
      ['crossed', crossed, 341, 400],
    ] as const) {
      const tried = someOf(all, quick);
      expect(foundOf(tried), kind).to.be.at.least(leastOf(expected, tried.length, all.length));
    }
  });

  it('without a mark finds the two letters that a State writes for it in its zone, unless print has them', () => {
    const zone: readonly ComparableValue[] = [{ value: 'MUELLER', source: 'mrz' }];
    const german = { ...rules, issuingState: 'DEU' };
    expect(isNameWith('Muller', zone, german)).to.equal(true);
    expect(isNameWith('Muller', zone, { ...german, spellings: ['Müller'] })).to.equal(true);
    expect(isNameWith('Muller', zone, { ...german, spellings: ['Mueller'] })).to.equal(false);
    expect(isNameWith('Muller', zone, rules)).to.equal(false);
  });

  it('that has more than sixteen words finds a name that is the same, and no part of one', () => {
    const words = Array.from({ length: 17 }, (_, n) => `Anna${String.fromCharCode(97 + n)}`);
    const text = words.join(' ');
    expect(isNameWith(text, partsOf(words.toReversed().join(' ')), rules)).to.equal(true);
    expect(isNameWith(text, partsOf(`${text} Maria`), rules)).to.equal(false);
    expect(isNameWith('Annaa', partsOf(text), rules)).to.equal(false);
    expect(isNameWith('Annaa Annab', partsOf(words.slice(1).join(' ')), rules)).to.equal(false);
  });

  it('in Cyrillic finds each of its letters in the spelling of a single language', () => {
    const written = 'Чичиков-Григорьев Михаил Христофорович';
    for (const zone of ['CHICHIKOV GRIGOREV MIKHAIL KHRISTOFOROVICH', 'CYCYKOV HRYHOREV MYHAYL HRYSTOFOROVYC'])
      expect(isNameWith(written, [{ value: zone, source: 'mrz' }], rules), zone).to.equal(true);
  });

  it('with more letters of several spellings than anybody has finds the recommended ones alone', () => {
    const [few, many] = [4, 12].map((count) => Array.from({ length: count }, (_, n) => `Jüüü${'bcdfghklmnpr'[n]}`));
    const spelt = (words: readonly string[] | undefined, by: string): string =>
      (words ?? []).join(' ').replace(/ü/g, by);
    for (const by of ['ü', 'ue', 'u'])
      expect(isNameWith(spelt(few, 'ü'), partsOf(spelt(few, by)), rules), by).to.equal(true);
    for (const by of ['ü', 'ue', 'u'])
      expect(isNameWith(spelt(many, 'ü'), partsOf(spelt(many, by)), rules), by).to.equal(by !== 'u');
    expect(isNameWith(spelt(few, 'u'), partsOf(spelt(many, 'ü')), rules)).to.equal(false);
  });

  it('finds nobody where signs that stand for many letters make it, or a name, longer than any', () => {
    const prayer = '\uFDFA';
    const praise = '\uFDFB';
    expect(isNameWith(prayer, partsOf(`Anna ${prayer}`), rules)).to.equal(true);
    expect(isNameWith(prayer.repeat(128), partsOf(praise.repeat(200)), rules)).to.equal(false);
    expect(isNameWith(prayer.repeat(128), partsOf(prayer.repeat(128)), rules)).to.equal(false);
    expect(isNameWith(praise, partsOf(praise.repeat(200)), rules)).to.equal(false);
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
