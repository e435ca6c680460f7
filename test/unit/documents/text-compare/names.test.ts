import { compareFullName, compareNames, type NameRules } from '@portcullis/documents';
import { expect } from 'chai';
import { fullNameScore, nameScore } from '../../../support/builders/name-scores.ts';
import { everydayNames, fullNamesOf } from '../../../support/generators/everyday-names.ts';

/** The score of a name against another, either way round: 100 for the same words, 80 to 99 for a part of them. */
const scored: readonly (readonly [string, string, number])[] = [
  ['Anna Maria Eriksson', 'ERIKSSON ANNA MARIA', 100],
  ['ERIKSSON, Anna', 'ANNA ERIKSSON', 100],
  ['Jean-Luc Picard', 'PICARD JEAN LUC', 100],
  ['Jean-Luc', 'JEANLUC', 100],
  ['Gil-dong Hong', 'HONG GILDONG', 100],
  ['van den Berg', 'VANDENBERG', 100],
  ['D’Artagnan', 'DARTAGNAN', 100],
  ["Sinéad O'Connor", 'OCONNOR SINEAD', 100],
  ['Gal·la', 'GALLA', 100],
  ['Müller', 'MUELLER', 100],
  ['Müller', 'MULLER', 100],
  ['Müller', 'MUXXLLER', 100],
  ['Mu\u0308ller', 'MUELLER', 100],
  ['Müller-Jäger', 'MULLER JAEGER', 100],
  ['Ørsted', 'OERSTED', 100],
  ['Ørsted', 'ORSTED', 100],
  ['Ångström', 'AANGSTROEM', 100],
  ['Ångström', 'ANGSTROM', 100],
  ['Strauß', 'STRAUSS', 100],
  ['STRAUẞ', 'STRAUSS', 100],
  ['Ægir Þór', 'AEGIR THOR', 100],
  ['Łukasz', 'LUKASZ', 100],
  ['Đorđe', 'DORDE', 100],
  ['Núñez', 'NUNEZ', 100],
  ['Núñez', 'NUNXXEZ', 100],
  ['Çağla Işık', 'CAGLA ISIK', 100],
  ['İnönü', 'INONU', 100],
  ['IJsbrand', 'ĲSBRAND', 100],
  ['Nguyễn', 'NGUYEN', 100],
  ['Țepeș', 'TEPES', 100],
  ['ＡＮＮＡ', 'ANNA', 100],
  ['Дмитрий Щукин', 'DMITRII SHCHUKIN', 100],
  ['Григорій Ющенко', 'HRYHORII YUSHCHENKO', 100],
  ['Юлія Гай', 'IULIIA HAI', 100],
  ['Алёна', 'ALENA', 100],
  ['Алёна', 'ALIONA', 100],
  ['Жељко Џукић', 'ZELJKO DZUKIC', 100],
  ['Ильин', 'ILIN', 100],
  ['محمد', 'MXHMD', 100],
  ['فضّة', 'FXDZXDZXAH', 100],
  ['أحمد', 'XAEXHMD', 100],
  ['田中', '田中', 100],
  ['Ελένη', 'ΕΛΕΝΗ', 100],
  ['Dr. Anna Eriksson', 'ERIKSSON ANNA', 100],
  ['Mrs Anna Eriksson', 'DR ANNA ERIKSSON', 100],
  ['Anna Eriksson', 'ERIKSSON ANNA MARIA', 94],
  ['Anna Maria Eriksson', 'ERIKSSON MARIA', 95],
  ['García', 'GARCIA LOPEZ', 90],
  ['Dr Anna Eriksson', 'ERIKSSON ANNA MARIA', 94],
  ['Mag', 'MAG', 100],
  ['Anna Eriksson', 'ANNA ERIKSON', 72],
  ['Anna Sofia Eriksson', 'ERIKSSON ANNA MARIA', 65],
  ['Muller', 'MUELLER', 67],
  ['Hans Muller', 'MUELLER HANS PETER', 49],
  ['Muller', 'MOELLER', 56],
  ['Əliyev', 'ALIYEV', 100],
  ['əliyev', 'ELIYEV', 100],
  ['De', 'DE LA CRUZ', 19],
  ['van der', 'VAN DER MUELLEN', 36],
  ['A', 'A MARIA', 13],
  ['Van', 'VAN', 100],
  ['Cruz', 'DE LA CRUZ', 90],
  ['Anna', 'HANNA', 63],
  ['Ann', 'ANNA', 59],
  ['Dr Eriksson', 'DR MARTENS', 23],
  ['Anna', 'ELOF', 0],
  ['田中', 'TANAKA', 0],
  ['', 'ERIKSSON', 0],
  ['', '', 0],
  ['  ', '-', 0],
  ['123', '123', 0],
];

describe('two names', () => {
  for (const [one, other, score] of scored) {
    it(`${JSON.stringify(one)} and ${JSON.stringify(other)} score ${score}, either way round`, () => {
      const there = nameScore({ value: one }, { value: other });
      expect([there, nameScore({ value: other }, { value: one })]).to.deep.equal([score, score]);
    });
  }
});

describe('a text that is not a name', () => {
  const words = [...'ABCDEFGHIJKLMNOPQ'].map((letter) => letter.repeat(3));

  it('of more than sixteen words only matches itself', () => {
    const whole = { value: words.join(' ') };
    const others = [words.toReversed(), words.slice(1), [...words, 'ZZZ']].map((some) => ({ value: some.join(' ') }));
    expect(others.map((other) => nameScore(whole, other))).to.deep.equal([100, 0, 0]);
    expect(nameScore({ value: words.slice(1).join(' ') }, { value: words.slice(2).join(' ') })).to.equal(98);
  });

  it('of words that are too long for an MRZ has one transliteration', () => {
    const rings = (n: number) => nameScore({ value: 'Å'.repeat(n) }, { value: 'A'.repeat(n) });
    expect([rings(40), rings(41)]).to.deep.equal([100, 39]);
  });
});

describe('a name that was truncated in an MRZ', () => {
  const cases: readonly (readonly [string, string, number, number])[] = [
    ['CHAYAPA DEJTHAMRONG K', 'Chayapa Dejthamrong Krasuang', 94, 57],
    ['CHAYAPA DEJ KRASUANG', 'Chayapa Dejthamrong Krasuang', 93, 54],
    ['BENNELONG WOOLOOMOOLOO WARRANDYTE W', 'Bennelong Wooloomooloo Warrandyte Warnambool', 95, 61],
    ['D', 'Dingo Potoroo', 6, 6],
    ['DI', 'Dingo Potoroo', 13, 13],
    ['DIN P', 'Dingo Potoroo', 86, 26],
    ['E', 'Eriksson', 9, 9],
    ['A BBBBBBBB', 'Anna', 8, 8],
    ['ANNA M BBBBBBBB', 'Anna Maria', 24, 24],
    ['E VON', 'Eriksson von', 28, 28],
    ['VON', 'Vonnegut', 87, 29],
    ['MUELL', 'Müllersson', 90, 35],
    ['CHAYAPA D', 'Chayapa', 97, 97],
    ['CHAYAPA D', 'Krasuang', 9, 9],
    ['D', 'Potoroo', 0, 0],
  ];
  for (const [value, full, cut, whole] of cases) {
    it(`${value} scores ${cut} against ${full}, and ${whole} if it had room`, () => {
      const scores = [true, false].map((isCut) => nameScore({ value, truncated: isCut }, { value: full }));
      expect(scores).to.deep.equal([cut, whole]);
      expect(nameScore({ value: full }, { value, truncated: true })).to.equal(cut);
    });
  }

  it('may be truncated in two zones at different places', () => {
    expect(
      nameScore({ value: 'CHAYAPA DEJ', truncated: true }, { value: 'CHAYAPA DEJTHAM', truncated: true }),
    ).to.equal(94);
  });
});

describe('a full name', () => {
  const parts = [{ value: 'ERIKSSON' }, { value: 'ANNA MARIA' }];
  const cases: readonly (readonly [string, number])[] = [
    ['Anna Maria Eriksson', 100],
    ['ERIKSSON, Anna', 94],
    ['Maria Eriksson', 95],
    ['Eriksson', 79],
    ['Anna Maria', 79],
    ['Anna Sofia Eriksson', 65],
    ['', 0],
  ];
  for (const [full, score] of cases) {
    it(`${JSON.stringify(full)} scores ${score} for Anna Maria Eriksson: it must contain both parts`, () => {
      expect(fullNameScore({ value: full }, parts)).to.equal(score);
    });
  }

  it('must contain a part by more than a particle, or an initial of a truncated part', () => {
    const cruz = [{ value: 'DE LA CRUZ' }, { value: 'MARIA JOSE' }];
    expect(fullNameScore({ value: 'Jose De' }, cruz)).to.equal(79);
    expect(fullNameScore({ value: 'Jose Cruz' }, cruz)).to.be.at.least(80);
    const initial = [
      { value: 'E', truncated: true },
      { value: 'ANNABELLA', truncated: true },
    ];
    expect(fullNameScore({ value: 'Annabella Evans' }, initial)).to.be.below(80);
  });

  it('may continue where its MRZ ended', () => {
    const cut = [
      { value: 'ERIKSSON', truncated: true },
      { value: 'ANNA M', truncated: true },
    ];
    expect(fullNameScore({ value: 'Anna Maria Eriksson' }, cut)).to.equal(95);
  });
});

const second: NameRules = { pass: 80, issuingState: null };

describe('two names of one State', () => {
  const related = (one: string, other: string, more: Partial<NameRules> = {}) => {
    const rules = { ...second, ...more };
    const there = compareNames({ value: one }, { value: other }, rules);
    const back = compareNames({ value: other }, { value: one }, rules);
    expect([back.score, back.agrees, back.relation]).to.deep.equal([there.score, there.agrees, there.relation]);
    return [there.relation, there.agrees];
  };

  it('of which one is a part of the other agree only with another agreeing fact', () => {
    const some = 'Maria Silva';
    const all = 'SILVA SANTOS ANA MARIA';
    expect(related(some, all)).to.deep.equal(['part', false]);
    expect(related(some, all, { isCorroborated: true })).to.deep.equal(['part', true]);
    expect(related('Ana Sofia', 'ANA MARIA', { isCorroborated: true })).to.deep.equal(['apart', false]);
  });

  it('of which one lacks a particle, which may be a name, agree only with another agreeing fact', () => {
    const pairs = [
      ['Ludwig van Beethoven', 'BEETHOVEN LUDWIG'],
      ['Nguyen Le Anh', 'NGUYEN ANH'],
      ['Nguyen Anh', 'NGUYEN VAN ANH'],
      ['Kim Eun', 'KIM DA EUN'],
      ['Wang Yi', 'WANG YI LE'],
      ['Bakr Hassan', 'HASSAN ABU BAKR'],
    ] as const;
    expect(pairs.map(([one, other]) => related(one, other))).to.deep.equal(pairs.map(() => ['part', false]));
    const corroborated = pairs.map(([one, other]) => related(one, other, { isCorroborated: true }));
    expect(corroborated).to.deep.equal(pairs.map(() => ['part', true]));
  });

  it('are not the same without an initial', () => {
    expect(related('John Q Public', 'PUBLIC JOHN')).to.deep.equal(['part', false]);
  });

  it('are the same where one of them had no room for the rest', () => {
    const cut = { value: 'CHAYAPA DEJTHAMRONG K', truncated: true };
    const relationTo = (value: string) => compareNames(cut, { value }, second).relation;
    expect(['Chayapa Dejthamrong Krasuang Thep', 'Chayapa Dejthamrong', 'Anchali'].map(relationTo)).to.deep.equal([
      'same',
      'part',
      'apart',
    ]);
  });

  it('have any of their words joined, in any order of the names', () => {
    const pairs = [
      ['Nana Ouyang', 'OU YANG NA NA'],
      ['Li Na Li', 'LI LINA'],
      ['Anne-Marie Jean-Luc', 'JEANLUC ANNEMARIE'],
      ['Nguyen Thi Minh Khai', 'NGUYENTHI MINHKHAI'],
      ['AB CDE', 'ABC DE'],
    ] as const;
    expect(pairs.map(([one, other]) => related(one, other))).to.deep.equal(pairs.map(() => ['same', true]));
    expect(related('Su Min', 'MINSU')).to.deep.equal(['apart', false]);
  });

  it('say which words the other one does not have', () => {
    const { rest } = compareNames({ value: 'Ana Sofia' }, { value: 'ANA MARIA' }, second);
    expect([rest.one.map(({ text }) => text), rest.other.map(({ text }) => text)]).to.deep.equal([
      ['SOFIA'],
      ['MARIA'],
    ]);
  });
});

describe('a full name of one State', () => {
  const partsOf = (mrz: string) => mrz.split('<<').map((part) => ({ value: part.replaceAll('<', ' ') }));

  for (const name of everydayNames) {
    it(`scores 100 in every order and spelling: ${name.mrz}`, () => {
      const rules = { ...second, issuingState: name.state };
      const scores = fullNamesOf(name).map((value) => [value, fullNameScore({ value }, partsOf(name.mrz), rules)]);
      expect(scores).to.deep.equal(fullNamesOf(name).map((value) => [value, 100]));
    });
  }

  it('still has to name every part by more than a particle, an honorific or an initial', () => {
    const score = (value: string, ...parts: readonly string[]) =>
      fullNameScore(
        { value },
        parts.map((part) => ({ value: part })),
        second,
      );
    expect(score('Jose De', 'DE LA CRUZ', 'MARIA JOSE')).to.equal(79);
    expect(score('Min Su', 'KIM', 'MINSU')).to.equal(79);
    expect(score('Anna Maria', 'LORD', 'ANNA MARIA')).to.equal(79);
    const initial = ['E', 'ANNABELLA'].map((value) => ({ value, truncated: true }));
    expect(fullNameScore({ value: 'Annabella Evans' }, initial, second)).to.be.below(80);
  });

  it('names a part whose words it writes as one, beside a name that is missing', () => {
    const parts = [{ value: 'KIM LEE' }, { value: 'MIN SU' }];
    expect(compareFullName({ value: 'Kim Minsu' }, parts, second)).to.deep.include({ relation: 'part', agrees: false });
    expect(compareFullName({ value: 'Kim Minsu' }, parts, { ...second, isCorroborated: true }).agrees).to.equal(true);
  });
});
