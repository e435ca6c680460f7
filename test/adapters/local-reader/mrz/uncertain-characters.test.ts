import { expect } from 'chai';
import { formatOf } from '#adapters/local-reader/mrz/mrz-format';
import { uncertainCharacters } from '#adapters/local-reader/mrz/unsure';
import { passportLines } from '../../../support/builders/readings.ts';

type Lines = readonly string[];
type Likely = { readonly column: number; readonly char: string; readonly probability: number };

const changed = (lines: Lines, column: number, char: string): Lines =>
  lines.map((line, row) => (row === 1 ? line.slice(0, column) + char + line.slice(column + 1) : line));

const valid = passportLines();
/** A wrong digit in the date of expiry. */
const lines = changed(valid, 22, '7');

/** What a network makes of lines that it reads with a probability of 0.99, except for these of the second one. */
const byNetwork = (certainties: { readonly [column: number]: number }, next: readonly Likely[] = [], read = lines) => ({
  lines: read,
  certainties: read.map((line, row) =>
    [...line].map((_, column) => (row === 1 ? (certainties[column] ?? 0.99) : 0.99)),
  ),
  alternatives: next.map(({ char, column, probability }) => ({ position: [1, column] as const, char, probability })),
});

const uncertain = (grounds: Parameters<typeof uncertainCharacters>[2], read = lines) => {
  const format = formatOf(read);
  if (!format) throw new Error('these lines have no format');
  return uncertainCharacters(format, read, grounds).map(({ column, line, others }) => `${line}.${column} ${others}`);
};

describe('the uncertain characters of an MRZ with a wrong check digit', () => {
  it('are none where every check digit is valid', () => {
    expect(uncertain(byNetwork({ 22: 0.1 }, [], valid), valid)).to.deep.equal([]);
  });

  it('are none where the network is certain, so that what is printed wrong and clearly stays wrong', () => {
    expect(uncertain(byNetwork({}))).to.deep.equal([]);
    expect(uncertain(byNetwork({ 22: 0.98 }, [{ column: 22, char: '1', probability: 0.02 }]))).to.deep.equal([]);
  });

  it('are one of two where the network is certain of that, and any where it is not', () => {
    const next = [{ column: 22, char: '1', probability: 0.2 }];
    expect(uncertain(byNetwork({ 22: 0.79 }, next))).to.deep.equal(['1.22 1']);
    expect(uncertain(byNetwork({ 22: 0.7 }, next))).to.deep.equal(['1.22 ']);
    expect(uncertain(byNetwork({ 22: 0.7 }))).to.deep.equal(['1.22 ']);
  });

  it('are those in whose place the network read something else', () => {
    expect(uncertain(byNetwork({}, [], changed(lines, 3, 'B')))).to.deep.equal(['1.3 B']);
  });
});
