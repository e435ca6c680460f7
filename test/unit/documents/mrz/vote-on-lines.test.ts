import { expect } from 'chai';
import { voteOnLines } from '#documents/mrz/vote-on-lines';
import { cardLines, passportLines } from '../../../support/builders/readings.ts';

type Lines = readonly string[];

const printed = passportLines();

/** An MRZ with other characters: `[line, column, text]`. */
const misread = (lines: Lines, ...changes: readonly (readonly [number, number, string])[]): Lines =>
  changes.reduce(
    (all, [line, column, text]) =>
      all.map((row, at) => (at === line ? row.slice(0, column) + text + row.slice(column + text.length) : row)),
    lines,
  );

const vote = (newest: Lines, ...earlier: readonly Lines[]) =>
  voteOnLines(
    { mrzLines: newest },
    earlier.map((mrzLines) => ({ mrzLines })),
  );

/** Three pictures, each with another character misread: of the number, of the date of birth, of the date of expiry. */
const first = misread(printed, [1, 3, 'B']);
const second = misread(printed, [1, 14, '9']);
const third = misread(printed, [1, 22, '7']);

describe('the vote of several pictures on one zone', () => {
  it('finds what at least two of three pictures have at every place, and doubts where one has something else', () => {
    expect(vote(third, first, second)).to.deep.equal({
      mrzLines: printed,
      doubts: [
        { line: 1, column: 3, others: 'B' },
        { line: 1, column: 14, others: '9' },
        { line: 1, column: 22, others: '7' },
      ],
      voters: [{ mrzLines: first }, { mrzLines: second }],
    });
  });

  it('is by the names and the date of birth where no two pictures have the number for certain', () => {
    const blurred = [misread(printed, [1, 3, 'B']), misread(printed, [1, 4, 'O']), misread(printed, [1, 5, 'Z'])];
    const [one = [], ...others] = blurred;
    expect(vote(one, ...others)?.mrzLines).to.deep.equal(printed);
    const unnamed = misread(printed, [1, 3, 'B'], [0, 5, 'F']);
    expect(vote(unnamed, ...others)).to.equal(null);
  });

  it('is none on a zone whose check digits hold, and none of two pictures', () => {
    expect(vote(printed, first, second)).to.equal(null);
    expect(vote(third, second)).to.equal(null);
  });

  it('never mixes the passport of ERIKSSON with the one that renewed it, or with that of somebody else', () => {
    const renewed = passportLines({ number: 'M41277031', expires: '360415' });
    expect(vote(misread(renewed, [1, 14, '9']), printed, misread(printed, [1, 36, 'X']))).to.equal(null);
    // The number cannot be told on the new page, and names and birth agree: its expiry says that it is another one.
    const old = [printed, misread(printed, [1, 36, 'X'])];
    expect(vote(misread(renewed, [1, 3, 'B']), ...old)).to.equal(null);
    // Nor can its expiry, so that too many characters differ.
    expect(vote(misread(renewed, [1, 3, 'B'], [1, 22, '9']), ...old)).to.equal(null);
    const others = passportLines({ names: 'SVENSSON<<KARL', born: '800101', number: 'K00112233' });
    expect(vote(third, others, misread(others, [1, 14, '9']))).to.equal(null);
    expect(vote(third, first, others)).to.equal(null);
  });

  it('overrules no more than four characters of a picture', () => {
    const others = [misread(printed, [1, 22, '7']), misread(printed, [1, 23, '9'])];
    expect(vote(misread(printed, [1, 0, 'M412']), ...others)?.mrzLines).to.deep.equal(printed);
    const five = misread(printed, [1, 0, 'M4127']);
    expect(vote(five, ...others)).to.equal(null);
    expect(vote(third, five, second)).to.equal(null);
  });

  it('is none where a picture would lose a number that is certain, as one of two that contradict each other must', () => {
    const newest = misread(printed, [1, 3, 'B']);
    const one = misread(printed, [1, 43, '9']);
    const two = third;
    expect(vote(newest, one, two)?.mrzLines).to.deep.equal(printed);
    const other = misread(passportLines({ number: 'L898902C8' }), [1, 43, 'X']);
    expect(vote(newest, one, two, other)).to.equal(null);
  });

  it('leaves a check digit as it is printed that is wrong on every picture', () => {
    const wrong = misread(printed, [1, 9, printed[1]?.[9] === '4' ? '5' : '4']);
    expect(vote(wrong, misread(wrong, [1, 22, '7']), misread(wrong, [1, 23, '9']))).to.equal(null);
  });

  it('has no vote on the names by a reading that left them out', () => {
    const unnamed = misread(printed, [0, 5, '<'.repeat(39)]);
    expect(vote(third, unnamed, misread(unnamed, [1, 14, '9']))?.mrzLines).to.deep.equal(printed);
  });

  it('is among zones of one format', () => {
    const card = cardLines({ number: 'L898902C3' });
    expect(vote(third, first, card)).to.equal(null);
    const one = misread(card, [1, 1, '9']);
    const two = misread(card, [1, 9, '7']);
    const three = misread(card, [1, 10, '9']);
    expect(vote(one, two, three, first)?.mrzLines).to.deep.equal(card);
  });
});
