import type { Mrz } from '../../evidence/mrz/mrz.ts';
import { failed, notApplicable, passed } from '../answer.ts';
import type { Sight } from '../checks.ts';
import { isBackMissing, withFacts } from './shared.ts';

const sight = (name: string, value: string): Sight => ({ kind: 'value', name, value, source: 'mrz' });

/**
 * The details of the zone: its format, each check digit by the field that it protects, and each repair with line and
 * column from 1.
 */
const sightsOf = ({ checkDigits, format, repairs }: Mrz): readonly Sight[] => [
  sight('format', format),
  ...checkDigits.map(({ field, valid }) => sight(`check_digit_${field}`, valid ? 'ok' : 'wrong')),
  ...repairs.map(({ after, before, column, line }) =>
    sight(`repair_line_${line + 1}_column_${column + 1}`, `${before} → ${after}`),
  ),
];

/**
 * Checks whether the machine-readable zone parses and each check digit is right (ICAO 9303-3, 4.9). A driving licence
 * whose barcode was read needs no zone. The zone of the Swiss driving licence has no check digits, so nothing proves
 * that it was read correctly and it cannot pass.
 */
export const documentMrz = withFacts(({ barcode, mrz, reading }, { inForce }, places) => {
  const extras = { source: 'mrz' } as const;
  if (!reading.mrzLines) {
    if (barcode?.documentType === 'driving_licence') return notApplicable;
    return failed([isBackMissing(reading, inForce) ? 'document_back_missing' : 'mrz_missing'], places, extras);
  }
  if (!mrz) {
    const lengths = reading.mrzLines.map(({ length }) => length).join(', ');
    return failed(['mrz_unreadable'], places, { ...extras, saw: [sight('line_lengths', lengths)] });
  }
  const seen = { ...extras, saw: sightsOf(mrz) };
  if (mrz.checkDigits.length === 0) return { ...notApplicable, saw: seen.saw };
  if (!mrz.valid) return failed(['mrz_check_digit_failed'], places, seen);
  return passed(places, seen, mrz.repairs.length > 0 ? ['mrz_repaired'] : []);
});
