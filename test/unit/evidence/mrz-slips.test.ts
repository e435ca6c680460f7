import { parseMrz } from '@portcullis/domain';
import { expect } from 'chai';
import fc from 'fast-check';
import { icaoSpecimens, passportLines } from '../../support/readings.ts';

const today = '2026-05-01';

/** The passport specimen with some of its second line read wrong. */
const misread = (right: string, wrong: string): readonly string[] => [
  icaoSpecimens.td3[0],
  icaoSpecimens.td3[1].replace(right, wrong),
];

describe('a slip of the reader', () => {
  const slips = [
    ['a letter O for a zero', '6UTO740812', '6UTO74O812', { line: 1, column: 15, before: 'O', after: '0' }],
    ['a letter I for a one', '6UTO740812', '6UTO7408I2', { line: 1, column: 17, before: 'I', after: '1' }],
    ['a letter B for an eight', '6UTO740812', '6UTO740B12', { line: 1, column: 16, before: 'B', after: '8' }],
    ['a zero for a letter O', '6UTO740812', '6UT0740812', null],
  ] as const;

  for (const [what, right, wrong, repair] of slips) {
    it(`${what} ${repair ? 'is repaired, and the repair is told' : 'outside the guarded fields is left as it is'}`, () => {
      const lines = misread(right, wrong);
      const parsed = parseMrz(lines, today);
      expect(parsed?.valid).to.equal(true);
      expect(parsed?.repairs).to.deep.equal(repair ? [repair] : []);
      expect(parsed?.lines).to.deep.equal(lines);
      expect(parsed?.fields.date_of_birth).to.equal('1974-08-12');
    });
  }

  it('is not repaired when a check digit is still wrong afterwards', () => {
    const lines = misread('6UTO740812', '6UTO74O813');
    const parsed = parseMrz(lines, today);
    expect(parsed?.repairs).to.deep.equal([]);
    expect(parsed?.valid).to.equal(false);
    expect(parsed?.fields.date_of_birth).to.equal(undefined);
  });

  it('is not looked for where every check digit holds', () => {
    expect(parseMrz(passportLines({ number: 'O0O0O0O0O' }), today)).to.deep.include({ valid: true, repairs: [] });
  });
});

describe('lines that are no zone', () => {
  const [first, second] = icaoSpecimens.td3;
  const garbage: readonly (readonly [string, readonly string[]])[] = [
    ['no line', []],
    ['an empty line', ['']],
    ['two empty lines', ['', '']],
    ['one line of a passport', [first]],
    ['a line too short', [first, second.slice(1)]],
    ['a line too long', [first, `${second}<`]],
    ['a passport line and a card line', [first, icaoSpecimens.td2[1]]],
    ['four lines', [...icaoSpecimens.td1, icaoSpecimens.td1[0]]],
    ['a thousand lines', Array.from({ length: 1000 }, () => first)],
    ['one line of a hundred thousand characters', ['<'.repeat(100_000)]],
    ['lines of other writing', ['П<UTO', '田中'.repeat(22)]],
  ];

  for (const [what, lines] of garbage) {
    it(`are no zone: ${what}`, () => {
      expect(parseMrz(lines, today)).to.equal(null);
    });
  }

  it('never make the parser throw, and never give a valid zone by chance of any text', () => {
    const letter = fc.constantFrom(...'<ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
    const line = (length: number) => fc.string({ unit: letter, minLength: length, maxLength: length });
    const shaped = fc.oneof(
      fc.tuple(line(44), line(44)),
      fc.tuple(line(36), line(36)),
      fc.tuple(line(30), line(30), line(30)),
    );
    const anything = fc.array(fc.string({ unit: 'binary', maxLength: 50 }), { maxLength: 5 });
    fc.assert(
      fc.property(fc.oneof(shaped, anything), (lines) => {
        const parsed = parseMrz(lines, today);
        if (parsed === null) return;
        expect(parsed.lines).to.deep.equal(lines);
        expect(parsed.valid).to.equal(parsed.checkDigits.length > 0 && parsed.checkDigits.every(({ valid }) => valid));
      }),
      { numRuns: 500 },
    );
  });
});
