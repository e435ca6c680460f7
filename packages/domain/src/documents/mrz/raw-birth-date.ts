import { layoutOf, textAt } from './layout.ts';
import type { Mrz } from './mrz.ts';
import { correctedLines } from './number-doubts.ts';

/**
 * The date of birth of an MRZ as it is printed, with OCR errors corrected: `YYMMDD`, with `<` or `00` for unknown
 * parts. `null` where its format has none.
 */
export const rawBirthDate = (mrz: Mrz): string | null => {
  const positions = layoutOf(mrz.lines)?.fields.get('birthDate');
  return positions ? textAt(correctedLines(mrz).join(''), positions) : null;
};
