import type { Day } from '../terms/days.ts';
import { checkDigitsOf } from './check-digits.ts';
import { mrzFields } from './fields.ts';
import { type Layout, layoutOf, lineStart, textAt } from './layout.ts';
import type { Mrz, MrzRepair } from './mrz.ts';
import { mrzNames } from './names.ts';
import { correctOcrErrors } from './ocr-corrections.ts';
import { isRussianPassport, russianFields, transliterateRussian, withoutExpiry } from './russian-passport.ts';

const repairsBetween = ({ lengths }: Layout, read: string, text: string): readonly MrzRepair[] =>
  lengths.flatMap((length, line) => {
    const start = lineStart(lengths, line);
    return Array.from({ length }, (_, column) => ({
      line,
      column,
      before: read.charAt(start + column),
      after: text.charAt(start + column),
    })).filter(({ before, after }) => before !== after);
  });

/**
 * Parses the lines of an MRZ; `null` when they are not one. `today` determines the century of its dates. An OCR error
 * is corrected only where exactly one correction makes every check digit valid. The correction is listed in `repairs`,
 * and the fields have what must have been printed.
 */
export const parseMrz = (lines: readonly string[], today: Day): Mrz | null => {
  const layout = lines.every((line) => /^[A-Z0-9<]+$/.test(line)) ? layoutOf(lines) : null;
  if (!layout) return null;
  const read = lines.join('');
  const text = correctOcrErrors(layout, read);
  const isRussian = isRussianPassport(layout, text);
  const names = mrzNames(layout, text, isRussian ? transliterateRussian : undefined);
  const checkDigits = isRussian
    ? withoutExpiry(layout, text, checkDigitsOf(layout, text))
    : checkDigitsOf(layout, text);
  const fields = mrzFields(layout, text, names, checkDigits, today);
  return {
    format: layout.format,
    lines,
    documentCode: textAt(text, layout.fields.get('documentCode')).replaceAll('<', ''),
    checkDigits,
    valid: checkDigits.every(({ valid }) => valid),
    repairs: text === read ? [] : repairsBetween(layout, read, text),
    fields: isRussian ? russianFields(layout, text, fields, today) : fields,
    truncated: names.truncated,
    absent: names.absent,
    ...(names.noRoomForFirst && { noRoomForFirst: true }),
  };
};
