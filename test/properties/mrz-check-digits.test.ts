import { type Mrz, parseMrz } from '@portcullis/documents';
import { expect } from 'chai';
import fc from 'fast-check';
import { leastOf, runs } from '../support/effort.ts';
import {
  generateMrz,
  type MrzFormatName,
  mrzFormatNames,
  seededDraw,
  withOneChange,
} from '../support/mrz/generator.ts';
import { evaluateMrz, type MrzEvaluation } from '../support/mrz/oracle.ts';

const seed = 20_261_121;

/** Answers what the parser says of an MRZ, in the form of the evaluation. */
const parsedMrz = (mrz: Mrz | null): Omit<MrzEvaluation, 'lines'> | null =>
  mrz && { format: mrz.format, digits: mrz.checkDigits, valid: mrz.valid, repairs: mrz.repairs };

const evaluatedMrz = (lines: readonly string[]): Omit<MrzEvaluation, 'lines'> | null => {
  const judged = evaluateMrz(lines);
  return judged && { format: judged.format, digits: judged.digits, valid: judged.valid, repairs: judged.repairs };
};

const changes = [
  ['as they are issued', 0, runs(40_000, 800)],
  ['with one character changed', 1, runs(80_000, 1600)],
  ['with two characters changed', 2, runs(80_000, 1600)],
] as const;

const mrzs = changes.reduce((sum, [, , count]) => sum + count, 0);

describe(`${mrzs} generated machine-readable zones`, function () {
  this.timeout(180_000);

  for (const [what, times, numRuns] of changes) {
    it(`${what} are evaluated exactly as the arithmetic of their check digits says`, () => {
      const seen = { right: 0, wrong: 0, repaired: 0, none: 0 };
      const formats = new Set<string>();
      const mrz = fc.tuple(fc.constantFrom<MrzFormatName>(...mrzFormatNames), fc.noShrink(fc.nat()));
      fc.assert(
        fc.property(mrz, ([name, drawn]) => {
          const draw = seededDraw(drawn);
          let lines = generateMrz(name, draw);
          for (let n = 0; n < times; n += 1) lines = withOneChange(lines, draw);
          const expected = evaluatedMrz(lines);
          expect(parsedMrz(parseMrz(lines, '2026-05-01')), lines.join('\n')).to.deep.equal(expected);
          if (expected) formats.add(expected.format);
          if (!expected) seen.none += 1;
          else if (!expected.valid) seen.wrong += 1;
          else seen[expected.repairs.length > 0 ? 'repaired' : 'right'] += 1;
        }),
        { numRuns, seed },
      );
      expect(formats.size).to.equal(mrzFormatNames.length);
      if (times === 0) expect(seen).to.deep.equal({ right: numRuns, wrong: 0, repaired: 0, none: 0 });
      else
        expect(Math.min(seen.right, seen.wrong, seen.repaired), JSON.stringify(seen)).to.be.at.least(
          leastOf(500, numRuns, 80_000),
        );
    });
  }
});
