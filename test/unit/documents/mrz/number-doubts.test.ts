import { isNumberInDoubt } from '@portcullis/documents';
import { expect } from 'chai';
import { passportLines } from '../../../support/builders/readings.ts';

describe('a number of which many characters were seen in several ways', () => {
  it('is held against the form of its State in at most 512 readings, whatever was seen', () => {
    const asked = (number: string, others: readonly string[]): number => {
      let count = 0;
      isNumberInDoubt(
        passportLines({ number }),
        others.map((chars, column) => ({ line: 1, column, others: chars })),
        () => {
          count += 1;
          return false;
        },
      );
      return count;
    };
    expect(asked('L898902C3', [...'ABCDEFGHI'])).to.equal(511);
    expect(
      asked(
        'L898902C3',
        Array.from({ length: 9 }, () => 'XY'),
      ),
    ).to.equal(0);
    expect(
      asked(
        'L898902C3',
        Array.from({ length: 9 }, () => 'ABCDEFGHIJKMNOPQRSTUVWXYZ'),
      ),
    ).to.equal(0);
  });

  it('is in doubt where more readings are possible than are held against the form', () => {
    const doubts = Array.from({ length: 9 }, (_, column) => ({ line: 1, column, others: 'XY' }));
    expect(isNumberInDoubt(passportLines({ number: 'L898902C3' }), doubts, () => false)).to.equal(true);
  });
});
