import { changeMrzLines } from '../counterfactuals/change-reading.ts';
import { withCheckDigits } from '../counterfactuals/mrz-lines.ts';
import type { FindPerturbations } from '../counterfactuals/perturbation.ts';
import { missingFrontRegressions, substituteDocument } from '../counterfactuals/substitute-improvements.ts';
import { outageOf, withDocument } from '../sample-case/sample-case.ts';
import { sampleDocument } from '../sample-case/sample-document.ts';
import type { CheckTwin } from './check-twin.ts';

/** Names each check digit that would have to be another one. */
const correctionSentence = (lines: readonly string[], corrected: readonly string[]): string => {
  const digits = lines.flatMap((line, row) =>
    [...line].flatMap((read, column) => {
      const right = corrected[row]?.[column];
      return right === read ? [] : [`${right} instead of ${read} in line ${row + 1}, column ${column + 1}`];
    }),
  );
  return `The check digits of the machine-readable zone would have to be right: ${digits.join('; ')}.`;
};

/** Corrects the check digits. */
const checkDigitImprovements: FindPerturbations = (context) => {
  const lines = context.facts?.reading.mrzLines;
  if (!lines || context.facts?.mrz?.valid !== false) return [];
  const corrected = withCheckDigits(lines);
  return changeMrzLines(context, corrected, {
    what: 'zone.check_digits',
    label: 'The machine-readable zone',
    from: lines.join('\n'),
    to: corrected?.join('\n') ?? null,
    sentence: correctionSentence(lines, corrected ?? lines),
    size: 1,
  });
};

/**
 * Changes the last digit of the second line. It is the composite check digit if there is one, so every single field
 * stays right.
 */
const withWrongCheckDigit = (lines: readonly string[] | null): readonly string[] | null =>
  lines?.map((line, at) => (at === 1 ? line.replace(/\d(?=<*$)/, (digit) => `${(Number(digit) + 1) % 10}`) : line)) ??
  null;

/** Whether the machine-readable zone holds. */
export const documentMrz: CheckTwin = {
  attackCases: [
    {
      name: 'without a document',
      concernsAnyMachineReadablePart: true,
      change: () => ({ files: [], reading: [], faces: [] }),
    },
    {
      name: 'with a document that nobody could read',
      concernsAnyMachineReadablePart: true,
      change: () => ({ reading: outageOf('document_reading') }),
    },
    {
      name: 'with a document of which only print was read',
      concernsAnyMachineReadablePart: true,
      change: (sampleCase) => withDocument(sampleCase, {}, { mrzLines: null, barcode: null }),
    },
    {
      name: 'with a wrong check digit',
      change: (sampleCase) => {
        const mrzLines = withWrongCheckDigit(sampleDocument(sampleCase.type, sampleCase.holder).mrzLines);
        return mrzLines && withDocument(sampleCase, {}, { mrzLines });
      },
    },
  ],
  counterfactuals: {
    improvements: { mrz: [checkDigitImprovements], substitute: [substituteDocument] },
    regressions: { document: [missingFrontRegressions] },
  },
};
