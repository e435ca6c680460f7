import type { Mrz } from '../documents/mrz/mrz.ts';
import type { CheckModule } from './check-module.ts';
import type { CheckDetail } from './shared/check.ts';
import { failed, notApplicable, passed } from './shared/check-result.ts';
import { isBackMissing, readingReasons, withDocumentFacts } from './shared/document-check.ts';

const mrzDetail = (name: string, value: string): CheckDetail => ({ kind: 'value', name, value, source: 'mrz' });

/**
 * The details of the zone: its format, each check digit by the field that it protects, and each repair with line and
 * column from 1.
 */
const mrzDetails = ({ checkDigits, format, repairs }: Mrz): readonly CheckDetail[] => [
  mrzDetail('format', format),
  ...checkDigits.map(({ field, valid }) => mrzDetail(`check_digit_${field}`, valid ? 'ok' : 'wrong')),
  ...repairs.map(({ after, before, column, line }) =>
    mrzDetail(`repair_line_${line + 1}_column_${column + 1}`, `${before} → ${after}`),
  ),
];

/**
 * Checks whether the machine-readable zone parses and each check digit is right (ICAO 9303-3, 4.9). A driving licence
 * whose barcode was read needs no zone. The zone of the Swiss driving licence has no check digits, so nothing proves
 * that it was read correctly and it cannot pass.
 */
export const documentMrz: CheckModule<'document_mrz'> = {
  name: 'document_mrz',
  reasons: [
    ...readingReasons,
    'document_back_missing',
    'mrz_missing',
    'mrz_unreadable',
    'mrz_check_digit_failed',
    'mrz_repaired',
  ],
  defaultRequirement: 'required',
  dependsOn: ['document_reader'],
  steps: { required: ['document_front'], optional: ['document_back'], rejected: ['document_front'] },
  run: withDocumentFacts(({ barcode, mrz, reading }, { currentEvidence }, indexes) => {
    const extras = { source: 'mrz' } as const;
    if (!reading.mrzLines) {
      if (barcode?.documentType === 'driving_licence') return notApplicable;
      return failed(
        [isBackMissing(reading, currentEvidence) ? 'document_back_missing' : 'mrz_missing'],
        indexes,
        extras,
      );
    }
    if (!mrz) {
      const lengths = reading.mrzLines.map(({ length }) => length).join(', ');
      return failed(['mrz_unreadable'], indexes, { ...extras, details: [mrzDetail('line_lengths', lengths)] });
    }
    const withDetails = { ...extras, details: mrzDetails(mrz) };
    if (mrz.checkDigits.length === 0) return { ...notApplicable, details: withDetails.details };
    if (!mrz.valid) return failed(['mrz_check_digit_failed'], indexes, withDetails);
    return passed(indexes, withDetails, mrz.repairs.length > 0 ? ['mrz_repaired'] : []);
  }),
};
