import { checkDigitOf } from '@portcullis/documents';
import { expect } from 'chai';
import { groupMrzRegions } from '#adapters/local-reader/locate/mrz-region';
import type { TextLine } from '#adapters/local-reader/locate/text-lines';
import { chooseReading } from '#adapters/local-reader/mrz/choose-reading';
import { readByClass } from '#adapters/local-reader/mrz/mrz-classes';
import { formatOf, type MrzFormatLayout, scoreChecks } from '#adapters/local-reader/mrz/mrz-format';
import { cardLines, checkDigit } from '../../support/builders/readings.ts';
import { specimen } from '../../support/images/specimens.ts';

const icao = specimen('td3-expired').lines;
const card = specimen('td1-valid-back').lines;
const wrong = specimen('td3-wrong-check-digit').lines;

const formatFor = (lines: readonly string[]): MrzFormatLayout => {
  const format = formatOf(lines);
  if (!format) throw new Error('these lines have no format');
  return format;
};
const td3 = formatFor(icao);

/** Replaces characters of the lines from one position on. */
const changed = (lines: readonly string[], row: number, column: number, text: string): string[] =>
  lines.map((line, i) => (i === row ? line.slice(0, column) + text + line.slice(column + text.length) : line));

describe('check digits of a machine-readable zone', () => {
  for (const [text, digit] of [
    ['520727', 3],
    ['AB2134<<<', 5],
    ['L898902C3', 6],
    ['ZE184226B<<<<<', 1],
    ['<<<<<<<<<<<<<<', 0],
  ] as const) {
    it(`computes ${digit} for ${text}, as ICAO Doc 9303 does`, () => {
      expect(checkDigitOf(text)).to.equal(digit);
    });
  }

  it('are all five valid on the specimen of ICAO Doc 9303 part 4', () => {
    expect(scoreChecks(td3, icao)).to.deep.equal({ validChecks: 5, totalChecks: 5 });
  });

  it('are all four valid on a card', () => {
    expect(scoreChecks(formatFor(card), card)).to.deep.equal({ validChecks: 4, totalChecks: 4 });
  });

  it('are all three valid on the visas of ICAO Doc 9303 part 7, which have no composite check digit', () => {
    for (const [length, optional] of [
      [44, '6ZE184226B'],
      [36, ''],
    ] as const) {
      const second = `L8988901C4XXX4009078F9612109${optional}`;
      const lines = ['V<UTOERIKSSON<<ANNA<MARIA', second].map((line) => line.padEnd(length, '<'));
      expect(scoreChecks(formatFor(lines), lines)).to.deep.equal({ validChecks: 3, totalChecks: 3 });
    }
  });

  it('are all four valid on a card whose number continues in the optional field', () => {
    const long = cardLines({ number: 'D23145890734' });
    expect(scoreChecks(formatFor(long), long)).to.deep.equal({ validChecks: 4, totalChecks: 4 });
    const spoilt = changed(long, 0, 17, '5');
    expect(scoreChecks(formatFor(spoilt), spoilt)).to.deep.equal({ validChecks: 2, totalChecks: 4 });
  });

  it('are all three valid on a French card', () => {
    const first = 'IDFRAERIKSSON'.padEnd(30, '<').concat('92C001');
    const number = '180692310285';
    const names = 'ANNA<<MARIA'.padEnd(14, '<');
    const rest = `${number}${checkDigit(number)}${names}740812${checkDigit('740812')}F`;
    const lines = [first, `${rest}${checkDigit(first + rest)}`];
    expect(scoreChecks(formatFor(lines), lines)).to.deep.equal({ validChecks: 3, totalChecks: 3 });
  });

  it('fail for the number and the composite, where the digit of the number is printed wrong', () => {
    expect(scoreChecks(td3, wrong)).to.deep.equal({ validChecks: 3, totalChecks: 5 });
  });
});

describe('the format of a machine-readable zone', () => {
  for (const [count, length, name] of [
    [3, 30, 'TD1'],
    [2, 36, 'TD2'],
    [2, 44, 'TD3'],
  ] as const) {
    it(`is ${name} for ${count} lines of ${length}`, () => {
      expect(formatOf(Array.from({ length: count }, () => '<'.repeat(length)))?.name).to.equal(name);
    });
  }

  for (const [begins, length, name] of [
    ['V<UTO', 44, 'MRV-A'],
    ['V<UTO', 36, 'MRV-B'],
    ['IDFRA', 36, 'FRENCH_NATIONAL_ID'],
    ['ID<UTO', 36, 'TD2'],
  ] as const) {
    it(`is ${name} for two lines of ${length} that begin with ${begins}`, () => {
      expect(formatOf([begins.padEnd(length, '<'), '<'.repeat(length)])?.name).to.equal(name);
    });
  }

  it('is none for lines of another length', () => {
    const answers = [[], ['<'.repeat(44)], ['<'.repeat(44), '<'.repeat(43)]].map(formatOf);
    expect(answers).to.deep.equal([null, null, null]);
  });
});

describe('correcting characters by their class', () => {
  it('reads the shape of an O as a zero among digits, and as an O among letters', () => {
    const slipped = changed(changed(icao, 1, 10, 'UT0'), 1, 13, '74O8I2Z');
    expect(readByClass(td3, slipped)).to.deep.equal(icao);
  });

  it('keeps characters where both classes are allowed', () => {
    const number = changed(icao, 1, 0, 'O0B8S5Z2I');
    expect(readByClass(td3, number)).to.deep.equal(number);
  });

  it('does not change a digit, right or wrong', () => {
    expect(readByClass(td3, wrong)).to.deep.equal(wrong);
  });
});

describe('voting among readings of one MRZ', () => {
  it('takes the majority, character by character', () => {
    const readings = [changed(icao, 0, 5, 'F'), changed(icao, 0, 8, 'X'), icao];
    expect(chooseReading(td3, readings)).to.deep.equal(icao);
  });

  it('lets the check digits prefer a B to an 8 that more readings have', () => {
    const eight = changed(icao, 1, 36, '8');
    expect(chooseReading(td3, [eight, eight, icao])).to.deep.equal(icao);
  });

  it('takes no character that no reading has, though the check digits would be valid with it', () => {
    const eight = changed(icao, 1, 36, '8');
    expect(chooseReading(td3, [eight, eight])).to.deep.equal(eight);
  });

  it('takes nothing where an unread digit behind a letter would explain the check digits as well', () => {
    const printed = [icao[0] ?? '', 'F782231196UTO9803031M3704251TU0AY7MT41<<<<40'];
    const slipped = changed(printed, 1, 30, 'O');
    // The A for the 4 compensates the O for the 0: every check digit is valid, and the two mistakes cannot be detected.
    const worse = changed(slipped, 1, 36, 'A');
    expect(scoreChecks(td3, worse)).to.deep.equal({ validChecks: 5, totalChecks: 5 });
    expect(chooseReading(td3, [slipped, slipped, worse])).to.deep.equal(slipped);
  });

  it('keeps a wrong check digit that all readings have', () => {
    const other = changed(wrong, 1, 0, '0');
    expect(chooseReading(td3, [wrong, wrong, other])).to.deep.equal(wrong);
  });

  it('ignores a character that is not allowed at its position', () => {
    const readings = [changed(icao, 1, 20, 'X'), changed(icao, 1, 20, 'X'), icao];
    expect(chooseReading(td3, readings)).to.deep.equal(icao);
  });
});

describe('finding the lines of an MRZ', () => {
  const line = (over: Partial<TextLine> = {}): TextLine => ({
    x: 500,
    y: 600,
    angle: 0,
    length: 830,
    thickness: 20,
    ...over,
  });

  it('combines two parallel lines of one length, upper line first', () => {
    const upper = line();
    const lower = line({ y: 648 });
    expect(groupMrzRegions([lower, upper])).to.deep.equal([[upper, lower]]);
  });

  it('leaves out a line of another length, skew or distance', () => {
    const others = [line({ y: 552, length: 500 }), line({ y: 696, angle: 0.2 }), line({ y: 900 })];
    expect(groupMrzRegions([line(), ...others])).to.deep.equal([]);
  });

  it('takes the lowest three of four', () => {
    const four = [0, 1, 2, 3].map((i) => line({ y: 400 + 48 * i }));
    expect(groupMrzRegions(four)).to.deep.equal([four.slice(1)]);
  });
});
