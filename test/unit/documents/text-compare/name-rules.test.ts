import { compareNames } from '@portcullis/documents';
import { expect } from 'chai';

const agree = (
  one: string,
  mrz: string,
  issuingState: string | null,
  spellings: readonly string[] = [],
  isCorroborated = false,
): boolean => {
  const rules = { pass: 80, issuingState, spellings, isCorroborated } as const;
  const there = compareNames({ value: one }, { value: mrz, source: 'mrz' }, rules);
  expect(compareNames({ value: mrz, source: 'mrz' }, { value: one }, rules).score).to.equal(there.score);
  return there.agrees;
};

/** Pairs of other names, and of one name without its mark. */
const folded = [
  ['Kun', 'KUEN'],
  ['Po', 'POE'],
  ['Baur', 'BAUER'],
] as const;

describe('AE, OE, UE and AA in a zone', () => {
  for (const [one, mrz] of folded) {
    for (const state of ['DEU', 'AUT', 'CHE', 'LIE', 'NOR', 'DNK', 'SWE', 'FIN', 'ISL', 'EST']) {
      it(`may be a letter with a mark where the State writes so and a fact agrees: ${one} and ${mrz} in ${state}`, () => {
        expect(agree(one, mrz, state, [], true)).to.equal(true);
        expect(agree(one, mrz, state)).to.equal(false);
        expect(agree(mrz, one.toUpperCase(), state, [], true), 'the other way round').to.equal(false);
        expect(agree(one, mrz, state, [mrz], true), 'refuted by print').to.equal(false);
      });
    }
    for (const state of ['USA', 'NLD', 'CHN', 'UTO', null]) {
      it(`are two letters elsewhere: ${one} and ${mrz} in ${state}`, () => {
        expect(agree(one, mrz, state, [], true)).to.equal(false);
      });
    }
  }

  it('have AA for one letter only where the State has Å', () => {
    const states = ['NOR', 'DNK', 'SWE', 'FIN', 'DEU', 'AUT', 'CHE', 'LIE', 'ISL', 'EST', 'USA'];
    expect(states.filter((state) => agree('Agard', 'AAGAARD', state, [], true))).to.deep.equal([
      'NOR',
      'DNK',
      'SWE',
      'FIN',
    ]);
  });

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
    expect(agree('Kuen', 'KUN', 'USA', ['Kün'])).to.equal(false);
    expect(agree('Kun', 'KUEN', 'USA', ['Kuen', 'Kühn', 'Müller'])).to.equal(false);
  });
});
