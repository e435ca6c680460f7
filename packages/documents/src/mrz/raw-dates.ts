import { type Day, isDay } from '../terms/days.ts';
import { layoutOf, textAt } from './layout.ts';
import type { Mrz } from './mrz.ts';
import { correctedLines } from './number-doubts.ts';

/**
 * A date of an MRZ as it is printed, with OCR errors corrected: `YYMMDD`, with `<` or `00` for unknown parts. `null`
 * where its format has none.
 */
export const rawDate = (mrz: Mrz, field: 'birthDate' | 'expirationDate'): string | null => {
  const positions = layoutOf(mrz.lines)?.fields.get(field);
  return positions ? textAt(correctedLines(mrz).join(''), positions) : null;
};

/** Six digits that make a day in no century, as month 13 and 30 February; `00` and `<<` stand for an unknown part. */
export const isNoDay = (yymmdd: string): boolean => {
  const [, year = '', month = '', day = ''] = /^(\d\d)(\d\d)(\d\d|<<)$/.exec(yymmdd) ?? [];
  if (year === '' || month === '00') return false;
  const known = day === '00' || day === '<<' ? '01' : day;
  const days: readonly Day[] = ['19', '20'].map((century) => `${century}${year}-${month}-${known}`);
  return !days.some(isDay);
};
