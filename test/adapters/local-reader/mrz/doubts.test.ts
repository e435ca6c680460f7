import { expect } from 'chai';
import { doubtsOf } from '#adapters/local-reader/mrz/doubts';
import { formatOf, type MrzFormatLayout } from '#adapters/local-reader/mrz/mrz-format';
import { checkDigit, passportLines } from '../../../support/builders/readings.ts';

const formatFor = (lines: readonly string[]): MrzFormatLayout => {
  const format = formatOf(lines);
  if (!format) throw new Error('these lines have no format');
  return format;
};

const changed = (lines: readonly string[], row: number, column: number, text: string): readonly string[] =>
  lines.map((line, i) => (i === row ? line.slice(0, column) + text + line.slice(column + text.length) : line));

/** The doubts of lines that the engine for words read as they are, or did not read, and others in these ways. */
const doubts = (lines: readonly string[], others: readonly (readonly string[])[], isRead = true) =>
  doubtsOf(formatFor(lines), lines, { lines, isRead: () => isRead }, [lines, ...others]).map(
    ({ column, line, others: seen }) => `${line}.${column} ${seen}`,
  );

describe('the doubtful characters of an MRZ whose check digits are valid', () => {
  for (const [letters, digits] of [
    ['ZS', '25'],
    ['OO', '00'],
    ['SS', '55'],
  ] as const) {
    it(`are ${letters} where ${digits} was read too, because both have one check digit`, () => {
      expect(checkDigit(`${letters}8902C3<`)).to.equal(checkDigit(`${digits}8902C3<`));
      const lines = passportLines({ number: `${letters}8902C3<` });
      const found = doubts(lines, [changed(lines, 1, 0, digits)]);
      expect(found).to.deep.equal([`1.0 ${digits[0]}`, `1.1 ${digits[1]}`]);
    });
  }

  it('are all of one character that was read differently twice: an engine errs alike everywhere', () => {
    const lines = passportLines({ number: 'XOOOOO123' });
    const seen = changed(lines, 1, 1, '00');
    expect(doubts(lines, [seen])).to.deep.equal(['1.1 0', '1.2 0', '1.3 0', '1.4 0', '1.5 0']);
  });

  it('are none where a single character was read differently that a check digit tells apart', () => {
    const lines = passportLines({ number: 'ZS8902C3<' });
    expect(doubts(lines, [changed(lines, 1, 0, '2')])).to.deep.equal([]);
  });

  it('are those of a name that the engine for words did not read, where the others differ', () => {
    const lines = passportLines();
    const other = changed(lines, 0, 6, 'K');
    expect(doubts(lines, [other], false)).to.deep.equal(['0.6 K']);
    expect(doubts(lines, [other])).to.deep.equal([]);
  });

  it('are none where a check digit is wrong: then nothing is proven', () => {
    const lines = changed(passportLines({ number: 'ZS8902C3<' }), 1, 9, 'X');
    expect(doubts(lines, [changed(lines, 1, 0, '25')])).to.deep.equal([]);
  });
});
