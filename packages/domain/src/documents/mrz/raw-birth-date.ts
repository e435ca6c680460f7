import { layoutOf, textAt } from './layout.ts';
import type { Mrz } from './mrz.ts';

/**
 * The date of birth of an MRZ as it is printed, with OCR errors corrected: `YYMMDD`, with `<` or `00` for unknown
 * parts. `null` where its format has none.
 */
export const rawBirthDate = ({ lines, repairs }: Mrz): string | null => {
  const positions = layoutOf(lines)?.fields.get('birthDate');
  if (!positions) return null;
  const corrected = repairs.reduce(
    (all, { after, column, line }) =>
      all.map((text, at) => (at === line ? text.slice(0, column) + after + text.slice(column + 1) : text)),
    lines,
  );
  return textAt(corrected.join(''), positions);
};
