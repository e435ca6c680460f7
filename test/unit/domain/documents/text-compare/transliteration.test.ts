import { expect } from 'chai';
import { nameScore } from '../../../../support/builders/name-scores.ts';

const score = (one: string, other: string, issuingState: string | null = null): number =>
  nameScore({ value: one }, { value: other }, { pass: 80, issuingState });

/** Names and words with every pair of letters that ELOT 743 spells together, in the spelling of the standard. */
const greek: readonly (readonly [string, string])[] = [
  ['Ελένη Παπαδοπούλου', 'ELENI PAPADOPOULOU'],
  ['ΕΛΕΝΗ ΠΑΠΑΔΟΠΟΥΛΟΥ', 'ELENI PAPADOPOULOU'],
  ['Γεώργιος', 'GEORGIOS'],
  ['Θεόφιλος Ψαρράς', 'THEOFILOS PSARRAS'],
  ['Χρήστος Ξένος', 'CHRISTOS XENOS'],
  ['Παύλος', 'PAVLOS'],
  ['Ναύπλιον', 'NAFPLION'],
  ['Ευάγγελος', 'EVANGELOS'],
  ['Ευτυχία', 'EFTYCHIA'],
  ['Σφίγξ', 'SFINX'],
  ['Μελάγχρα', 'MELANCHRA'],
  ['Μπάμπης', 'BAMPIS'],
  ['Γκίκας', 'GKIKAS'],
  ['Αντώνης', 'ANTONIS'],
  ['Ηύρε', 'IVRE'],
  ['Μαΐου', 'MAIOU'],
  ['Ταΰγετος', 'TAYGETOS'],
  ['Άυλος', 'AYLOS'],
  ['Οδυσσέας', 'ODYSSEAS'],
  ['Ζωή Ιωάννου', 'ZOI IOANNOU'],
];

describe('a name in Greek letters', () => {
  for (const [name, spelt] of greek) {
    it(`${name} is ${spelt} by ELOT 743`, () => {
      expect([score(name, spelt), score(spelt, name)]).to.deep.equal([100, 100]);
    });
  }

  it('is another one in other letters, and itself in its own', () => {
    expect(score('Ελένη', 'IOANNA')).to.be.below(80);
    expect(score('Ελένη', 'ΕΛΕΝΗ')).to.equal(100);
  });
});

/** The examples of ICAO 9303-3, section 6 C, and names with letters of its tables. */
describe('a name by the tables of ICAO 9303-3', () => {
  for (const [name, spelt] of [
    ['Þorsteinn', 'THORSTEINN'],
    ['Térèsa Cañon', 'TERESA CANON'],
    ['Иван Иванович', 'IVAN IVANOVICH'],
    ['Юрий', 'IURII'],
    ['محمد', 'MXHMD'],
  ] as const) {
    it(`${name} is ${spelt}`, () => {
      expect(score(name, spelt)).to.equal(100);
    });
  }
});

describe('the Ü of pinyin', () => {
  it('is YU in passports of China, and nowhere else', () => {
    expect(['Lü', 'Lv', 'Lyu', 'Lu'].map((name) => score(name, 'LYU', 'CHN') === 100)).to.deep.equal([
      true,
      true,
      true,
      false,
    ]);
    expect(['Lü', 'Lv'].filter((name) => score(name, 'LYU', 'DEU') >= 80)).to.deep.equal([]);
  });
});
