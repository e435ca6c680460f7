import { compareNames } from '@portcullis/documents';
import { expect } from 'chai';

const compared = (one: string, other: string, pass = 80) => {
  const { agrees, isVariant, score } = compareNames({ value: one }, { value: other }, { pass, issuingState: null });
  return { agrees, isVariant, score };
};

describe('two spellings of one Arabic name', () => {
  for (const [one, other] of [
    ['Mohamed', 'MOHAMMED'],
    ['Muhammad', 'MOHAMAD'],
    ['Muhammed', 'MOHAMMAD'],
    ['Mehmet', 'MUHAMMED'],
    ['Ahmed', 'AHMAD'],
    ['Hüseyin', 'HUSSEIN'],
    ['Hassan', 'HASAN'],
    ['Youssef', 'YUSUF'],
    ['Fatima Zahra', 'FATIMAH ZAHRA'],
  ] as const) {
    it(`neither agree nor differ: ${one} and ${other}`, () => {
      for (const names of [compared(one, other), compared(other, one), compared(one, other, 100)])
        expect(names).to.deep.equal({ agrees: false, isVariant: true, score: 79 });
    });
  }

  it('are no other name, and no other word of a longer one', () => {
    for (const [one, other] of [
      ['Mahmud', 'MUHAMMAD'],
      ['Hassan', 'HUSSEIN'],
      ['Ahmad', 'MOHAMMAD'],
      ['Mohamed Ali', 'MOHAMMED HASSAN'],
      ['Mohamed', 'MOHAMMEDOV'],
    ] as const)
      expect(compared(one, other), `${one} ${other}`).to.deep.include({ agrees: false, isVariant: false });
  });

  it('agree where a policy accepts a difference of so many letters between any names', () => {
    expect(compared('Mohamed', 'MOHAMMED', 60)).to.deep.equal({ agrees: true, isVariant: false, score: 69 });
  });
});
