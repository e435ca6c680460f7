import type { Mrz } from '../../evidence/mrz/mrz.ts';
import { failed, notApplicable, passed } from '../answer.ts';
import type { Sight } from '../checks.ts';
import { isBackMissing, withFacts } from './shared.ts';

const sight = (name: string, value: string): Sight => ({ kind: 'value', name, value, source: 'mrz' });

/** The format, each check digit by the field that it guards, and each repair, counted from 1 as people count. */
const sightsOf = ({ checkDigits, format, repairs }: Mrz): readonly Sight[] => [
  sight('format', format),
  ...checkDigits.map(({ field, valid }) => sight(`check_digit_${field}`, valid ? 'ok' : 'wrong')),
  ...repairs.map(({ after, before, column, line }) =>
    sight(`repair_line_${line + 1}_column_${column + 1}`, `${before} → ${after}`),
  ),
];

/**
 * Does the machine-readable zone parse, and is each check digit right (ICAO 9303-3, 4.9)? A driving licence that has
 * shown its barcode need not have a zone. The zone of the Swiss licence has no check digits: nothing shows whether it was
 * read right, so that it cannot pass.
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
