import { fitLines } from '@portcullis/adapter-local-reader';
import { expect } from 'chai';
import { specimen } from '../../../support/images/specimens.ts';

const [names = '', numbers = ''] = specimen('td3-valid').lines;

describe('fitting the lines of an MRZ to each other', () => {
  it('cuts specks behind the end of a line to the length of the other line', () => {
    expect(fitLines([`${names}KL`, numbers])).to.deep.equal([names, numbers]);
    expect(fitLines([names, `${numbers}1`])).to.deep.equal([names, numbers]);
  });

  it('fills up a line that ends in fillers, which engines miscount', () => {
    expect(fitLines([names.slice(0, -2), numbers])).to.deep.equal([names, numbers]);
  });

  it('leaves lines alone that differ by more, that end in a character, or of which none has a length of a format', () => {
    for (const lines of [
      [`${names}KLLL`, numbers],
      [names, numbers.slice(0, -1)],
      [names.slice(1), numbers.slice(1)],
    ])
      expect(fitLines(lines)).to.deep.equal(lines);
  });
});
