import { parseMrz } from '@portcullis/documents';
import { expect } from 'chai';
import fc from 'fast-check';
import { passportLines } from '../support/builders/readings.ts';
import { runs } from '../support/effort.ts';
import {
  type Draw,
  generateMrz,
  isConfusable,
  type MrzFormatName,
  mrzFormatNames,
  seededDraw,
} from '../support/mrz/generator.ts';
import { mrzFormatTables } from '../support/mrz/tables.ts';

const seed = 20_261_121;
const today = '2026-05-01';
const figures = '0123456789';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

type Lines = readonly string[];
type Place = readonly [line: number, column: number];

const withChar = (lines: Lines, [line, column]: Place, char: string): Lines =>
  lines.map((text, n) => (n === line ? text.slice(0, column) + char + text.slice(column + 1) : text));

/** The result for an MRZ in which one character was exchanged. */
type CorrectionOutcome = 'unseen' | 'refused' | 'restored' | 'mistaken';

const correctionOutcome = (printed: Lines, read: Lines): CorrectionOutcome => {
  const { repairs = [], valid = false } = parseMrz(read, today) ?? {};
  if (!valid) return 'refused';
  if (repairs.length === 0) return 'unseen';
  const told = repairs.reduce((lines, { after, column, line }) => withChar(lines, [line, column], after), read);
  return told.join() === printed.join() ? 'restored' : 'mistaken';
};

type Share = { readonly [Name in CorrectionOutcome]: number };

/** Answers the results of many exchanges in percent, separately for typical OCR errors and for other changes. */
const shares = (
  numRuns: number,
  exchange: (draw: Draw) => readonly [Lines, Place, string],
): Record<'ocrErrors' | 'others', Share> => {
  const none = { unseen: 0, refused: 0, restored: 0, mistaken: 0 };
  const counted = { ocrErrors: { ...none }, others: { ...none } };
  fc.assert(
    fc.property(fc.noShrink(fc.nat()), (drawn) => {
      const [lines, place, char] = exchange(seededDraw(drawn));
      const before = lines[place[0]]?.charAt(place[1]) ?? '';
      if (before === char) return;
      counted[isConfusable(before, char) ? 'ocrErrors' : 'others'][
        correctionOutcome(lines, withChar(lines, place, char))
      ] += 1;
    }),
    { numRuns, seed },
  );
  const percent = (fates: typeof none): Share => {
    const all = fates.unseen + fates.refused + fates.restored + fates.mistaken;
    const of = (count: number): number => (100 * count) / all;
    return {
      unseen: of(fates.unseen),
      refused: of(fates.refused),
      restored: of(fates.restored),
      mistaken: of(fates.mistaken),
    };
  };
  return { ocrErrors: percent(counted.ocrErrors), others: percent(counted.others) };
};

const from = (draw: Draw, alphabet: string): string => alphabet.charAt(draw(alphabet.length));
const many = (draw: Draw, count: number, alphabet: string): string =>
  Array.from({ length: count }, () => from(draw, alphabet)).join('');

/** Answers the positions that a check digit covers and a correction may change. */
const correctablePlaces = (name: MrzFormatName): readonly Place[] =>
  mrzFormatTables[name].picture.flatMap((text, line) =>
    [...text].flatMap((kind, column): readonly Place[] => (/[as]/.test(kind) ? [] : [[line, column]])),
  );
const withDigits = mrzFormatNames.filter((name) => mrzFormatTables[name].digits.length > 0);

describe('the OCR correction of an MRZ', function () {
  this.timeout(60_000);

  it('accepts fewer altered MRZs as valid than the check digits themselves', () => {
    const { others, ocrErrors } = shares(runs(30_000, 10_000), (draw) => {
      const name = withDigits[draw(withDigits.length)] ?? 'td3';
      const places = correctablePlaces(name);
      return [generateMrz(name, draw), places[draw(places.length)] ?? [0, 0], from(draw, `${figures}${letters}<`)];
    });
    expect(others.unseen).to.be.within(3.5, 5.5);
    expect(others.mistaken).to.be.within(1, 2.5);
    expect(others.restored).to.equal(0);
    expect(ocrErrors.mistaken).to.equal(0);
    expect(ocrErrors.restored).to.be.above(60);
  });

  it('takes no altered digit of a date for an OCR error, and restores every OCR error in one', () => {
    const { others, ocrErrors } = shares(runs(10_000), (draw) => [
      passportLines({ born: many(draw, 6, figures) }),
      [1, 13 + draw(6)],
      from(draw, figures + letters),
    ]);
    expect([others.mistaken, ocrErrors.restored]).to.deep.equal([0, 100]);
  });

  const numbers: readonly (readonly [string, (draw: Draw) => string, most: number])[] = [
    ['nine digits', (draw) => many(draw, 9, figures), 0],
    ['a letter and eight digits', (draw) => many(draw, 1, letters) + many(draw, 8, figures), 0],
    ['two letters and seven digits', (draw) => many(draw, 2, letters) + many(draw, 7, figures), 0],
    [
      'two digits, two letters and five digits',
      (draw) => many(draw, 2, figures) + many(draw, 2, letters) + many(draw, 5, figures),
      0,
    ],
    ['letters and digits in any order', (draw) => many(draw, 9, figures + letters), 8],
  ];
  for (const [what, number, most] of numbers) {
    it(`accepts at most ${most} in a hundred numbers of ${what} in which a digit or letter was altered`, () => {
      const { others } = shares(runs(5000, 1000), (draw) => {
        const text = number(draw);
        const column = draw(9);
        const kind = figures.includes(text.charAt(column)) ? figures : letters;
        return [passportLines({ number: text }), [1, column], from(draw, kind)];
      });
      expect(others.mistaken).to.be.at.most(most);
    });
  }
});
