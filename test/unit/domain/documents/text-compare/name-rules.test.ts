import { compareNames } from '@portcullis/domain/testing';
import { expect } from 'chai';

const agree = (one: string, other: string, issuingState: string | null, spellings: readonly string[] = []): boolean => {
  const rules = { edition: 2, pass: 80, issuingState, spellings } as const;
  const there = compareNames({ value: one }, { value: other }, rules);
  expect(compareNames({ value: other }, { value: one }, rules).score).to.equal(there.score);
  return there.agrees;
};

/** Pairs of other names, and of one name without its mark. */
const folded = [
  ['Kun', 'KUEN'],
  ['Po', 'POE'],
  ['Baur', 'BAUER'],
  ['Agard', 'AAGAARD'],
] as const;

describe('AE, OE, UE and AA in a name', () => {
  for (const [one, other] of folded) {
    for (const state of ['DEU', 'AUT', 'CHE', 'LIE', 'NOR', 'DNK', 'SWE', 'FIN', 'ISL', 'EST']) {
      it(`may be a letter with a mark where the State writes so: ${one} and ${other} in ${state}`, () => {
        expect(agree(one, other, state)).to.equal(true);
      });
    }
    for (const state of ['USA', 'NLD', 'CHN', 'UTO', null]) {
      it(`are two letters elsewhere: ${one} and ${other} in ${state}`, () => {
        expect(agree(one, other, state)).to.equal(false);
      });
    }
  }

  it('are one letter where a name has the mark', () => {
    const pairs = [
      ['Kün', 'KUEN'],
      ['Kün', 'KUN'],
      ['Jørgensen', 'JOERGENSEN'],
      ['Jørgensen', 'JORGENSEN'],
      ['Kjær', 'KJAER'],
      ['Kjær', 'KJAR'],
      ['Åkesson', 'AAKESSON'],
      ['Åkesson', 'AKESSON'],
      ['A\u030akesson', 'AAKESSON'],
      ['\u212bkesson', 'AKESSON'],
    ] as const;
    expect(pairs.filter(([one, other]) => !agree(one, other, 'USA'))).to.deep.equal([]);
  });

  it('are one letter where the print or a claim writes that very word with the mark', () => {
    expect(agree('Kun', 'KUEN', 'USA', ['Kün'])).to.equal(true);
    expect(agree('Kun', 'KUEN', 'USA', ['Anna Kün-Berg'])).to.equal(true);
    expect(agree('Kun', 'KUEN', 'USA', ['Kuen', 'Kühn', 'Müller'])).to.equal(false);
  });
});
