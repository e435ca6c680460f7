import { parseMrz } from '@portcullis/documents';
import { expect } from 'chai';
import fc from 'fast-check';
import { icaoSpecimens, passportLines } from '../../../support/builders/readings.ts';
import { unicodeText } from '../../../support/generators/unicode-text.ts';

const today = '2026-05-01';

/** Returns the passport specimen with a part of its second line misread. */
const misread = (right: string, wrong: string): readonly [string, string] => [
  icaoSpecimens.td3[0],
  icaoSpecimens.td3[1].replace(right, wrong),
];

/** Returns an MRZ with a letter O in its number, and a zero misread as an O in a place of the same weight. */
const ambiguous = (): readonly [string, string] => {
  const [first = '', second = ''] = passportLines({ number: 'L89089O21' });
  return [first, second.replace('L89089O21', 'L89O89O21')];
};

type Misreading = readonly [what: string, right: string, wrong: string];

describe('an OCR error in an MRZ', () => {
  const mended: readonly Misreading[] = [
    ['a letter O for a zero in a date', '6UTO740812', '6UTO74O812'],
    ['a letter D for a zero in a date', '6UTO740812', '6UTO74D812'],
    ['a letter Q for a zero in a date', '6UTO740812', '6UTO74Q812'],
    ['a letter I for a one in a date', '6UTO740812', '6UTO7408I2'],
    ['a letter Z for a two in a date', '6UTO740812', '6UTO74081Z'],
    ['a letter B for an eight in a date', '6UTO740812', '6UTO740B12'],
    ['a letter S for a five in a date', 'F1204159', 'F1204IS9'],
    ['four letters in both dates', '7408122F1204159', '74O8I2ZFI204159'],
    ['a letter for a check digit', 'C36UTO', 'C3GUTO'],
    ['a letter O for a zero in a number', 'L898902C3', 'L8989O2C3'],
    ['a letter D for a zero in a number', 'L898902C3', 'L8989D2C3'],
    ['a letter in a number, and one in a date', 'L898902C36UTO740812', 'L8989O2C36UTO74O812'],
    ['a letter O for the digit of everything', '<<<<<10', '<<<<<1O'],
  ];
  for (const [what, right, wrong] of mended) {
    it(`is corrected and reported: ${what}`, () => {
      const lines = misread(right, wrong);
      const parsed = parseMrz(lines, today);
      const ocrErrors = [...lines[1]].flatMap((before, column) => {
        const after = icaoSpecimens.td3[1].charAt(column);
        return before === after ? [] : [{ line: 1, column, before, after }];
      });
      expect(parsed).to.deep.equal({ ...parseMrz(icaoSpecimens.td3, today), lines, repairs: ocrErrors });
      expect([parsed?.valid, ocrErrors.length > 0]).to.deep.equal([true, true]);
    });
  }

  const left: readonly Misreading[] = [
    ['a check digit is wrong afterwards', '6UTO740812', '6UTO74O813'],
    ['the letter is like no digit', '6UTO740812', '6UTO74X812'],
    ['it is the first character of a number, which may be either', 'ZE184226B', '2E184226B'],
    ['it does not stand out among its neighbours', 'L898902C3', 'LB98902C3'],
    ['two characters of a number would have to be changed', 'L898902C3', 'L89B9O2C3'],
    ['another digit was read, as where somebody altered one', '6UTO740812', '6UTO790812'],
    ['another digit was read in a number', 'L898902C3', 'L898902C4'],
  ];
  for (const [what, right, wrong] of left) {
    it(`is left uncorrected where ${what}`, () => {
      const { repairs, valid } = parseMrz(misread(right, wrong), today) ?? {};
      expect([valid, repairs]).to.deep.equal([false, []]);
    });
  }

  it('is left uncorrected where more than one correction would make every check digit valid', () => {
    const lines = ambiguous();
    const ways = [3, 6].map((at) => parseMrz([lines[0], `${lines[1].slice(0, at)}0${lines[1].slice(at + 1)}`], today));
    expect(ways.map((way) => way?.valid)).to.deep.equal([true, true]);
    expect(parseMrz(lines, today)).to.deep.include({ valid: false, repairs: [] });
  });

  it('is not searched where every check digit is valid, nor where no check digit guards the place', () => {
    expect(parseMrz(passportLines({ number: 'O0O0O0O0O' }), today)).to.deep.include({ valid: true, repairs: [] });
    const country = misread('6UTO740812', '6UT0740812');
    expect(parseMrz(country, today)).to.deep.include({ valid: true, repairs: [] });
    expect(parseMrz(country, today)?.fields.nationality).to.equal('UT0');
    const name = [icaoSpecimens.td3[0].replace('ANNA<MARIA', 'ANNA<MAR1A'), misread('6UTO740812', '6UTO74O812')[1]];
    expect(parseMrz(name, today)?.repairs).to.have.length(1);
  });

  it('in a name of the French card, which a check digit covers, is left uncorrected', () => {
    const lines = ['IDFRABERTHI3R<<<<<<<<<<<<<<<<<<<<<<<', '8806923102858CORINNE<<<<<<<6512068F6'];
    const slip = lines.map((line) => line.replace('BERTHI3R', 'BERTH1ER'));
    expect(parseMrz(slip, today)).to.deep.include({ valid: false, repairs: [] });
  });
});

describe('lines that are not an MRZ', () => {
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
    it(`are rejected: ${what}`, () => {
      expect(parseMrz(lines, today)).to.equal(null);
    });
  }

  it('never make the parser throw, and are never valid by chance', () => {
    const letter = fc.constantFrom(...'<ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
    const line = (length: number) => fc.string({ unit: letter, minLength: length, maxLength: length });
    const shaped = fc.oneof(
      fc.tuple(line(44), line(44)),
      fc.tuple(line(36), line(36)),
      fc.tuple(line(30), line(30), line(30)),
    );
    const anything = fc.array(unicodeText({ maxLength: 50 }), { maxLength: 5 });
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
