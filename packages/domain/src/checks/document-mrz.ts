import {
  checkDigitPlaces,
  type DocumentFacts,
  type DocumentReading,
  expectedPart,
  type Mrz,
  type VotedMrz,
} from '@portcullis/documents';
import type { ReasonCode } from '../policy/reasons.ts';
import type { CheckModule } from './check-module.ts';
import type { CheckDetail } from './shared/check.ts';
import { type CheckInput, type CheckResult, failed, notApplicable, passed } from './shared/check-result.ts';
import { isBackMissing, readingReasons, unverifiableReason, withDocumentFacts } from './shared/document-check.ts';

const mrzDetail = (name: string, value: string): CheckDetail => ({ kind: 'value', name, value, source: 'mrz' });

/**
 * The details of each check digit by the field that it protects. A wrong one has its place, with line and column from
 * 1.
 */
const checkDigitDetails = ({ checkDigits, lines }: Mrz): readonly CheckDetail[] => {
  const places = checkDigitPlaces(lines);
  return checkDigits.flatMap(({ field, valid }) => {
    const place = places.get(field);
    if (valid || !place) return [mrzDetail(`check_digit_${field}`, valid ? 'ok' : 'wrong')];
    return [
      mrzDetail(`check_digit_${field}`, 'wrong'),
      mrzDetail(`check_digit_${field}_place`, `line ${place.line}, column ${place.column}`),
    ];
  });
};

/** How many pictures voted: the newest one, its frames and earlier ones. */
const votersOf = ({ analyses, frames = [] }: VotedMrz): number => 1 + frames.length + analyses.length;

/**
 * The details of the MRZ: its format, how many pictures voted on it if they did, each check digit by the field that
 * it protects, and each repair with line and column from 1.
 */
const mrzDetails = (mrz: Mrz, { votedZone }: DocumentReading): readonly CheckDetail[] => [
  mrzDetail('format', mrz.format),
  ...(votedZone ? [mrzDetail('voted_by_pictures', String(votersOf(votedZone)))] : []),
  ...checkDigitDetails(mrz),
  ...mrz.repairs.map(({ after, before, column, line }) =>
    mrzDetail(`repair_line_${line + 1}_column_${column + 1}`, `${before} → ${after}`),
  ),
];

/** Tells an MRZ that nobody saw from one that was seen and could not be read. */
const noLinesReason = ({ mrzUnread }: DocumentReading): ReasonCode => (mrzUnread ? 'mrz_unreadable' : 'mrz_missing');

/** The barcode is what the State puts on this document, and its check answers for both. */
const isByBarcode: CheckResult = { ...notApplicable, replacedBy: 'document_barcode' };

/** A document without an MRZ: its State puts none on it, its side is missing, or the photo does not show it. */
const withoutMrz = (facts: DocumentFacts, { currentEvidence }: CheckInput): CheckResult | ReasonCode => {
  if (facts.barcode) return isByBarcode;
  if (isBackMissing(facts.reading, currentEvidence)) return 'document_back_missing';
  return expectedPart(facts) === 'barcode' ? isByBarcode : noLinesReason(facts.reading);
};

/**
 * Checks whether the machine-readable zone parses and each check digit is right (ICAO 9303-3, 4.9). A licence or a card
 * that has a barcode instead needs no MRZ. The MRZ of the Swiss driving licence has no check digits, so nothing proves
 * that it was read correctly and it cannot pass: where the policy requires this check, it is a document that cannot be
 * verified.
 */
export const documentMrz: CheckModule<'document_mrz'> = {
  name: 'document_mrz',
  reasons: [
    ...readingReasons,
    'document_back_missing',
    'document_not_verifiable',
    'document_not_accepted',
    'document_type_not_allowed',
    'mrz_missing',
    'mrz_unreadable',
    'mrz_check_digit_failed',
    'mrz_repaired',
  ],
  defaultRequirement: 'required',
  dependsOn: ['document_reader'],
  steps: { required: ['document_front'], optional: ['document_back'], rejected: ['document_front'] },
  run: withDocumentFacts((facts, input, indexes) => {
    const { mrz, reading } = facts;
    const extras = { source: 'mrz' } as const;
    const details = mrz ? mrzDetails(mrz, reading) : [];
    const unverifiable = unverifiableReason(facts, input.policy);
    if (unverifiable) return failed([unverifiable], indexes, { ...extras, ...(mrz && { details }) });
    if (!reading.mrzLines) {
      const result = withoutMrz(facts, input);
      return typeof result === 'string' ? failed([result], indexes, extras) : result;
    }
    if (!mrz) {
      const lengths = reading.mrzLines.map(({ length }) => length).join(', ');
      return failed(['mrz_unreadable'], indexes, { ...extras, details: [mrzDetail('line_lengths', lengths)] });
    }
    const withDetails = { ...extras, details };
    if (mrz.checkDigits.length === 0) return { ...notApplicable, details };
    if (!mrz.valid) return failed(['mrz_check_digit_failed'], indexes, withDetails);
    return passed(indexes, withDetails, mrz.repairs.length > 0 ? ['mrz_repaired'] : []);
  }),
};
